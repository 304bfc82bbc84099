/// How much a store takes.
struct StoreLimits: Sendable {
  /// The rows of one table. Indexes keep row + 1 in 32 bits.
  var rows = Int(UInt32.max)
  /// The distinct texts of one column. Dictionaries keep code + 1 in 32 bits.
  var texts = Int(UInt32.max)
}
