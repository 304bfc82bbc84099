extension Range<Int64> {
  /// The `count` numbers from `first` on, none where `count` is less than 0; throws ``StoreError/full(entity:)``
  /// where there are not so many.
  package init(next count: Int, from first: Int64, of entity: String) throws(StoreError) {
    let end = first.addingReportingOverflow(Int64(Swift.max(0, count)))
    guard !end.overflow else { throw .full(entity: entity) }
    self = first..<end.partialValue
  }
}
