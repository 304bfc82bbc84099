import Foundation

/// A map from scalars of some ranges to short sequences of scalars; most map to nothing special.
struct ScalarMap: Sendable {
  private let ranges: [Range<UInt32>]
  /// Where each range's first entry stands in `starts`.
  private let offsets: [Int]
  /// For each scalar of the ranges, where its sequence begins in `values`; one more at the end.
  private let starts: [UInt32]
  private let values: [UInt32]

  /// Makes a map of the scalars in `ranges`; an empty sequence means that nothing is special.
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

  /// The sequence that `scalar` maps to; empty if there is none.
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
  /// The canonical decompositions in `ranges`, asked of Foundation in one call: each scalar stands
  /// on a line of its own, so that marks do not meet.
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

  /// The full case foldings in `ranges`, out of the standard library's case mappings.
  static func caseFoldings(in ranges: [Range<UInt32>]) -> ScalarMap {
    ScalarMap(ranges: ranges, sequences: ranges.joined().map(CaseFolding.computed))
  }
}
