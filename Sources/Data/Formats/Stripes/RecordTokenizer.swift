/// Finds the fields of records.
protocol RecordTokenizer: SendableMetatype {
  /// Where the next record begins.
  var offset: Int { get }
  /// Whether all records were found.
  var isAtEnd: Bool { get }
  /// A stretch of the file that was found to be well-formed text without NUL by the way.
  var wellFormed: Range<Int> { get }
  /// Fills `block` with the next records; those that cannot be taken become facts.
  mutating func fill(_ block: inout FieldBlock)
  /// What is wrong with the records since the last call.
  mutating func takeFacts() -> FactList
}

extension RecordTokenizer {
  var wellFormed: Range<Int> { 0..<0 }
}
