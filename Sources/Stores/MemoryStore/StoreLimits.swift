struct StoreLimits: Sendable {
  /// The maximum number of rows of a table. Indexes store row + 1 in 32 bits.
  var rows = Int(UInt32.max)
  /// The maximum number of distinct strings of a column. Dictionaries store code + 1 in 32 bits.
  var texts = Int(UInt32.max)
  /// The number of dead rows that a table may always keep, even if it has fewer live ones.
  var deadRows = 1024
}
