import Context
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
    var text: String
    var isError = false
    /// Remarks after the text, which are not cut with it.
    var remarks: [String] = []

    /// The text and the remarks within the limits of an answer.
    var limitedText: String {
      let remarks = remarks.map { "\n" + $0 }.joined()
      return cut(text, to: AnswerLimits.textBytes) + cut(remarks, to: AnswerLimits.remarkBytes)
    }
  }

  /// A change that was previewed.
  private struct Preview {
    let name: String
    let statement: String
    let store: String
    let text: String
    let basis: Basis
  }

  /// What the values of a preview depend on, except for `uuid()`.
  private struct Basis {
    let version: StoreVersion
    let moment: Timestamp
    let seed: Int64
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
    if let fault = (session.store as? HidingStore)?.fault {
      return Answer(text: "error: \(fault)", isError: true)
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
      return try result(of: statement, in: source, session, rows: rows)
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
    return Answer(text: text, isError: true)
  }

  // MARK: Statements

  /// Runs a statement, and shows at most `limit` rows.
  private func result(
    of statement: Statement,
    in source: SourceText,
    _ session: QuerySession,
    rows limit: Int = AnswerLimits.defaultRows
  ) throws(SessionError) -> Answer {
    let outcome = try session.run(statement, in: source)
    do {
      var answer = try shown(outcome, session, limit)
      answer.remarks += outcome.notes()
      return answer
    } catch {
      throw session.failure(error, of: statement, in: source)
    }
  }

  private func shown(
    _ outcome: StatementOutcome,
    _ session: QuerySession,
    _ limit: Int
  ) throws -> Answer {
    let context = RenderingContext(timeZone: session.settings.timeZone)
    if let rows = outcome.rows { return try table(rows, session, limit) }
    switch outcome.answer {
    case .value(let value, _): return Answer(text: context.values.string(value))
    case .message(let text): return Answer(text: text)
    case .report(let report): return Answer(text: report.rendered(in: context))
    case .rows, .charted, .watch, .expectation: return Answer(text: "")
    }
  }

  private func table(
    _ rows: any ResultRows,
    _ session: QuerySession,
    _ limit: Int
  ) throws -> Answer {
    guard rows.rowCount > 0 else { return Answer(text: "no rows") }
    var shown = min(limit, rows.rowCount)
    var text = try csv(rows.first(shown), session)
    let isLong = text.utf8.count > AnswerLimits.textBytes
    while text.utf8.count > AnswerLimits.textBytes, shown > 1 {
      shown = max(1, min(shown - 1, shown * AnswerLimits.textBytes / text.utf8.count))
      text = try csv(rows.first(shown), session)
    }
    let count = counted(rows.rowCount, "row")
    if text.utf8.count > AnswerLimits.textBytes {
      let remark = "the first of \(count) is too long and was cut: select fewer columns"
      // A cut between lines would leave the header alone.
      return Answer(text: cut(text, to: AnswerLimits.textBytes, atLine: false), remarks: [remark])
    }
    guard shown < rows.rowCount else { return Answer(text: text, remarks: [count]) }
    let remark =
      "the first \(groupedDigits(shown)) of \(count)"
      + (isLong ? ", since more would be too long" : "")
      + ": select fewer columns, add conditions, group, or continue with `offset \(shown)`"
    return Answer(text: text, remarks: [remark])
  }

  private func csv(_ rows: any ResultRows, _ session: QuerySession) throws -> String {
    var bytes: [UInt8] = []
    try FileFormat.csv.writer?.write(rows, cancellation: session.cancellation) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
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
    return Answer(text: text)
  }

  // MARK: Changes

  private func preview(
    _ source: SourceText,
    _ session: QuerySession
  ) throws(SessionError) -> Answer {
    let statement = try StatementGate(tool: .preview, session: session).statement(in: source)
    let basis = Basis(
      version: try version(session, statement, source),
      moment: session.settings.clock(),
      seed: .random(in: .min ... .max)
    )
    var answer = try evaluating(basis, session) { () throws(SessionError) in
      try previewed(statement, source, session)
    }
    if answer.isError { return answer }
    if allowsChanges {
      answer.remarks.append(keep(answer.text, of: source.text, basis))
    } else {
      answer.remarks.append(
        "this server makes no changes: it was started without --allow-changes"
      )
    }
    return answer
  }

  private func previewed(
    _ statement: Statement,
    _ source: SourceText,
    _ session: QuerySession
  ) throws(SessionError) -> Answer {
    let preview = Statement(.preview(statement), span: statement.span)
    let outcome = try session.run(preview, in: source)
    guard case .report(let report) = outcome.answer else {
      return try result(of: preview, in: source, session)
    }
    let context = RenderingContext(timeZone: session.settings.timeZone)
    return Answer(text: report.rendered(in: context), isError: report.isRejected)
  }

  /// Keeps a preview, and says how to apply it.
  private func keep(_ text: String, of statement: String, _ basis: Basis) -> String {
    previewCount += 1
    let name = "change-\(previewCount)"
    previews.append(
      Preview(
        name: name,
        statement: statement,
        store: stores.current.name,
        text: text,
        basis: basis
      )
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
    if let fault = (session.store as? HidingStore)?.fault {
      return Answer(text: "error: \(fault)", isError: true)
    }
    let source = SourceText(name: "apply", text: preview.statement)
    let statement = try StatementGate(tool: .preview, session: session).statement(in: source)
    let applied = try evaluating(preview.basis, session) { () throws(SessionError) -> Answer? in
      let text = try previewed(statement, source, session).text
      // The preview has not all values that the change may replace; the version covers them.
      guard try version(session, statement, source) == preview.basis.version,
        Self.withoutUUIDs(text) == Self.withoutUUIDs(preview.text)
      else { return nil }
      return try result(of: statement, in: source, session)
    }
    if let applied { return applied }
    var next = try self.preview(source, session)
    next.text =
      "error: the store has changed since the preview; nothing was changed\n\n" + next.text
    next.isError = true
    return next
  }

  /// The version of a store. It stays the same as long as nothing is written.
  private func version(
    _ session: QuerySession,
    _ statement: Statement,
    _ source: SourceText
  ) throws(SessionError) -> StoreVersion {
    do {
      return try session.modelContext.snapshot().version
    } catch {
      throw session.failure(error, of: statement, in: source)
    }
  }

  /// Runs `body` with the time and the random numbers of a preview.
  private func evaluating<Result>(
    _ basis: Basis,
    _ session: QuerySession,
    _ body: () throws(SessionError) -> Result
  ) throws(SessionError) -> Result {
    let (clock, seed) = (session.settings.clock, session.settings.seed)
    defer {
      session.settings.clock = clock
      session.settings.seed = seed
    }
    let moment = basis.moment
    session.settings.clock = { moment }
    session.settings.seed = basis.seed
    return try body()
  }

  /// The text with the same word for all UUIDs, since `uuid()` returns another one each time.
  private static func withoutUUIDs(_ text: String) -> String {
    text.replacing(/[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/, with: "uuid")
  }
}

/// The text if it has at most `limit` bytes; otherwise its beginning.
///
/// - Parameter atLine: Whether the beginning ends with a whole line.
private func cut(_ text: String, to limit: Int, atLine: Bool = true) -> String {
  guard text.utf8.count > limit else { return text }
  var end = text.utf8.index(text.startIndex, offsetBy: limit - cutMark.utf8.count)
  // Not within a character.
  while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
  let head = text[..<end]
  let line = atLine ? head.utf8.lastIndex(of: UInt8(ascii: "\n")) : nil
  return String(head[..<(line ?? end)]) + cutMark
}

private let cutMark = "\n…"
