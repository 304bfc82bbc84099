import Diagnostics
import Model
import Syntax

/// Answers to Swift code with SwiftData.
extension ForeignInput {
  var swiftFinding: Diagnostic? {
    guard let reader = SwiftReader(source.text(in: span)) else { return nil }
    if SwiftDataModel.isMeant(reader) {
      return swiftFinding(SwiftDataModel.text(reader), else: modelHint)
    }
    guard SwiftDataQuery.isMeant(reader) else { return nil }
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
    if case .model = statement.kind { return text }
    return SyntaxPrinter().text(of: statement)
  }
}
