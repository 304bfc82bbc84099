/// A statement, a clause, an operator or another form of the language, as help explains it.
///
/// Help, completion and the tests that run every example read this one list.
public struct LanguageTopic: Sendable, Hashable {
  /// What a topic is about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case statement
    case clause
    case `operator`
    case value
    case declaration
  }

  /// What the topic is about.
  public let kind: Kind
  /// What it is asked for by: its keyword or sign, and other spellings.
  public let names: [String]
  /// How it is written, with `…` and words for what is filled in.
  public let syntax: String
  /// What it does, in one sentence.
  public let summary: String
  /// A statement that runs on the demo.
  public let example: String

  init(
    _ kind: Kind,
    _ names: [String],
    _ syntax: String,
    _ summary: String,
    _ example: String
  ) {
    self.kind = kind
    self.names = names
    self.syntax = syntax
    self.summary = summary
    self.example = example
  }

  /// The name that lists show.
  public var name: String { names[0] }
}

extension LanguageTopic {
  /// All topics, in the order in which a newcomer needs them.
  public static let all: [LanguageTopic] =
    statements + clauses + operators + values + declarations + constraints

  /// The topics of one kind.
  public static func all(of kind: Kind) -> [LanguageTopic] { all.filter { $0.kind == kind } }

  /// The topics that bear `name` in any case.
  public static func named(_ name: String) -> [LanguageTopic] {
    let name = name.lowercased()
    return all.filter { $0.names.contains(name) }
  }
}
