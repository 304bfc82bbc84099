import Diagnostics
import Files
import Formats
import Foundation
import Session
import Storage
import Syntax
import Transfer

extension DotCommand {
  static let dump = DotCommand(
    name: "dump",
    arguments: "[file]",
    wordCounts: 0...1,
    summary: "write all models and records as JSON",
    example: ".dump budgets.json",
    details: """
      The file is replaced only when it is complete. `.restore` reads it again, with identities, \
      relationships and their order. Pending changes are included; saved queries, parameters and the \
      history are not.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      guard let file = call.words.first else { return call.dumpToOutput() }
      return try call.writeFile(file, call.dump)
    }
  )
}

extension CommandCall {
  /// Writes the dump to the current output.
  fileprivate func dumpToOutput() -> RunStatus {
    let printer = ResultPrinter(console: console)
    guard console.printsToTerminal else { return dumping { try printer.write($0) } }
    var bytes = TerminalBytes(.json)
    return dumping {
      try printer.write(bytes.add($0))
    } atEnd: {
      try printer.write(bytes.rest)
    }
  }

  /// Writes the dump to a file, which is replaced only on success.
  fileprivate func dump(to file: ReplacedFile) throws(ReplacedFile.Failure) -> RunStatus {
    var failure: ReplacedFile.Failure?
    let status = dumping(isToOutput: false) { bytes in
      do throws(ReplacedFile.Failure) {
        try file.write(bytes)
      } catch {
        failure = error
        throw WriteFailure()
      }
    }
    guard status == .succeeded else {
      file.discard()
      if let failure { throw failure }
      return status
    }
    try file.commit()
    return .succeeded
  }

  /// A write failed; the caller reports the reason.
  private struct WriteFailure: Error {}

  private func dumping(
    isToOutput: Bool = true,
    to sink: ByteSink,
    atEnd finish: () throws -> Void = {}
  ) -> RunStatus {
    let watch = StopWatch()
    do {
      if console.printsToTerminal, isToOutput {
        try session.dump(to: sink)
      } else {
        try console.showingProgress { try session.dump(to: sink) }
      }
      try finish()
      for line in session.invalidValueNotes() { console.printRemark(line) }
      return .succeeded
    } catch  where error is WriteFailure || error is OutputClosed {
      return .failed
    } catch {
      return console.report(SessionError(error, in: nil), after: watch.elapsed, in: nil)
    }
  }
}

extension DotCommand {
  static let restore = DotCommand(
    name: "restore",
    arguments: "file",
    wordCounts: 1...1,
    summary: "read a file written by `.dump`",
    example: ".restore budgets.json",
    details: """
      Restores everything or nothing, with the original identities, and saves it. Existing models \
      must be identical, and no existing record may have an identity that is in the file.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      try call.refuseIfSafe("reads no files")
      let watch = StopWatch()
      do {
        let outcome = try call.console.showingProgress {
          try call.session.restore(path: call.words[0].text)
        }
        try ResultPrinter(console: call.console).print(outcome.answer)
        return .succeeded
      } catch {
        return call.console.report(SessionError(error, in: nil), after: watch.elapsed, in: nil)
      }
    }
  )
}
