/// Detects the delimiter of a text.
///
/// Reads the first records with each candidate. The candidate with the most records as long as the
/// first one wins, then the one with more fields, then the earlier candidate.
struct DelimiterSniffer {
  static let candidates: [UInt8] = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  private static let sampleBytes = 1 << 16
  private static let sampleRecords = 50

  let bytes: FileBytes
  let start: Int

  /// The delimiter; a comma by default.
  func delimiter() -> UInt8 {
    var best = (delimiter: Self.candidates[0], score: Score.none)
    for candidate in Self.candidates {
      let score = score(of: candidate)
      if score > best.score { best = (candidate, score) }
    }
    return best.delimiter
  }

  /// How well a candidate fits.
  private struct Score: Comparable {
    var share: Double
    var fields: Int

    /// Lower than the score of any candidate in the first record.
    static let none = Score(share: 0, fields: 1)

    static func < (left: Score, right: Score) -> Bool {
      (left.share, left.fields) < (right.share, right.fields)
    }
  }

  private func score(of candidate: UInt8) -> Score {
    let counts = fieldCounts(candidate)
    guard let first = counts.first, first > 1 else { return Score(share: -1, fields: 0) }
    let alike = counts.count { $0 == first }
    return Score(share: Double(alike) / Double(counts.count), fields: first)
  }

  /// The field counts of the first records that lie entirely within the sample.
  private func fieldCounts(_ candidate: UInt8) -> [Int] {
    let end = min(bytes.count, start + Self.sampleBytes)
    var tokenizer = CSVTokenizer(bytes, start..<end, limit: end, delimiter: candidate)
    var counts: [Int] = []
    while counts.count < Self.sampleRecords, let record = tokenizer.nextRecord() {
      // A record cut off by the end of the sample counts only if there is no other.
      if tokenizer.isAtEnd, end < bytes.count, !counts.isEmpty { break }
      counts.append(record.count)
    }
    return counts
  }
}
