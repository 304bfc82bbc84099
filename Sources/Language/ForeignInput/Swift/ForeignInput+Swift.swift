import Binding
import Diagnostics
import Model
import Syntax

/// Answers to Swift code with SwiftData.
extension ForeignInput {
  var swiftAnswer: Answer? {
    modelAnswer ?? swiftFinding.map { .finding($0, end: nil) }
  }

  /// The declarations for all types from here on, and the place after them.
  private var modelAnswer: Answer? {
    let text = source.text(in: SourceSpan(span.lowerBound, source.bytes.count))
    guard var reader = SwiftReader(text), SwiftDataModel.isMeant(reader) else { return nil }
    let declarations = SwiftDataModel.declarations(SwiftDataModel.all(&reader))
    let isValid = !declarations.isEmpty && declarations.map(\.text).allSatisfy(Self.parses)
    let notes = declarations.flatMap { declaration in
      declaration.omitted.map { "`\(declaration.name).\($0)` has no equivalent" }
    }
    let finding = Diagnostic(
      "this is Swift",
      at: firstSwiftWord,
      help: isValid ? declarations.map { "in Martlet: `\($0.text)`" } + notes : [modelHint]
    )
    return .finding(finding, end: isValid ? span.lowerBound + reader.offset : nil)
  }

  private var swiftFinding: Diagnostic? {
    guard let reader = SwiftReader(source.text(in: span)) else { return nil }
    if let finding = SwiftContextCall(reader, schema).flatMap(contextFinding) { return finding }
    if let finding = savedQueryFinding(reader) { return finding }
    if let statement = SwiftCondition.statement(reader, schema) {
      return swiftFinding(statement, else: SQLHint.select.text(schema))
    }
    if let (name, text) = SwiftCondition.unknown(reader, schema), Self.parses(text) {
      return Diagnostic(
        "this is Swift, and no model has `\(name)`",
        at: firstSwiftWord,
        help: ["in Martlet: `\(text)`"]
      )
    }
    guard SwiftDataQuery.isMeant(reader, schema) else { return nil }
    if let name = SwiftDataQuery.unknownModel(reader, schema) {
      let nearest = nearestNames(to: name, in: schema.entities.map(\.name))
      return Diagnostic(
        "this is Swift, and no model is named `\(name)`",
        at: firstSwiftWord,
        help: [didYouMean(nearest) ?? "`.models` lists the models", SQLHint.select.text(schema)]
      )
    }
    return swiftFinding(SwiftDataQuery.text(reader, schema), else: SQLHint.select.text(schema))
  }

  /// The answer to `context.insert(…)` and its like.
  private func contextFinding(_ call: SwiftContextCall) -> Diagnostic? {
    let isWhole = !call.statement.contains("…")
    return Diagnostic(
      "this is Swift",
      at: firstSwiftWord,
      help: ["\(isWhole ? "in Martlet:" : "write") `\(call.statement)`"]
    )
  }

  /// The answer to `@Query(Budget.large)`, whose predicate is in other code.
  private func savedQueryFinding(_ reader: SwiftReader) -> Diagnostic? {
    guard let rest = reader.after("@", "Query", "("), rest.peek(1) == ".", let name = rest.peek(2),
      rest.peek(3) == ")" || rest.peek(3) == ",", let type = rest.next,
      let entity = SQLNames.entity(type, in: schema)
    else { return nil }
    let query = "\(quotedIfNeeded(entity.name)).\(quotedIfNeeded(name))"
    return Diagnostic(
      "this is Swift, and `\(type).\(name)` is declared in other code",
      at: firstSwiftWord,
      help: [
        "save the query once: `let \(query) = fetch \(quotedIfNeeded(entity.name)) where …`",
        "then write `fetch \(query)`",
      ]
    )
  }

  private var modelHint: String {
    "to declare a model, write `model Budget { name: String unique, limit: Double }`"
  }

  private func swiftFinding(_ text: String?, else hint: String) -> Diagnostic {
    let written = text.flatMap(Self.canonical).map { "in Martlet: `\($0)`" }
    return Diagnostic("this is Swift", at: firstSwiftWord, help: [written ?? hint])
  }

  private var firstSwiftWord: SourceSpan {
    let start = source.text(in: firstLine).prefix { !$0.isWhitespace }
    return SourceSpan(span.lowerBound, span.lowerBound + start.utf8.count)
  }

  /// The statement in canonical form; nil if it is not valid.
  private static func canonical(_ text: String) -> String? {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil else { return nil }
    return SyntaxPrinter().text(of: statement)
  }
}
