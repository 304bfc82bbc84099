/// The names that `written` may have been meant as, nearest first.
///
/// Letter case and underscores are ignored. Matches are, in this order: the same letters; names
/// that `written` abbreviates; names with a few typos (one for every three letters, a swap of
/// neighbors counts as one); names that end with `written` as a word.
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

/// The suggestion ``did you mean `a` or `b`?``; nil without names.
public func didYouMean(_ names: [String]) -> String? {
  let quoted = names.map { "`\($0)`" }
  guard let last = quoted.last else { return nil }
  let others = quoted.dropLast().joined(separator: ", ")
  return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
}

/// A name and its similarity to the written one.
private struct Candidate {
  enum Similarity: Int {
    case sameLetters, abbreviated, slips, word
  }

  let name: String
  let similarity: Similarity
  let distance: Int
  let sharedStart: Int

  /// Fails if `name` is not similar to `written`.
  init?(_ name: String, for written: [Unicode.Scalar]) {
    let letters = comparableLetters(name)
    self.name = name
    sharedStart = zip(letters, written).prefix { $0 == $1 }.count
    let allowed = allowedTypos(written.count)
    if letters == written {
      (similarity, distance) = (.sameLetters, 0)
    } else if written.count >= 2, letters.starts(with: written) {
      (similarity, distance) = (.abbreviated, letters.count - written.count)
    } else if let slips = editDistance(from: written, to: letters, atMost: allowed),
      written.count > 2 || sharedStart > 0
    {
      (similarity, distance) = (.slips, slips)
    } else if written.count >= 3, letters.count > written.count,
      letters.reversed().starts(with: written.reversed())
    {
      (similarity, distance) = (.word, letters.count - written.count)
    } else {
      return nil
    }
  }

  /// The sort order; the name itself is the last criterion.
  var rank: Rank {
    Rank(numbers: [similarity.rawValue, distance, -sharedStart], name: name)
  }

  /// Whether to suggest this name together with the best one.
  func isComparable(to best: Candidate) -> Bool {
    switch best.similarity {
    case .sameLetters: similarity == .sameLetters
    case .abbreviated, .slips:
      similarity != .word && (similarity != .slips || distance <= 1 + best.slips)
    case .word: true
    }
  }

  private var slips: Int { similarity == .slips ? distance : 0 }
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

/// One typo for a short name; none for a single letter, which resembles every other letter.
private func allowedTypos(_ count: Int) -> Int {
  count < 2 ? 0 : max(1, count / 3)
}
