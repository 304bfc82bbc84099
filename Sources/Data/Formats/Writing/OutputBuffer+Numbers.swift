extension OutputBuffer {
  @inline(__always)
  mutating func append(_ number: Int64) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }

  /// The shortest text that reads back as `number`, which is finite, always with a point or an
  /// exponent.
  mutating func append(_ number: Double) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }
}
