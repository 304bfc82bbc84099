import Diagnostics
import Files
import Formats
import JSONRPC
import Model
import Rendering
import Session
import Shell
import Storage
import Syntax

/// Runs the tools of an assistant on the open stores.
final class AssistantTools {
  /// The answer of a tool.
  struct Answer {
    let text: String
    var isError = false
    /// The number of rows in the text; nil for other answers.
    var rows: Int?
  }

  /// A change that was previewed.
  private struct Preview {
    let name: String
    let statement: String
    let store: String
    let text: String
  }

  private let stores: OpenStores
  private let allowsChanges: Bool
  /// The last previews.
  private var previews: [Preview] = []
  private var previewCount = 0
  private static let previewLimit = 100

  init(_ stores: OpenStores, allowsChanges: Bool) {
    (self.stores, self.allowsChanges) = (stores, allowsChanges)
  }

  var storeNames: [String] { stores.stores.map(\.name) }

  /// Runs a tool with arguments that fit its schema.
  func run(_ tool: AssistantTool, _ arguments: JSON) -> Answer {
    let store = arguments["store"].string ?? stores.stores[0].name
    guard let session = stores.use(store)?.session else {
      return Answer(
        text: "error: there is no store \(store.debugDescription)\n"
          + "help: the stores are \(storeNames.joined(separator: ", "))",
        isError: true
      )
    }
    session.cancellation.reset()
    let source = SourceText(name: tool.rawValue, text: arguments["statement"].string ?? "")
    let limit = TimeLimit(AnswerLimits.time, session.cancellation)
    let start = ContinuousClock.now
    defer { limit.end() }
    do throws(SessionError) {
      return try answer(tool, arguments, source, session)
    } catch {
      let isLate = start.duration(to: .now) >= AnswerLimits.time
      return failure(error, in: source, isLate: isLate)
    }
  }

  private func answer(
    _ tool: AssistantTool,
    _ arguments: JSON,
    _ source: SourceText,
    _ session: QuerySession
  ) throws(SessionError) -> Answer {
    switch tool {
    case .listModels: return models(arguments["model"].string, session)
    case .query, .explain, .trace:
      let statement = try StatementGate(tool: tool, session: session).statement(in: source)
      let rows = arguments["rows"].int ?? AnswerLimits.defaultRows
      return try run(statement, in: source, session, rows: rows)
    case .preview: return try preview(source, session)
    case .apply: return try apply(arguments["change"].string ?? "")
    }
  }

  private func failure(_ error: SessionError, in source: SourceText, isLate: Bool) -> Answer {
    let text =
      switch error {
      case .failed(let findings): DiagnosticRenderer().render(findings, in: source)
      case .unreadable(let findings): findings.lines.joined(separator: "\n")
      case .cancelled:
        isLate
          ? "error: stopped after \(AnswerLimits.time)\nhelp: add conditions, or a `limit`"
          : "error: cancelled"
      }
    return Answer(text: Self.cut(text).text, isError: true)
  }

  // MARK: Statements

  private func run(
    _ statement: Statement,
    in source: SourceText,
    _ session: QuerySession,
    rows limit: Int = AnswerLimits.defaultRows
  ) throws(SessionError) -> Answer {
    let outcome = try session.run(statement, in: source)
    do {
      var answer = try answer(outcome, session, min(max(1, limit), AnswerLimits.maximumRows))
      let notes = outcome.notes().map { "\n" + $0 }.joined()
      answer = Answer(text: answer.text + notes, isError: answer.isError, rows: answer.rows)
      return answer
    } catch {
      throw session.failure(error, of: statement, in: source)
    }
  }

  private func answer(
    _ outcome: StatementOutcome,
    _ session: QuerySession,
    _ limit: Int
  ) throws -> Answer {
    let context = RenderingContext(timeZone: session.settings.timeZone)
    if let rows = outcome.rows { return try table(rows, session, limit) }
    switch outcome.answer {
    case .value(let value, _): return Answer(text: context.values.string(value))
    case .message(let text): return Answer(text: text)
    case .report(let report): return Answer(text: Self.cut(report.rendered(in: context)).text)
    case .rows, .charted, .watch, .expectation: return Answer(text: "")
    }
  }

