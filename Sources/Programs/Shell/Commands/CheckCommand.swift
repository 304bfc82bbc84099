import Diagnostics
import Model
import Session
import Storage

extension DotCommand {
  static let check = DotCommand(
    name: "check",
    arguments: "[model]",
    wordCounts: 0...1,
    summary: "check the store for damage and invalid values",
    example: ".check Budget",
    details: """
      Looks for wrong types, missing values, invalid enum cases, duplicate keys, damaged indexes, \
      violated rules and bounds, dangling or one-sided references, and ordered relationships that \
      are out of order. Pending changes are checked too. Only the first problems of each kind are \
      listed. Fails if there are problems.
      """,
    suggestions: { $0.session.schema.entities.map(\.name) },
    handler: { call throws(Diagnostic) in
      guard let word = call.words.first else { return call.checkStore(nil) }
      return call.checkStore(
        try call.name(word, in: call.session.schema.entities.map(\.name))
      )
    }
  )
}

extension CommandCall {
  fileprivate func checkStore(_ model: String?) -> RunStatus {
    session.cancellation.reset()
    return reporting { () throws(SessionError) in
      let verdict = try console.showingProgress { () throws(SessionError) in
        try session.check(model)
      }
      let status = printDamage(verdict.lines)
      console.printRemark(verdict.summary)
      return verdict.isSound || status != .succeeded ? status : .failed
    }
  }

  /// Prints lines in modes for people, because tables would cut them; rows in other modes.
  private func printDamage(_ lines: [String]) -> RunStatus {
    if console.settings.mode.isForPeople {
      for line in lines { console.printLine(StyledText(escapedForTerminal(line))) }
      return .succeeded
    }
    return printColumns { [("damage", .string, lines.map(Value.string))] }
  }
}
