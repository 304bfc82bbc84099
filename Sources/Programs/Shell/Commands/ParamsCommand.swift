import Diagnostics
import Model
import Session
import Storage
import Syntax

extension DotCommand {
  static let params = DotCommand(
    name: "params",
    arguments: "[name value | unset [name]]",
    wordCounts: 0...Int.max,
    summary: "list the $parameters, set one, or unset one or all",
    example: ".params limit 500",
    details: """
      The value is the rest of the line: a number, a date, a duration, a list or any other literal, \
      otherwise a string. For example `.params limit 500` or `.params since 2026-01-31`.
      """,
    suggestions: { ["unset"] + $0.session.settings.parameters.keys.sorted() },
    handler: { call throws(Diagnostic) in
      guard let first = call.words.first else { return try call.listParameters() }
      if first.text == "unset" { return try call.unsetParameters(call.words.dropFirst()) }
      guard call.words.count > 1 else { return try call.showParameter(first) }
      try call.setParameter(first)
      return .succeeded
    }
  )
}

extension CommandCall {
  private var parameters: [String: String] { session.settings.parameters }

  /// The parameter that a word names, with or without `$`.
  private func name(_ word: CommandLine.Word) -> String {
    String(word.text.drop { $0 == "$" })
  }

  fileprivate func listParameters() throws(Diagnostic) -> RunStatus {
    let names = parameters.keys.sorted()
    if names.isEmpty {
      console.printLine(StyledText("no parameters are set", .dim))
      return .succeeded
    }
    return printColumns {
      [
        ("parameter", .string, names.map { .string("$\($0)") }),
        ("value", .string, names.map { .string(parameters[$0] ?? "") }),
        (
          "type", .string,
          names.map { .string(session.settings.typeOfParameter($0)?.description ?? "") }
        ),
      ]
    }
  }

  fileprivate func showParameter(_ word: CommandLine.Word) throws(Diagnostic) -> RunStatus {
    let name = name(word)
    guard let value = parameters[name] else { throw unknownParameter(word) }
    let type = session.settings.typeOfParameter(name)?.description ?? ""
    console.printLine(StyledText("$\(name) = \(value) (\(type))"))
    return .succeeded
  }

  fileprivate func setParameter(_ word: CommandLine.Word) throws(Diagnostic) {
    let name = name(word)
    guard isParameterName(name) else {
      throw Diagnostic("a parameter name must be a single word", at: word.span)
    }
    // Keeps the quotes, which distinguish a string from a number.
    let offset = word.span.upperBound - line.rest.span.lowerBound
    let value = String(decoding: Array(line.rest.text.utf8).dropFirst(offset), as: UTF8.self)
    if let fault = session.settings.fault(ofParameter: value) {
      let start = line.rest.span.lowerBound + offset
      throw Diagnostic(
        fault,
        at: SourceSpan(start, line.rest.span.upperBound),
        help: ["put strings in quotes: `\"…\"`"]
      )
    }
    session.settings.parameters[name] = value.trimmed
  }

  fileprivate func unsetParameters(
    _ words: ArraySlice<CommandLine.Word>
  ) throws(Diagnostic) -> RunStatus {
    for word in words where parameters[name(word)] == nil { throw unknownParameter(word) }
    let names = words.isEmpty ? Array(parameters.keys) : words.map(name)
    for name in names { session.settings.parameters[name] = nil }
    return .succeeded
  }

  private func unknownParameter(_ word: CommandLine.Word) -> Diagnostic {
    let nearest = nearestNames(to: name(word), in: parameters.keys.sorted())
    return Diagnostic(
      "the parameter `$\(name(word))` has no value",
      at: word.span,
      help: [didYouMean(nearest) ?? "`.params \(name(word)) …` gives it one"]
    )
  }
}

/// Whether `$name` is valid syntax.
func isParameterName(_ name: String) -> Bool {
  let source = SourceText(name: "", text: "$" + name)
  var lexer = Lexer(source)
  let token = lexer.next()
  guard case .parameter = token.kind else { return false }
  return token.span == SourceSpan(0, source.bytes.count)
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
