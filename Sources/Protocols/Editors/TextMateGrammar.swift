import Expressions
public import JSONRPC
import Model
import Syntax

/// The grammar for editors that color by patterns, made from the vocabulary of the language.
public enum TextMateGrammar {
  /// The grammar in TextMate's JSON.
  public static var json: JSON {
    [
      "name": "Martlet", "scopeName": "source.martlet", "fileTypes": ["fetch"],
      "patterns": .array(patterns),
    ]
  }

  /// The grammar as a file, with a line for each pattern.
  public static var text: String {
    let rows = patterns.map { "  " + $0.text }.joined(separator: ",\n")
    return json.text.replacing(JSON.array(patterns).text, with: "[\n\(rows)\n]") + "\n"
  }

  private static var patterns: [JSON] {
    [
      match("comment.line.shebang.martlet", #"\A#!.*$"#),
      match("comment.line.double-slash.martlet", "//.*$"),
      range("comment.block.martlet", #"/\*"#, #"\*/"#),
      match("keyword.other.command.martlet", #"^\s*\.[A-Za-z]+\b"#),
      range("string.quoted.double.martlet", "\"", "\"", escape: #"\\."#),
      range("string.quoted.single.martlet", "'", "'", escape: #"\\."#),
      match("entity.name.quoted.martlet", "`[^`]*`"),
      match("variable.parameter.martlet", #"\$[A-Za-z_][A-Za-z0-9_]*"#),
      match("constant.numeric.date.martlet", #"\b\d{4}-\d{2}-\d{2}(T[0-9:.]+(Z|[+-][0-9:]+)?)?"#),
      match("constant.numeric.martlet", #"\b(0x[0-9A-Fa-f_]+|\d[\d_]*(\.\d+)?([eE][+-]?\d+)?)\b"#),
      words("storage.type.martlet", [.model, .enum, .struct, .extend, .version]),
      words("constant.language.martlet", Keyword.all(in: .constant)),
      words("keyword.control.martlet", Keyword.all(in: .statement) + Keyword.all(in: .clause)),
      words("keyword.operator.word.martlet", Keyword.all(in: .operator)),
      words("keyword.other.martlet", others),
      match("support.function.martlet", #"\b(\#(functions))(?=\()"#),
      match("entity.name.type.martlet", #"\b[A-Z][A-Za-z0-9_]*\b"#),
      match("keyword.operator.martlet", #"[-+*/%=<>!~?&|]+"#),
    ]
  }

  /// The words with other roles, except those that are more often names.
  private static var others: [Keyword] {
    let roles: [KeywordRole] = [
      .naming, .afterClause, .quantifier, .sortKey, .conditional, .windowing, .chartKind, .property,
    ]
    let names: Set<Keyword> = [.first, .last, .no, .line, .column, .index, .key, .data]
    return roles.flatMap { Keyword.all(in: $0) }.filter { !names.contains($0) }
  }

  private static var functions: String {
    let names =
      FunctionDeclaration.all.map(\.function.name) + AggregateDeclaration.all.map(\.function.name)
    return alternatives(names)
  }

  private static func words(_ scope: String, _ keywords: [Keyword]) -> JSON {
    match(scope, #"(?i)(?<![.$])\b(\#(alternatives(keywords.map(\.rawValue))))\b"#)
  }

  private static func alternatives(_ words: [String]) -> String {
    Set(words).sorted().joined(separator: "|")
  }

  private static func match(_ scope: String, _ pattern: String) -> JSON {
    ["name": .string(scope), "match": .string(pattern)]
  }

  private static func range(
    _ scope: String,
    _ begin: String,
    _ end: String,
    escape: String? = nil
  ) -> JSON {
    let range: JSON = ["name": .string(scope), "begin": .string(begin), "end": .string(end)]
    guard let escape else { return range }
    return range.with(["patterns": [match("constant.character.escape.martlet", escape)]])
  }
}
