import Diagnostics
import Expressions
import Model
import Session
import Syntax

extension DotCommand {
  static let schema = DotCommand(
    name: "schema",
    arguments: "[name] [\(SchemaForm.swift)]",
    wordCounts: 0...2,
    summary:
      "print models, enums and structs as declarations of the language, or as SwiftData source",
    example: ".schema Budget",
    details: """
      What is printed can be pasted into an empty store.
      With `\(SchemaForm.swift)`, before or behind the name, it is SwiftData source;
      what SwiftData cannot say stands there as a comment.
      """,
    suggestions: { [SchemaForm.swift] + $0.session.schema.declaredNames },
    handler: { call throws(Diagnostic) in
      let form = try SchemaForm(call)
      var names: [String]?
      if let word = form.name {
        names = [try call.name(word, in: call.session.schema.declaredNames)]
      }
      form.isSwift ? call.printSwift(names) : call.printDeclarations(names)
      return .succeeded
    }
  )
}

/// What is asked for behind `.schema`, in any order.
private struct SchemaForm {
  static let swift = "--swift"

  private(set) var isSwift = false
  private(set) var name: CommandLine.Word?

  init(_ call: CommandCall) throws(Diagnostic) {
    for word in call.words {
      if word.text.hasPrefix("-") {
        try take(option: word)
      } else if name == nil {
        name = word
      } else {
        throw call.usageFailure
      }
    }
  }

  private mutating func take(option word: CommandLine.Word) throws(Diagnostic) {
    guard word.text.drop(while: { $0 == "-" }).lowercased() == "swift" else {
      throw Diagnostic(
        "there is no option `\(word.text)`",
        at: word.span,
        help: ["`\(Self.swift)` prints SwiftData source"]
      )
    }
    isSwift = true
  }
}

extension CommandCall {
  /// Prints the declarations of `names`, or all of them.
  fileprivate func printDeclarations(_ names: [String]?) {
    let printer = SchemaPrinter(schema: session.schema)
    var sections = (names ?? printer.names).map(printer.lines)
    let waiting = names == nil ? session.waitingDeclarations : []
    if !waiting.isEmpty {
      sections.append(waiting.map { StyledText("// \(escapedForTerminal($0.text))", .dim) })
    }
    for (index, lines) in sections.enumerated() {
      if index > 0 { console.printLine(StyledText()) }
      for line in lines { console.printLine(line) }
    }
  }

  /// Prints the SwiftData source of `names`, or of all.
  fileprivate func printSwift(_ names: [String]?) {
    let printer = SwiftModelPrinter(schema: session.schema, timeZone: session.settings.timeZone)
    for line in SwiftModelPrinter.imports { console.printLine(StyledText(line)) }
    for name in names ?? session.schema.declaredNames {
      console.printLine(StyledText())
      for line in printer.lines(of: name) { console.printLine(StyledText(line)) }
    }
  }

  /// The one of `names` that a word is: exactly, or by letters alone if only one matches.
  func name(_ word: CommandLine.Word, in names: [String]) throws(Diagnostic) -> String {
    if names.contains(word.text) { return word.text }
    let matches = names.filter { $0.lowercased() == word.text.lowercased() }
    if matches.count == 1 { return matches[0] }
    if let waiting = session.waitingDeclarations.first(where: { $0.name == word.text }) {
      throw Diagnostic(
        waiting.text,
        at: word.span,
        help: ["what is missing has to be declared first"]
      )
    }
    throw Diagnostic(
      "there is no model `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.models` lists the models"]
    )
  }
}
