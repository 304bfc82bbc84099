import Foundation

/// A map from scalars to short sequences; most have none.
struct ScalarMap: Sendable {
  private let ranges: [Range<UInt32>]
  /// The index in `starts` of each range's first scalar.
  private let offsets: [Int]
  /// The start in `values` for each scalar, and the end.
  private let starts: [UInt32]
  private let values: [UInt32]

  /// Creates a map of the scalars in `ranges`; a sequence can be empty.
  init(ranges: [Range<UInt32>], sequences: [[UInt32]]) {
    self.ranges = ranges
    var offsets: [Int] = []
    var next = 0
    for range in ranges {
      offsets.append(next)
      next += range.count
    }
    var starts: [UInt32] = []
    var values: [UInt32] = []
    for sequence in sequences {
      starts.append(UInt32(values.count))
      values += sequence
    }
    starts.append(UInt32(values.count))
    self.offsets = offsets
    self.starts = starts
    self.values = values
  }

  /// The sequence of `scalar`; empty if there is none.
  func sequence(of scalar: UInt32) -> ArraySlice<UInt32> {
    for index in ranges.indices where ranges[index].contains(scalar) {
      let entry = offsets[index] + Int(scalar - ranges[index].lowerBound)
      guard entry + 1 < starts.count else { return [] }
      return values[Int(starts[entry])..<Int(starts[entry + 1])]
    }
    return []
  }
}

extension ScalarMap {
  /// The canonical decompositions in `ranges`, computed in one call. Each scalar is on its own
  /// line, so that marks do not combine.
  static func decompositions(in ranges: [Range<UInt32>]) -> ScalarMap {
    var lines = String.UnicodeScalarView()
    for value in ranges.joined() {
      if let scalar = Unicode.Scalar(value) { lines.append(scalar) }
      lines.append("\n")
    }
    let decomposed = String(lines).decomposedStringWithCanonicalMapping
    var sequences = decomposed.unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.map(\.value) }
    sequences.removeLast()
    for (index, value) in ranges.joined().enumerated() where sequences[index] == [value] {
      sequences[index] = []
    }
    return ScalarMap(ranges: ranges, sequences: sequences)
  }

  /// The full case foldings in `ranges`.
  static func caseFoldings(in ranges: [Range<UInt32>]) -> ScalarMap {
    ScalarMap(ranges: ranges, sequences: ranges.joined().map(CaseFolding.computed))
  }
}
