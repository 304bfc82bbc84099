extension Range<Int64> {
  /// The next `count` numbers, starting with `first`; empty if `count` is negative.
  ///
  /// Throws ``StoreError/full(entity:)`` if the numbers would overflow.
  package init(next count: Int, from first: Int64, of entity: String) throws(StoreError) {
    let end = first.addingReportingOverflow(Int64(Swift.max(0, count)))
    guard !end.overflow else { throw .full(entity: entity) }
    self = first..<end.partialValue
  }
}