  private func table(
    _ rows: any ResultRows,
    _ session: QuerySession,
    _ limit: Int
  ) throws -> Answer {
    guard rows.rowCount > 0 else { return Answer(text: "no rows", rows: 0) }
    var shown = min(limit, rows.rowCount)
    var text = try csv(rows.first(shown), session)
    let isLong = text.utf8.count > AnswerLimits.bytes
    while text.utf8.count > AnswerLimits.bytes, shown > 1 {
      shown = max(1, min(shown - 1, shown * AnswerLimits.bytes / text.utf8.count))
      text = try csv(rows.first(shown), session)
    }
    var note = counted(rows.rowCount, "row")
    if shown < rows.rowCount {
      note =
        "the first \(groupedDigits(shown)) of \(note)"
        + (isLong ? ", since more would be too long" : "")
        + ": select fewer columns, add conditions, group, or continue with `offset \(shown)`"
    }
    return Answer(text: Self.cut(text).text + "\n" + note, rows: shown)
  }

  private func csv(_ rows: any ResultRows, _ session: QuerySession) throws -> String {
    var bytes: [UInt8] = []
    try FileFormat.csv.writer?.write(rows, cancellation: session.cancellation) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text, cut after a line if it is too long.
  private static func cut(_ text: String) -> (text: String, isCut: Bool) {
    guard text.utf8.count > AnswerLimits.bytes else { return (text, false) }
    let head = text.utf8.prefix(AnswerLimits.bytes)
    let end = head.lastIndex(of: UInt8(ascii: "\n")) ?? head.endIndex
    return (String(decoding: head[..<end], as: UTF8.self) + "\n…", true)
  }

  // MARK: Models

  private func models(_ name: String?, _ session: QuerySession) -> Answer {
    let printer = SchemaPrinter(schema: session.schema)
    let names = printer.names
    if let name, !names.contains(name) {
      let nearest = didYouMean(nearestNames(to: name, in: names))
      let help = nearest ?? "the models are \(names.joined(separator: ", "))"
      return Answer(text: "error: there is no model `\(name)`\nhelp: \(help)", isError: true)
    }
    var parts = names.filter { name == nil || $0 == name }.map { name in
      let count = session.schema.entity(name) == nil ? nil : try? session.quickRecordCount(of: name)
      let head = count.flatMap { $0 }.map { "// \(counted($0, "record"))\n" } ?? ""
      return head + printer.lines(of: name).map(\.plain).joined(separator: "\n")
    }
    parts += session.namedQueries.filter { query in
      query.fault == nil && (name == nil || query.entity == name)
    }.map(\.text)
    let text = parts.isEmpty ? "there are no models" : parts.joined(separator: "\n\n")
    return Answer(text: Self.cut(text).text)
  }

  // MARK: Changes

  private func preview(
    _ source: SourceText,
    _ session: QuerySession
  ) throws(SessionError) -> Answer {
    let statement = try StatementGate(tool: .preview, session: session).statement(in: source)
    let answer = try previewed(statement, source, session)
    guard allowsChanges, !answer.isError else {
      let note = "this server makes no changes: it was started without --allow-changes"
      return answer.isError ? answer : Answer(text: answer.text + "\n" + note)
    }
    return Answer(text: answer.text + "\n" + keep(answer.text, of: source.text, session))
  }

  private func previewed(
    _ statement: Statement,
    _ source: SourceText,
    _ session: QuerySession
  ) throws(SessionError) -> Answer {
    let preview = Statement(.preview(statement), span: statement.span)
    let outcome = try session.run(preview, in: source)
    guard case .report(let report) = outcome.answer else {
      return try run(preview, in: source, session)
    }
    let context = RenderingContext(timeZone: session.settings.timeZone)
    let text = Self.cut(report.rendered(in: context)).text
    return Answer(text: text, isError: report.isRejected)
  }

  /// Keeps a preview, and says how to apply it.
  private func keep(_ text: String, of statement: String, _ session: QuerySession) -> String {
    previewCount += 1
    let name = "change-\(previewCount)"
    previews.append(
      Preview(name: name, statement: statement, store: stores.current.name, text: text)
    )
    if previews.count > Self.previewLimit { previews.removeFirst() }
    return "`apply` with the change \"\(name)\" makes this change"
  }

  private func apply(_ name: String) throws(SessionError) -> Answer {
    guard let place = previews.firstIndex(where: { $0.name == name }),
      let session = stores.use(previews[place].store)?.session
    else {
      return Answer(
        text: "error: there is no change \(name.prefix(100).debugDescription)\n"
          + "help: `preview` shows a change and names it; each can be applied once",
        isError: true
      )
    }
    let preview = previews.remove(at: place)
    let source = SourceText(name: "apply", text: preview.statement)
    let statement = try StatementGate(tool: .preview, session: session).statement(in: source)
    let now = try previewed(statement, source, session)
    guard now.text == preview.text else {
      let next = now.isError ? "" : "\n" + keep(now.text, of: preview.statement, session)
      return Answer(
        text: "error: the store has changed since the preview; nothing was changed\n\n"
          + now.text + next,
        isError: true
      )
    }
    return try run(statement, in: source, session)
  }
}
