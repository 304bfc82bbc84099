/// The place in a block where completion was requested.
struct CompletionPlace {
  let text: String
  /// The Unicode scalars before the cursor.
  let beforeCursor: String
}

/// The completions at a place.
public struct Completion: Equatable, Sendable {
  /// The number of Unicode scalars before the cursor that a candidate replaces.
  public var replaced: Int
  /// The candidates in the order of the list.
  public var candidates: [Candidate]

  /// A text that can be inserted.
  public struct Candidate: Hashable, Sendable {
    /// The text to insert.
    public let text: String
    /// The text after a single candidate: a space, or nothing if more must follow directly.
    public let suffix: String
    /// A description for the list, such as an attribute's type. May be empty.
    public let detail: String
    /// Texts to try after the candidate; at least one must be valid; nil for no check.
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

  /// The longest common prefix of all candidates.
  var commonPrefix: String {
    guard var prefix = candidates.first?.text else { return "" }
    for candidate in candidates.dropFirst() {
      prefix = prefix.commonPrefix(with: candidate.text)
    }
    return prefix
  }
}

extension String {
  /// The longest common prefix, compared character by character, unlike Foundation's.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
