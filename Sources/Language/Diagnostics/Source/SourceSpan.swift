/// A half-open range of UTF-8 offsets in a source text.
public struct SourceSpan: Hashable, Sendable {
  /// The offset of the first byte.
  public let lowerBound: Int
  /// The offset after the last byte; equal to `lowerBound` for a position between characters.
  public let upperBound: Int

  /// Creates a span; swaps bounds in the wrong order.
  public init(_ lowerBound: Int, _ upperBound: Int) {
    self.lowerBound = min(lowerBound, upperBound)
    self.upperBound = max(lowerBound, upperBound)
  }

  /// The empty span at `offset`.
  public init(at offset: Int) {
    self.init(offset, offset)
  }

  /// The smallest span that covers both.
  public func joined(with other: SourceSpan) -> SourceSpan {
    SourceSpan(
      min(lowerBound, other.lowerBound),
      max(upperBound, other.upperBound)
    )
  }
}
