import Diagnostics
import Session
import Storage
import Syntax

extension DotCommand {
  static let output = DotCommand(
    name: "output",
    arguments: "[file | |command | off]",
    wordCounts: 0...Int.max,
    summary: "send the following results to a file or a program, or back to the screen",
    example: ".output report.txt",
    details: """
      `.output report.txt` writes a file, which is replaced when it is complete: at the next \
      `.output` or at the end. File names that end with `.csv`, `.tsv`, `.json`, `.jsonl`, `.md` or \
      `.html` choose that format until you use `.mode`. `.output |sort` pipes the results to a \
      program. `.output off`, or `.output` alone, switches back to the screen. Errors always go to \
      the screen.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      try call.placingRedirection { () throws(Diagnostic) in
        switch try call.redirectionTarget() {
        case .screen: try call.console.finishRedirection()
        case .file(let path): try call.console.redirect(to: path)
        case .program(let command): try call.console.redirect(toProgram: command)
        }
      }
    }
  )

  static let once = DotCommand(
    name: "once",
    arguments: "file | |command",
    wordCounts: 1...Int.max,
    summary: "send the results of the next statement or command to a file or a program",
    example: ".once budgets.txt",
    details: """
      The file is replaced if the statement succeeds; its extension chooses the format, as with \
      `.output`. A command that prints nothing, such as `.mode csv`, does not count. `.once |less` \
      shows a result in a program.
      """,
    takesFile: true,
    handler: { call throws(Diagnostic) in
      try call.placingRedirection { () throws(Diagnostic) in
        switch try call.redirectionTarget() {
        case .screen: throw call.usageFailure
        case .file(let path):
          try call.console.redirectOnce(depth: call.runner.depth) { () throws(Diagnostic) in
            try call.console.refuseStore(at: path)
            return try Redirection(path: path, cancellation: call.console.stores.cancellation)
          }
        case .program(let command):
          try call.console.redirectOnce(depth: call.runner.depth) { () throws(Diagnostic) in
            Redirection(command: command)
          }
        }
      }
    }
  )
}

/// The destination of results.
private enum RedirectionTarget {
  case screen
  case file(String)
  case program(String)
}

extension CommandCall {
  fileprivate func redirectionTarget() throws(Diagnostic) -> RedirectionTarget {
    guard let first = words.first else { return .screen }
    if line.rest.text.hasPrefix("|") {
      let command = line.rest.text.dropFirst().drop(while: \.isWhitespace)
      guard !command.isEmpty else { throw usageFailure }
      try refuseIfSafe("runs no programs")
      return .program(String(command))
    }
    guard words.count == 1 else { throw usageFailure }
    if ["off", "stdout"].contains(first.text) { return .screen }
    try refuseIfSafe("writes no files")
    return .file(first.text)
  }

  /// Runs `body`, and reports an error without a position at the arguments.
  fileprivate func placingRedirection(
    _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> RunStatus {
    let watch = StopWatch()
    session.cancellation.reset()
    do throws(Diagnostic) {
      try body()
      // The program that received the results so far is still running.
      return session.cancellation.isCancelled
        ? console.report(.cancelled, after: watch.elapsed, in: nil) : .succeeded
    } catch {
      // The named pipe has no reader.
      if session.cancellation.isCancelled {
        return console.report(.cancelled, after: watch.elapsed, in: nil)
      }
      guard error.primary == nil else { throw error }
      throw Diagnostic(error.message, at: words.first?.span ?? line.span, help: error.help)
    }
  }
}
