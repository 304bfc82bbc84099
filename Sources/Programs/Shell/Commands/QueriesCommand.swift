import Diagnostics
import Session
import Syntax

extension DotCommand {
  static let queries = DotCommand(
    name: "queries",
    arguments: "[pattern | drop name]",
    wordCounts: 0...2,
    summary: "list the saved queries, or remove one",
    example: ".queries",
    details: """
      Prints them as statements that you can paste. A pattern lists only those that contain it.
      `.queries drop Budget.overspent` removes one.
      """,
    suggestions: { ["drop"] + $0.session.namedQueries.map(\.fullName) },
    handler: { call throws(Diagnostic) in
      if call.words.count == 2 {
        guard call.words[0].text == "drop" else { throw call.usageFailure }
        return try call.dropQuery(call.words[1])
      }
      call.listQueries(call.words.first?.text.lowercased() ?? "")
      return .succeeded
    }
  )
}

extension CommandCall {
  fileprivate func listQueries(_ pattern: String) {
    let queries = session.namedQueries.filter {
      pattern.isEmpty || $0.text.lowercased().contains(pattern)
    }
    if queries.isEmpty {
      let answer = pattern.isEmpty ? "no saved queries yet" : "no such queries"
      return console.printLine(StyledText(answer, .dim))
    }
    for query in queries {
      for line in query.text.split(separator: "\n") { console.printLine(StyledText(String(line))) }
      if let fault = query.fault {
        console.printLine(StyledText("// no longer works: \(fault)", .dim))
      }
    }
  }

  fileprivate func dropQuery(_ word: CommandLine.Word) throws(Diagnostic) -> RunStatus {
    let names = session.namedQueries.map(\.fullName)
    let matches = names.filter { $0.lowercased() == word.text.lowercased() }
    let name = names.contains(word.text) ? word.text : matches.count == 1 ? matches[0] : nil
    do throws(SessionError) {
      if let name, try session.dropQuery(name) { return .succeeded }
    } catch {
      return console.report(error, after: nil, in: nil)
    }
    throw Diagnostic(
      "there is no saved query named `\(word.text)`",
      at: word.span,
      help: [didYouMean(nearestNames(to: word.text, in: names)) ?? "`.queries` lists them"]
    )
  }
}
