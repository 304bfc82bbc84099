/// Finds the fields of records.
protocol RecordTokenizer: SendableMetatype {
  /// The start of the next record.
  var offset: Int { get }
  /// Whether all records were read.
  var isAtEnd: Bool { get }
  /// A range of the file that is known to be well-formed text without NUL.
  var wellFormed: Range<Int> { get }
  /// Fills `block` with the next records. Invalid records become facts.
  mutating func fill(_ block: inout FieldBlock)
  /// The problems found since the last call.
  mutating func takeFacts() -> FactList
}

extension RecordTokenizer {
  var wellFormed: Range<Int> { 0..<0 }
}
