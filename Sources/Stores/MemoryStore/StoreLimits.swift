/// How much a store takes.
struct StoreLimits: Sendable {
  /// The rows of one table. Indexes keep row + 1 in 32 bits.
  var rows = Int(UInt32.max)
  /// The distinct texts of one column. Dictionaries keep code + 1 in 32 bits.
  var texts = Int(UInt32.max)
  /// The dead rows that a table keeps, even if they are more than the live ones.
  var deadRows = 1024
}
