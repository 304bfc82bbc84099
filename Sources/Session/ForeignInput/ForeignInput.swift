public import Diagnostics
public import Model
import Syntax

/// What somebody typed who is used to another shell or another language, and what was meant.
public struct ForeignInput {
  /// What to do about it.
  public enum Answer: Sendable {
    /// Do what was meant: a dot-command with its argument, and go on at the offset behind the line.
    case command(String, argument: String?, end: Int)
    /// Say what to write instead, and go on at the offset; where there is none behind the stretch
    /// that was given up.
    case finding(Diagnostic, end: Int?)
  }

  private let source: SourceText
  private let span: SourceSpan
  private let schema: Schema

  /// Looks at the stretch of `source` that begins with `span`, which is no statement.
  public init(_ source: SourceText, at span: SourceSpan, schema: Schema) {
    self.source = source
    self.span = span
    self.schema = schema
  }

  /// What was meant; nil if that cannot be told.
  public var answer: Answer? { commandAnswer ?? sqlFinding.map { .finding($0, end: nil) } }

  private var firstLine: SourceSpan {
    let line = source.spanOfLine(source.lineIndex(of: span.lowerBound))
    return SourceSpan(span.lowerBound, line.upperBound)
  }

  // MARK: Commands

  private var commandAnswer: Answer? {
    let words = source.text(in: firstLine).split { $0.isWhitespace || $0 == ";" }.map(String.init)
    guard let command = ForeignCommand.find(words) else { return nil }
    switch command.meaning {
    case .command(let name):
      return .command(name, argument: nil, end: firstLine.upperBound)
    case .commandOfModel(let name, let other):
      guard let word = words.dropFirst(command.words.count).first else {
        return .command(other, argument: nil, end: firstLine.upperBound)
      }
      if let known = SQLNames.entity(word, in: schema)?.name ?? schema.type(word)?.name {
        return .command(name, argument: quotedIfSpaced(known), end: firstLine.upperBound)
      }
      return .finding(unknownModel(word), end: firstLine.upperBound)
    case .hint(let hint):
      return .finding(
        Diagnostic("`\(command.text)` is of another shell", at: start(words), help: [hint]),
        end: firstLine.upperBound
      )
    case .collection:
      return collectionFinding(words[0]).map { .finding($0, end: firstLine.upperBound) }
    }
  }

  private func start(_ words: [String]) -> SourceSpan {
    SourceSpan(span.lowerBound, span.lowerBound + (words.first?.utf8.count ?? 0))
  }

  private func quotedIfSpaced(_ name: String) -> String {
    name.contains(where: \.isWhitespace) ? stringLiteral(name) : name
  }

  private func unknownModel(_ word: String) -> Diagnostic {
    let line = firstLine
    let offset = Array(source.bytes[line.lowerBound..<line.upperBound]).lastRange(of: word)
    let place = offset.map {
      SourceSpan(line.lowerBound + $0, line.lowerBound + $0 + word.utf8.count)
    }
    return Diagnostic(
      "no model is called `\(word)`",
      at: place ?? line,
      help: [
        didYouMean(nearestNames(to: word, in: schema.entities.map(\.name)))
          ?? "`.models` lists the models"
      ]
    )
  }

  /// `db.budgets.find()`
  private func collectionFinding(_ word: String) -> Diagnostic? {
    let parts = word.split(separator: ".").map(String.init)
    guard parts.count >= 3, let entity = SQLNames.entity(parts[1], in: schema) else { return nil }
    let keyword = parts[2].lowercased().hasPrefix("count") ? Keyword.count : .fetch
    return Diagnostic(
      "this is of another shell",
      at: SourceSpan(span.lowerBound, span.lowerBound + word.utf8.count),
      help: ["write `\(keyword.rawValue) \(quotedIfNeeded(entity.name)) where …`"]
    )
  }

  // MARK: SQL

  private var sqlFinding: Diagnostic? {
    guard let tokens = SQLLexer.tokens(source.text(in: span)), let first = tokens.first?.keyword
    else { return nil }
    var reader = SQLReader(tokens)
    if reader.take("EXPLAIN") {
      _ = reader.take("QUERY", "PLAN") || reader.take("ANALYZE")
      guard reader.isAt("SELECT") else { return nil }
      return finding(select(reader).map { Statement.Kind.explain(Self.statement($0), run: nil) })
    }
    switch first {
    case "SELECT": return selectFinding(reader)
    case "INSERT" where reader.isAt("INSERT", "INTO"):
      reader.take()
      reader.take()
      if let unknown = unknownTable(SQLTables.tableName(&reader), .insert) { return unknown }
      return finding(SQLInsert.statement(SQLReader(tokens), schema), or: .insert)
    case "CREATE": return finding(SQLCreateTable.statement(reader), or: .create)
    case "FROM" where reader.tokens.contains(where: { $0.keyword == "SELECT" }):
      return selectFinding(reader)
    default: return SQLHint.byFirstWord[first].map { finding(nil, or: $0) }
    }
  }

  private func select(_ reader: SQLReader) -> Statement.Kind? {
    SQLSelect(reader, schema: schema)?.statement
  }

  private func selectFinding(_ reader: SQLReader) -> Diagnostic? {
    if let statement = select(reader) { return finding(statement) }
    if let unknown = unknownTable(SQLSelect(reader, schema: schema)?.table, .select) {
      return unknown
    }
    let hasJoin = reader.tokens.contains { $0.keyword == "JOIN" }
    return finding(nil, or: hasJoin ? .join : .select)
  }

  /// What is said of a table that no model is like; nil if there is one.
  private func unknownTable(_ table: String?, _ hint: SQLHint) -> Diagnostic? {
    guard let table, SQLNames.entity(table, in: schema) == nil else { return nil }
    let nearest = nearestNames(to: table, in: schema.entities.map(\.name))
    return Diagnostic(
      "this is SQL, and no model is called `\(table)`",
      at: firstWord,
      help: [didYouMean(nearest) ?? "`.models` lists the models", hint.text]
    )
  }

  private var firstWord: SourceSpan {
    let text = source.text(in: span).prefix { !$0.isWhitespace }
    return SourceSpan(span.lowerBound, span.lowerBound + text.utf8.count)
  }

  private func finding(_ statement: Statement.Kind?, or hint: SQLHint = .select) -> Diagnostic {
    let text = statement.map { SyntaxPrinter().text(of: Self.statement($0)) }
    guard let text, Self.parses(text) else {
      return Diagnostic(hint.message, at: firstWord, help: [hint.text(schema)])
    }
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 1 else {
      return Diagnostic("this is SQL", at: firstWord, help: ["here it is written:"] + lines)
    }
    return Diagnostic("this is SQL", at: firstWord, help: ["here it is written `\(text)`"])
  }

  /// Whether the text is one statement: SQL takes more than the language does.
  private static func parses(_ text: String) -> Bool {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement? = parser.next() else { return false }
    return parser.next() == nil
  }

  private static func statement(_ kind: Statement.Kind) -> Statement {
    Statement(kind, span: SourceSpan(at: 0))
  }
}

extension [UInt8] {
  /// Where `text` stands last.
  fileprivate func lastRange(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, count >= bytes.count else { return nil }
    return (0...count - bytes.count).last { self[$0..<$0 + bytes.count].elementsEqual(bytes) }
  }
}
