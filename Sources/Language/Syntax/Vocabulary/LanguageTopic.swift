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
  /// All topics, in the order a beginner needs them: those of `Texts/language.topics`.
  public static let all: [LanguageTopic] =
    String(decoding: PackageResources.language_topics, as: UTF8.self).split(separator: "\n\n")
    .compactMap(LanguageTopic.init)

  /// A paragraph of four lines: kind and names, syntax, summary, example; nil for a comment.
  private init?(_ paragraph: Substring) {
    let lines = paragraph.split(separator: "\n").map(String.init)
    let head = lines[0].split(separator: " ", maxSplits: 1)
    guard lines.count == 4, head.count == 2, let kind = Kind(rawValue: String(head[0])) else {
      return nil
    }
    self.kind = kind
    names = head[1].split(separator: ", ").map(String.init)
    (syntax, summary, example) = (lines[1], lines[2], lines[3])
  }

  /// The topics of one kind.
  public static func all(of kind: Kind) -> [LanguageTopic] { all.filter { $0.kind == kind } }

  /// The topics with this name, ignoring case.
  public static func named(_ name: String) -> [LanguageTopic] {
    let name = name.lowercased()
    return all.filter { $0.names.contains { $0.lowercased() == name } }
  }
}
