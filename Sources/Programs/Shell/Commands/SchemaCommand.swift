import Diagnostics
import Diagrams
import Expressions
import Model
import Session
import Storage
import SwiftSource
import Syntax

extension DotCommand {
  static let schema = DotCommand(
    name: "schema",
    arguments: "[name] [--swift|--mermaid]",
    wordCounts: 0...2,
    summary: "print models, enums and structs as declarations, SwiftData source or a diagram",
    example: ".schema Budget",
    details: """
      You can paste the output into an empty store. `--swift` prints SwiftData source, with comments \
      for whatever SwiftData does not support. `--mermaid` prints a class diagram, which GitHub and \
      other Markdown viewers draw; the diagram of one model shows its parent, the enums and structs \
      of its attributes, and the names of related models.
      """,
    suggestions: { SchemaForm.options + $0.session.schema.declaredNames },
    handler: { call throws(Diagnostic) in
      let form = try SchemaForm(call)
      var names: [String]?
      if let word = form.name {
        names = [try form.name(word, of: call)]
      }
      switch form.kind {
      case .declarations: call.printDeclarations(names)
      case .swift: call.printSwift(names)
      case .mermaid:
        let schema = call.session.schema
        call.print(
          schema.declaredNames.isEmpty
            ? ["no models"] : MermaidDiagram(schema, names: names.map(Set.init)).lines
        )
      }
      return .succeeded
    }
  )
}

/// The options and the name after `.schema`, in any order.
private struct SchemaForm {
  enum Kind: String, CaseIterable {
    case declarations
    case swift
    case mermaid
  }

  static let options = Kind.allCases.dropFirst().map { "--\($0.rawValue)" }

  private(set) var kind = Kind.declarations
  private(set) var name: CommandLine.Word?

  init(_ call: CommandCall) throws(Diagnostic) {
    for word in call.words where word.text.hasPrefix("-") {
      let asked = try Self.kind(word)
      guard kind == .declarations else { throw call.usageFailure }
      kind = asked
    }
    for word in call.words where !word.text.hasPrefix("-") {
      guard name == nil else { throw call.usageFailure }
      name = word
    }
  }

  /// The model or type that `word` names.
  func name(_ word: CommandLine.Word, of call: CommandCall) throws(Diagnostic) -> String {
    try call.name(word, in: call.session.schema.declaredNames)
  }

  private static func kind(_ word: CommandLine.Word) throws(Diagnostic) -> Kind {
    let text = word.text.drop(while: { $0 == "-" }).lowercased()
    if let kind = Kind(rawValue: text), kind != .declarations { return kind }
    let help =
      text == "svg"
      ? "`--mermaid` prints a diagram, which Mermaid's tools turn into SVG"
      : "`--swift` prints SwiftData source, `--mermaid` a class diagram"
    throw Diagnostic("there is no option `\(word.text)`", at: word.span, help: [help])
  }
}

extension CommandCall {
  fileprivate func print(_ lines: [String]) {
    for line in lines { console.printLine(StyledText(escapedForTerminal(line))) }
  }

  /// Prints the declarations of `names`, or of all models and types.
  fileprivate func printDeclarations(_ names: [String]?) {
    let printer = SchemaPrinter(schema: session.schema)
    var sections = (names ?? printer.names).map(printer.lines)
    if names == nil, let remark = session.versionRemark {
      sections.insert([StyledText("// \(remark)", .dim)], at: 0)
    }
    let waiting = names == nil ? session.waitingDeclarations : []
    if !waiting.isEmpty {
      sections.append(waiting.map { StyledText("// \(escapedForTerminal($0.text))", .dim) })
    }
    for (index, lines) in sections.enumerated() {
      if index > 0 { console.printLine(StyledText()) }
      for line in lines { console.printLine(line) }
    }
  }

  /// Prints the SwiftData source of `names`, or of all models and types.
  fileprivate func printSwift(_ names: [String]?) {
    let printer = SwiftModelPrinter(schema: session.schema, timeZone: session.settings.timeZone)
    for line in SwiftModelPrinter.imports { console.printLine(StyledText(line)) }
    for name in names ?? session.schema.declaredNames {
      console.printLine(StyledText())
      for line in printer.lines(of: name) { console.printLine(StyledText(line)) }
    }
  }
}
