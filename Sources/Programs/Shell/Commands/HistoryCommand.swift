import Diagnostics
import Rendering
import Session
import Syntax

extension DotCommand {
  static let history = DotCommand(
    name: "history",
    arguments: "[pattern] [--session] [--ok] | keep number days | keep all",
    wordCounts: 0...3,
    summary: "list the statements typed in this session and earlier ones",
    example: ".history Budget",
    details: """
      The most recent one is last. A pattern lists only the statements that contain it, ignoring case; \
      without one, the last \(shownBlocks) are listed. The Up key goes through the history, Ctrl-R \
      searches it. `--session` lists only what was typed in this session, `--ok` only what \
      succeeded; both write the session as a script: `.once session.fetch`, then \
      `.history --session --ok`. With `--safe`, there is only this session's history. \
      `.history keep 90 days` limits the other history, of saved changes: a store then forgets \
      what was saved longer ago, and `as of` does not lead back to it. `.history keep all` ends that.
      """,
    suggestions: { _ in options },
    handler: { call throws(Diagnostic) in
      if call.words.count > 1, call.words[0].text.lowercased() == "keep" {
        return try call.keepHistory()
      }
      let options = Set(call.words.map(\.text).filter(Self.options.contains))
      let words = call.words.filter { !options.contains($0.text) }
      guard words.count <= 1, words.first?.text.hasPrefix("--") != true else {
        throw call.usageFailure
      }
      let word = words.first?.text
      let pattern = word?.lowercased()
      let all = call.console.history(
        ofSession: options.contains("--session"),
        onlySucceeded: options.contains("--ok")
      )
      let blocks = all.filter { pattern.map($0.lowercased().contains) ?? true }
      if blocks.isEmpty {
        let what = word.map { "that contains `\(escapedForTerminal($0))`" } ?? "yet"
        call.console.printLine(StyledText("no history \(what)", .dim))
      }
      for block in pattern == nil && options.isEmpty ? blocks.suffix(shownBlocks) : blocks[...] {
        for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
          call.console.printLine(StyledText(escapedForTerminal(String(line))))
        }
      }
      return .succeeded
    }
  )

  private static let shownBlocks = 50
  private static let options = ["--session", "--ok"]
}

extension CommandCall {
  /// `.history keep 90 days`, `.history keep all`
  fileprivate func keepHistory() throws(Diagnostic) -> RunStatus {
    var days: Int?
    if words.count == 3, ["day", "days"].contains(words[2].text.lowercased()) {
      guard let number = Int(words[1].text), (1...100_000).contains(number) else {
        throw usageFailure
      }
      days = number
    } else if words.count != 2 || words[1].text.lowercased() != "all" {
      throw usageFailure
    }
    return reporting { () throws(SessionError) in
      try session.keepHistory(days: days)
      let kept = days.map { counted($0, "day") } ?? "all saved changes"
      console.printLine(StyledText("the history keeps \(kept)"))
      return .succeeded
    }
  }
}

extension Console {
  /// The blocks typed so far, oldest first: of all sessions, or of this one if no file stores them.
  fileprivate func history(ofSession isSession: Bool, onlySucceeded: Bool) -> [String] {
    if isSession {
      return sessionItems.filter { !onlySucceeded || $0.hasSucceeded && $0.isScripted }.map(\.text)
    }
    let kept = settings.isSafe ? nil : LineFile.history.map { InputHistory($0) }
    let failed = onlySucceeded ? kept?.failed ?? [] : []
    return (kept?.blocks ?? []).filter { !failed.contains($0) } + unsavedBlocks
  }
}
