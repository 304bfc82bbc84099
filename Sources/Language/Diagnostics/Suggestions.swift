/// The names of `names` that a person who wrote `written` may have meant, nearest first.
///
/// Letter case and underscores do not count. In this order, each only if it says something: the
/// same letters; names that `written` abbreviates; names a few slips away (one slip for every three
/// letters, a swap of neighbours being one); names in which `written` is a word. Nothing far-fetched.
public func nearestNames(
  to written: String,
  in names: [String],
  limit: Int = 3
) -> [String] {
  let letters = comparableLetters(written)
  guard !letters.isEmpty, letters.count <= 100, limit > 0 else { return [] }
  let candidates = names.compactMap { Candidate($0, for: letters) }.sorted { $0.rank < $1.rank }
  guard let best = candidates.first else { return [] }
  var nearest: [String] = []
  for candidate in candidates where candidate.isComparable(to: best) {
    if nearest.count < limit, !nearest.contains(candidate.name) { nearest.append(candidate.name) }
  }
  return nearest
}

/// The line that offers `names`: ``did you mean `a` or `b`?``; nil if there are none.
public func didYouMean(_ names: [String]) -> String? {
  let quoted = names.map { "`\($0)`" }
  guard let last = quoted.last else { return nil }
  let others = quoted.dropLast().joined(separator: ", ")
  return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
}

/// A name with how near it is to what was written.
private struct Candidate {
  enum Similarity: Int {
    case sameLetters, abbreviated, slips, word
  }

  let name: String
  let kinship: Similarity
  let distance: Int
  let sharedStart: Int

  /// Judges `name`; nil if it is too far from `written`.
  init?(_ name: String, for written: [Unicode.Scalar]) {
    let letters = comparableLetters(name)
    self.name = name
    sharedStart = zip(letters, written).prefix { $0 == $1 }.count
    let allowed = allowedSlips(written.count)
    if letters == written {
      (kinship, distance) = (.sameLetters, 0)
    } else if written.count >= 2, letters.starts(with: written) {
      (kinship, distance) = (.abbreviated, letters.count - written.count)
    } else if let slips = editDistance(from: written, to: letters, atMost: allowed),
      written.count > 2 || sharedStart > 0
    {
      (kinship, distance) = (.slips, slips)
    } else if written.count >= 3, letters.count > written.count,
      letters.reversed().starts(with: written.reversed())
    {
      (kinship, distance) = (.word, letters.count - written.count)
    } else {
      return nil
    }
  }

  /// What decides the order; the name itself last, by its scalars.
  var rank: Rank {
    Rank(numbers: [kinship.rawValue, distance, -sharedStart], name: name)
  }

  /// Whether it would not be silly to name this one beside the best.
  func isComparable(to best: Candidate) -> Bool {
    switch best.kinship {
    case .sameLetters: kinship == .sameLetters
    case .abbreviated, .slips: kinship != .word && (kinship != .slips || distance <= 1 + best.slips)
    case .word: true
    }
  }

  private var slips: Int { kinship == .slips ? distance : 0 }
}

private struct Rank: Comparable {
  let numbers: [Int]
  let name: String

  static func < (left: Rank, right: Rank) -> Bool {
    left.numbers == right.numbers
      ? left.name.unicodeScalars.lexicographicallyPrecedes(right.name.unicodeScalars)
      : left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

private func comparableLetters(_ name: String) -> [Unicode.Scalar] {
  name.lowercased().unicodeScalars.filter { $0 != "_" }
}

/// One slip for a short name; for a single letter none, since every letter is one slip away.
private func allowedSlips(_ count: Int) -> Int {
  count < 2 ? 0 : max(1, count / 3)
}
