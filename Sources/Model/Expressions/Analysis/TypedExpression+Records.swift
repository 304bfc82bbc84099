public import Model

/// Replacing records.
extension TypedExpression {
  /// The expression with `record` in place of the record at scope level 0.
  ///
  /// This inlines computed attributes. `innermost` is the deepest scope level at the place of use;
  /// the levels inside the expression are shifted by it.
  public func inlined(at record: RecordExpression, innermost: Int) -> TypedExpression {
    RecordRewriter(
      replacement: { if case .scope(0, _) = $0 { record } else { nil } },
      innermost: innermost
    ).rewrite(self)
  }

  /// The expression with other records. `replacement` is called for each record, longest path
  /// first, and returns nil to keep it.
  public func replacingRecords(
    _ replacement: (RecordExpression) -> RecordExpression?
  ) -> TypedExpression {
    withoutActuallyEscaping(replacement) {
      RecordRewriter(replacement: $0, innermost: 0).rewrite(self)
    }
  }

  /// Whether the record at scope level 0 is read as one of `entity`.
  public func readsFetchedRecord(of entity: String) -> Bool {
    var isRead = false
    _ = replacingRecords { record in
      if case .scope(0, entity) = record { isRead = true }
      return nil
    }
    return isRead
  }
}
