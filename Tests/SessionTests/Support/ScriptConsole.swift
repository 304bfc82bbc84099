import Binding
import Context
import Demo
import Diagnostics
import Explaining
import Expressions
import Features
import Formats
import Foundation
import Model
import Rendering
import Session
import Storage
import Syntax
import TestSupport
import Transfer

@testable import SwiftSource

/// A session whose answers are strings.
final class ScriptConsole {
  /// How answers are shown.
  enum Mode {
    /// Rows as CSV, failures in short, with the name `script`.
    case csv
    /// Rows as JSON lines, failures in short.
    case jsonLines
    /// Rows as tables, failures as a person in the shell sees them.
    case table
  }

  private let files: ScriptFiles
  private let stores: OpenStores
  /// The session on the current store.
  var session: QuerySession { stores.session }
  /// Another session on the first store.
  private lazy var second = QuerySession(
    container: session.modelContext.container,
    settings: session.settings
  )
  private var usesSecond = false
  /// The statement that runs.
  private var current = ""
  private let mode: Mode
  /// The files that statements read and write; nil where there are none.
  private var folder: TemporaryFolder?
  /// Whether an empty result is explained.
  private let givesHints: Bool
  /// The query of the last `watch`, whose changes are printed after each answer.
  private var watched: WatchedQuery?

  /// A console without hints and parameters.
  init(mode: Mode, demo: Bool) throws {
    self.mode = mode
    givesHints = false
    files = try ScriptFiles()
    stores = OpenStores(files.opening)
    if demo { try session.loadDemo() }
  }

  /// A console as a script wants it.
  init(_ settings: ScriptSettings, _ stores: ScriptStores? = nil) throws {
    let kind = stores ?? settings.stores
    mode = settings.mode
    givesHints = settings.givesHints
    files = try ScriptFiles(kind, hasDemo: settings.hasDemo)
    self.stores = OpenStores(files.opening)
    session.settings.parameters = settings.parameters
    session.settings.seed = settings.seed
    if let time = settings.time, let seconds = try? Date(time, strategy: .iso8601) {
      let time = Timestamp(microseconds: Int64(seconds.timeIntervalSince1970 * 1_000_000))
      session.settings.clock = { time }
    }
    if settings.hasDemo, kind == .memory || kind == .server { try session.loadDemo() }
    guard !settings.files.isEmpty else { return }
    let folder = try TemporaryFolder(inMemory: true)
    for file in settings.files { try folder.write(file.text, to: file.name) }
    self.folder = folder
    // Stores that accept batches get several.
    session.settings.importBatchSize = kind == .file ? 40 : 1 << 20
  }

  /// Runs the statement in `text`; the answer, and whether it failed.
  func answer(_ text: String, isOfSecond: Bool = false) -> (text: String, fails: Bool) {
    guard let folder else { return answerItself(text, isOfSecond: isOfSecond) }
    if text.hasPrefix(".cat FILES/") {
      let name = String(text.dropFirst(".cat FILES/".count))
      // An empty line ends an answer in a script.
      let lines = ((try? folder.text(name)) ?? "no file").split(separator: "\n")
      return (lines.joined(separator: "\n"), false)
    }
    let own = text.replacingOccurrences(of: "FILES/", with: folder.path + "/")
    let answer = answerItself(own, isOfSecond: isOfSecond)
    return (answer.text.replacingOccurrences(of: folder.path + "/", with: "FILES/"), answer.fails)
  }

  private func answerItself(
    _ text: String,
    isOfSecond: Bool = false
  ) -> (text: String, fails: Bool) {
    usesSecond = usesSecond || isOfSecond
    if stores.unsaved.isEmpty, !usesSecond || !second.hasPendingChanges { files.close() }
    let session = isOfSecond ? second : session
    let source = SourceText(name: mode == .table ? "" : "script", text: text)
    current = text
    var parser = ScriptParser(source)
    switch parser.next() {
    case .statement(let statement)?:
      do throws(SessionError) {
        let outcome = try session.run(statement, in: source)
        let answer = try show(outcome.answer) + hint(outcome, statement, in: session)
        return (answer + watchedChanges(by: outcome), false)
      } catch {
        return (self.text(of: error, in: source), true)
      }
    case .failure(let findings, let span)?:
      switch session.foreignInput(at: span, in: source) {
      case .command(let name, let argument, _)?:
        return ([".\(name)", argument].compactMap { $0 }.joined(separator: " "), false)
      case .finding(let finding, _)?: return (self.text(of: .failed([finding]), in: source), true)
      case nil:
        return (self.text(of: .failed(session.improved(findings, in: source)), in: source), true)
      }
    case .command(let line)? where line.name.text == "schema":
      return (declarations(line.arguments.map(\.text)), false)
    case .command(let line)? where line.name.text == "check":
      return check(line.arguments.first?.text)
    case .command(let line)?:
      do throws(SessionError) {
        return (try StoreCommands(stores).answer(line), false)
      } catch {
        return (self.text(of: error, in: source), true)
      }
    case nil:
      return ("no statement", true)
    }
  }

