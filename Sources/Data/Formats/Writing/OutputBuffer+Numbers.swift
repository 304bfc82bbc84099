extension OutputBuffer {
  @inline(__always)
  mutating func append(_ number: Int64) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }

  /// Appends the shortest text for a finite number that reads back as the same number. It always
  /// has a point or an exponent.
  mutating func append(_ number: Double) {
    write(upTo: TextCursor.longestNumber) { $0.put(number) }
  }
}
