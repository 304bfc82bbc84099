import Diagnostics
import Diagrams
import Expressions
import Formats
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let schema = DotCommand(
    name: "schema",
    arguments: "[name] [--swift|--mermaid|--svg [file]]",
    wordCounts: 0...3,
    summary:
      "print models, enums and structs as declarations of the language, as SwiftData source or as a picture",
    example: ".schema Budget",
    details: """
      What is printed can be pasted into an empty store.
      With `--swift`, before or behind the name, it is SwiftData source;
      what SwiftData cannot say stands there as a comment.
      `--mermaid` makes a class diagram for Markdown, `--svg` a picture, which goes into a file where
      one is named: `.schema --svg models.svg`. The picture of one model shows what it inherits, the enums and
      structs of its attributes, and by their names the models that its relationships lead to.
      """,
    takesFile: true,
    suggestions: { SchemaForm.options + $0.session.schema.declaredNames },
    handler: { call throws(Diagnostic) in
      let form = try SchemaForm(call)
      var names: [String]?
      if let word = form.name {
        names = [try form.name(word, of: call)]
      }
      if form.kind.isPicture, call.session.schema.declaredNames.isEmpty {
        // A picture of something is not replaced by one of nothing.
        call.print(["no models"])
        return .succeeded
      }
      switch form.kind {
      case .declarations: call.printDeclarations(names)
      case .swift: call.printSwift(names)
      case .mermaid:
        call.print(MermaidDiagram(call.session.schema, names: names.map(Set.init)).lines)
      case .svg:
        let lines = SVGDiagram(call.session.schema, names: names.map(Set.init)).lines
        guard let file = form.file else {
          call.print(lines)
          return .succeeded
        }
        return try call.write(lines, to: file)
      }
      return .succeeded
    }
  )
}

/// What is asked for behind `.schema`, in any order.
private struct SchemaForm {
  enum Kind: String, CaseIterable {
    case declarations
    case swift
    case mermaid
    case svg

    var isPicture: Bool { self == .mermaid || self == .svg }
  }

  static let options = Kind.allCases.dropFirst().map { "--\($0.rawValue)" }

  private(set) var kind = Kind.declarations
  private(set) var name: CommandLine.Word?
  /// Where the picture goes.
  private(set) var file: CommandLine.Word?

  init(_ call: CommandCall) throws(Diagnostic) {
    for word in call.words where word.text.hasPrefix("-") {
      let asked = try Self.kind(word)
      guard kind == .declarations else { throw call.usageFailure }
      kind = asked
    }
    let names = Set(call.session.schema.declaredNames.map { $0.lowercased() })
    for word in call.words where !word.text.hasPrefix("-") {
      let isName = kind != .svg || name == nil && names.contains(word.text.lowercased())
      let isFile = try isName ? false : isFile(word)
      guard isFile ? file == nil : name == nil else { throw call.usageFailure }
      if isFile { file = word } else { name = word }
    }
  }

  /// Whether a word that is no model's name is that of a file; one that may be neither is taken for a model's.
  private func isFile(_ word: CommandLine.Word) throws(Diagnostic) -> Bool {
    if word.text.lowercased().hasSuffix(".svg") { return true }
    guard name != nil || word.text.contains(where: { $0 == "." || $0 == "/" }) else { return false }
    throw Diagnostic(
      "a picture is written as SVG, and the file's name does not end in `.svg`",
      at: word.span,
      help: ["write `.schema --svg models.svg`"]
    )
  }

  /// The model or type that `word` names.
  func name(_ word: CommandLine.Word, of call: CommandCall) throws(Diagnostic) -> String {
    do throws(Diagnostic) {
      return try call.name(word, in: call.session.schema.declaredNames)
    } catch {
      guard kind == .svg, file == nil else { throw error }
      throw error.adding(help: ["the name of a picture's file ends in `.svg`"])
    }
  }

  private static func kind(_ word: CommandLine.Word) throws(Diagnostic) -> Kind {
    let text = word.text.drop(while: { $0 == "-" }).lowercased()
    if let kind = Kind(rawValue: text), kind != .declarations { return kind }
    throw Diagnostic(
      "there is no option `\(word.text)`",
      at: word.span,
      help: [
        "`--swift` prints SwiftData source, `--mermaid` and `--svg` draw a picture"
      ]
    )
  }
}

extension CommandCall {
  /// Prints lines that are no data's.
  fileprivate func print(_ lines: [String]) {
    for line in lines { console.printLine(StyledText(escapedForTerminal(line))) }
  }

  /// Writes a file of lines.
  fileprivate func write(
    _ lines: [String],
    to word: CommandLine.Word
  ) throws(Diagnostic) -> RunStatus {
    try writeFile(word) { file throws(ReplacedFile.Failure) in
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      do throws(ReplacedFile.Failure) {
        try bytes.withUnsafeBufferPointer { bytes throws(ReplacedFile.Failure) in
          try file.write(UnsafeRawBufferPointer(bytes))
        }
      } catch {
        file.discard()
        throw error
      }
      try file.commit()
      return .succeeded
    }
  }

  /// Prints the declarations of `names`, or all of them.
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

  /// Prints the SwiftData source of `names`, or of all.
  fileprivate func printSwift(_ names: [String]?) {
    let printer = SwiftModelPrinter(schema: session.schema, timeZone: session.settings.timeZone)
    for line in SwiftModelPrinter.imports { console.printLine(StyledText(line)) }
    for name in names ?? session.schema.declaredNames {
      console.printLine(StyledText())
      for line in printer.lines(of: name) { console.printLine(StyledText(line)) }
    }
  }
}