  /// What a statement that answered `outcome` did to the result of the watched query, line by line.
  private func watchedChanges(by outcome: StatementOutcome) -> String {
    if case .watch(let query) = outcome.answer {
      watched = query
      return ""
    }
    do {
      switch try watched?.refresh() {
      case .changed(let changes)?:
        let lines = ChangeLine(RenderingContext())
        return ([lines.summary(changes)] + changes.changes.map { lines.line($0).plain })
          .map { "\nwatch: \($0)" }.joined()
      case .failing(let error)?: return "\nwatch: fails: \(error)"
      case .same?, nil: return ""
      }
    } catch {
      watched = nil
      let failure = error as? DiagnosticList
      return "\nwatch: ends: \(failure?.all.first?.message ?? "\(error)")"
    }
  }

  /// What `.check` says.
  private func check(_ model: String?) -> (text: String, fails: Bool) {
    do throws(SessionError) {
      let verdict = try session.check(model)
      return ((verdict.lines + [verdict.summary]).joined(separator: "\n"), !verdict.isSound)
    } catch {
      return (text(of: error, in: SourceText(name: "script", text: "")), true)
    }
  }

  /// What the session's models are.
  var schema: Schema { session.schema }

  /// The declarations of what has one of the names in `words`, or of everything, without empty
  /// lines; as SwiftData source where `--swift` is among the words.
  private func declarations(_ words: [String]) -> String {
    let printer = SchemaPrinter(schema: schema)
    let named = words.filter { $0 != "--swift" }
    let names = named.isEmpty ? printer.names : named
    let lines =
      named.count == words.count
      ? names.flatMap(printer.lines).map(\.plain)
      : SwiftModelPrinter.imports
        + names.flatMap(SwiftModelPrinter(schema: schema).lines).filter { !$0.isEmpty }
    return lines.joined(separator: "\n")
  }

  /// What is said where a fetch finds nothing.
  private func hint(
    _ outcome: StatementOutcome,
    _ statement: Statement,
    in session: QuerySession
  ) throws(SessionError) -> String {
    guard givesHints, case .rows(let rows) = outcome.answer, rows.rowCount == 0,
      case .fetch(let query) = statement.kind, let hint = try session.noRowsHint(for: query)
    else { return "" }
    return "\n" + hint.rendered(in: RenderingContext()).withoutLastNewline
  }

  private func show(_ answer: StatementOutcome.Answer) throws(SessionError) -> String {
    switch answer {
    case .message(let message):
      return message
    case .value(let value, _):
      return scalarLine(value, in: RenderingContext()).rendered(usesColor: false).withoutLastNewline
    case .report(let report):
      // An empty line ends an answer in a script.
      return report.rendered(in: RenderingContext())
        .split(separator: "\n").joined(separator: "\n")
    case .expectation(let result):
      guard let failure = result.failure else { return "as expected" }
      return text(of: .failed([failure]), in: SourceText(name: "script", text: current))
    case .watch(let watched):
      return try show(.rows(watched.rows))
    case .charted(let charted) where mode == .table && charted.rows.rowCount > 0:
      do {
        return try charted.text(in: RenderingContext()).withoutLastNewline
      } catch {
        throw .failed([Diagnostic(.error, "\(error)", at: nil)])
      }
    case .charted(let charted):
      return try show(.rows(charted.rows))
    case .rows(let rows):
      do {
        return switch mode {
        case .csv: try Self.written(rows, DelimitedWriter.csv)
        case .jsonLines: try Self.written(rows, JSONWriter.jsonLines)
        case .table: try Self.table(rows)
        }
      } catch {
        throw .failed([Diagnostic(.error, "\(error)", at: nil)])
      }
    }
  }

  private static func written(
    _ rows: any ResultRows,
    _ writer: any ResultWriter
  ) throws -> String {
    var bytes: [UInt8] = []
    try writer.write(
      rows,
      cancellation: CancellationFlag(),
      to: { bytes.append(contentsOf: $0) }
    )
    return String(decoding: bytes, as: UTF8.self).withoutLastNewline
  }

  private static func table(_ rows: any ResultRows) throws -> String {
    var text = ""
    let table = humanOutputModes.first { $0.name == "table" }
    try table?.render(rows, in: RenderingContext()) { text += String(decoding: $0, as: UTF8.self) }
    return text.withoutLastNewline
  }

  private func text(of error: SessionError, in source: SourceText) -> String {
    switch error {
    case .cancelled: "cancelled"
    case .unreadable(let findings): findings.lines.joined(separator: "\n")
    case .failed(let findings):
      mode == .table
        ? DiagnosticRenderer(usesColor: false).render(findings, in: source).withoutLastNewline
        : Self.inShort(findings, in: source)
    }
  }

  /// Places, messages and help.
  private static func inShort(_ findings: [Diagnostic], in source: SourceText) -> String {
    findings.map { finding in
      let file = finding.source.flatMap { $0.name == source.name ? nil : $0 }
      let text = file ?? source
      let place = finding.primary.map { text.location(of: $0.span.lowerBound) }
      let name = file?.name ?? "script"
      let start = place.map { "\(name):\($0.line):\($0.column): error: " } ?? "error: "
      return ([start + finding.message] + finding.further + finding.help.map { "help: \($0)" })
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var withoutLastNewline: String {
    hasSuffix("\n") ? String(dropLast()) : self
  }
}
