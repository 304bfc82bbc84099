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
      for whatever SwiftData does not support, and declared versions as a migration plan. `--mermaid` prints a class diagram, which GitHub and \
      other Markdown viewers draw; the diagram of one model shows its parent, the enums and structs \
      of its attributes, and the names of related models.
      """,
    suggestions: { SchemaForm.options + $0.session.schema.declaredNames },
    handler: { call throws(Diagnostic) in
      let (form, names) = try call.schemaArguments()
      switch form {
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

private enum SchemaForm: String, CaseIterable {
  case declarations, swift, mermaid

  static let options = allCases.dropFirst().map { "--\($0.rawValue)" }
}

extension CommandCall {
  /// The option and the name, in any order. The names are nil if there is none.
  fileprivate func schemaArguments() throws(Diagnostic) -> (SchemaForm, names: [String]?) {
    let options = words.filter { $0.text.hasPrefix("-") }
    let names = words.filter { !$0.text.hasPrefix("-") }
    guard options.count <= 1, names.count <= 1 else { throw usageFailure }
    var form = SchemaForm.declarations
    if let option = options.first {
      let text = option.text.drop { $0 == "-" }.lowercased()
      guard let asked = SchemaForm(rawValue: text), asked != .declarations else {
        let help =
          text == "svg"
          ? "`--mermaid` prints a diagram, which Mermaid's tools turn into SVG"
          : "`--swift` prints SwiftData source, `--mermaid` a class diagram"
        throw Diagnostic("there is no option `\(option.text)`", at: option.span, help: [help])
      }
      form = asked
    }
    guard let word = names.first else { return (form, nil) }
    return (form, [try name(word, in: session.schema.declaredNames)])
  }

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

  /// Prints the declared versions for SwiftData, with their plan.
  private func printVersions(_ versions: [VersionedModels.Version]) {
    let printer = SwiftVersionPrinter(timeZone: session.settings.timeZone)
    let sections =
      versions.map { printer.lines(of: $0.number, $0.schema) }
      + [printer.plan(versions.map { ($0.number, $0.schema, $0.steps) })]
    for lines in sections {
      console.printLine(StyledText())
      for line in lines { console.printLine(StyledText(line)) }
    }
  }

  /// Prints the SwiftData source of `names`, or of all models and types.
  fileprivate func printSwift(_ names: [String]?) {
    let printer = SwiftModelPrinter(schema: session.schema, timeZone: session.settings.timeZone)
    for line in SwiftModelPrinter.imports { console.printLine(StyledText(line)) }
    let versions = session.declaredVersions
    if names == nil, !versions.isEmpty { return printVersions(versions) }
    for name in names ?? session.schema.declaredNames {
      console.printLine(StyledText())
      for line in printer.lines(of: name) { console.printLine(StyledText(line)) }
    }
  }
}
