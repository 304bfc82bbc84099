public import Model

/// The records that an expression reads, and others in their place.
extension TypedExpression {
  /// The expression with `record` in the place of its own record at scope level 0.
  ///
  /// That is how a computed attribute is put where it is used. `innermost` is the deepest scope
  /// level at that place; the levels of aggregates inside the expression move behind it.
  public func inlined(at record: RecordExpression, innermost: Int) -> TypedExpression {
    RecordRewriter(
      replacement: { if case .scope(0, _) = $0 { record } else { nil } },
      innermost: innermost
    ).rewrite(self)
  }

  /// The expression with other records; `replacement` is asked for each, the longest path first,
  /// and gives nil for those that stay.
  public func replacingRecords(
    _ replacement: (RecordExpression) -> RecordExpression?
  ) -> TypedExpression {
    withoutActuallyEscaping(replacement) {
      RecordRewriter(replacement: $0, innermost: 0).rewrite(self)
    }
  }

  /// Whether the record of scope level 0 is read as one of `entity`.
  public func readsFetchedRecord(of entity: String) -> Bool {
    var isRead = false
    _ = replacingRecords { record in
      if case .scope(0, entity) = record { isRead = true }
      return nil
    }
    return isRead
  }
}
