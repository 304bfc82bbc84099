/// Where in a block completion is asked for.
struct CompletionPlace {
  /// The whole block.
  let text: String
  /// The characters (Unicode scalars) before the cursor.
  let beforeCursor: String
}

/// What may stand at a place.
struct Completion: Equatable {
  /// How many characters (Unicode scalars) before the cursor a candidate replaces.
  var replaced: Int
  /// What may stand there, in the order in which it is listed.
  var candidates: [Candidate]

  /// One text that may stand at a place.
  struct Candidate: Hashable {
    /// The text that is put in.
    let text: String
    /// What follows it when it is the only one: a space, or nothing where more must follow at once.
    let suffix: String
    /// What it is, for the list: an attribute's type; may be empty.
    let detail: String
    /// Texts of which one can follow it at once, where that has to be tried out.
    let continuations: [String]?

    init(
      _ text: String,
      suffix: String = " ",
      detail: String = "",
      continuations: [String]? = nil
    ) {
      self.text = text
      self.suffix = suffix
      self.detail = detail
      self.continuations = continuations
    }
  }

  static let none = Completion(replaced: 0, candidates: [])

  /// The longest beginning that all candidates share.
  var commonPrefix: String {
    guard var prefix = candidates.first?.text else { return "" }
    for candidate in candidates.dropFirst() {
      prefix = prefix.commonPrefix(with: candidate.text)
    }
    return prefix
  }
}

extension String {
  /// The longest beginning of both, by characters; unlike Foundation's, letters count as they are.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
