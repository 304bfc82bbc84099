import Diagnostics
import Session
import Syntax
import Transfer

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
