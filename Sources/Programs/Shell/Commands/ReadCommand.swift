import Diagnostics
import Session
import Syntax

extension DotCommand {
  static let read = DotCommand(
    name: "read",
    arguments: "file [name=value …]",
    wordCounts: 1...Int.max,
    summary: "run the statements and commands in a file",
    example: ".read report.fetch limit=500",
    details: """
      `.read report.fetch limit=500` sets `$limit` while the script runs. Errors name the file. The \
      first error ends the script, except with `--no-bail`.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      try call.refuseIfSafe("reads no files")
      let runner = try call.runner.nested(at: call.line.span, bails: call.runner.bails)
      let values = try call.parameterValues()
      guard let source = try call.script() else {
        return call.console.report(.cancelled, after: nil, in: nil)
      }
      let previous = call.session.settings.parameters
      call.session.settings.parameters.merge(values) { $1 }
      defer { call.restoreParameters(values.keys, to: previous) }
      return runner.run(source)
    }
  )
}

extension CommandCall {
  /// The text of the file; nil if Ctrl-C interrupted the reading.
  fileprivate func script() throws(Diagnostic) -> SourceText? {
    do throws(Diagnostic) {
      return try ScriptFile.read(words[0].text)
    } catch {
      if Signals.isInterrupted { return nil }
      throw Diagnostic(error.message, at: words[0].span)
    }
  }

  /// The parameter values after the file: `limit=500`.
  fileprivate func parameterValues() throws(Diagnostic) -> [String: String] {
    var values: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0].drop { $0 == "$" })
      guard parts.count == 2, isParameterName(name) else {
        throw Diagnostic("write parameters as name=value", at: word.span)
      }
      let value = String(parts[1])
      if let fault = session.settings.fault(ofParameter: value) {
        throw Diagnostic(fault, at: word.span)
      }
      values[name] = value
    }
    return values
  }

  /// Restores the parameters that the script was given. Values that it set itself stay.
  fileprivate func restoreParameters(
    _ names: Dictionary<String, String>.Keys,
    to previous: [String: String]
  ) {
    for name in names { session.settings.parameters[name] = previous[name] }
  }
}
