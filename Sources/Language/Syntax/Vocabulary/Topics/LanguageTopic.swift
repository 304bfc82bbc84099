/// A statement, clause, operator or other form of the language, as help explains it.
///
/// Help, completion and the tests that run every example all use this list.
public struct LanguageTopic: Sendable, Hashable {
  /// What a topic is about.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case statement
    case clause
    case `operator`
    case value
    case declaration

    func callAsFunction(
      _ names: [String],
      _ syntax: String,
      _ summary: String,
      _ example: String
    ) -> LanguageTopic {
      LanguageTopic(kind: self, names: names, syntax: syntax, summary: summary, example: example)
    }
  }

  /// What the topic is about.
  public let kind: Kind
  /// The words that help finds it by: its keyword or symbol, and other spellings.
  public let names: [String]
  /// Its syntax, with placeholders.
  public let syntax: String
  /// What it does, in one sentence.
  public let summary: String
  /// A statement that runs on the demo data.
  public let example: String

  /// The name that lists show.
  public var name: String { names[0] }
}

extension LanguageTopic {
  // Called as functions, the kinds create topics.
  static let statement = Kind.statement
  static let clause = Kind.clause
  static let operation = Kind.operator
  static let value = Kind.value
  static let declaration = Kind.declaration

  /// All topics, in the order a beginner needs them.
  public static let all: [LanguageTopic] =
    statements + clauses + operators + values + declarations + constraints

  /// The topics of one kind.
  public static func all(of kind: Kind) -> [LanguageTopic] { all.filter { $0.kind == kind } }

  /// The topics with this name, ignoring case.
  public static func named(_ name: String) -> [LanguageTopic] {
    let name = name.lowercased()
    return all.filter { $0.names.contains(name) }
  }
}
