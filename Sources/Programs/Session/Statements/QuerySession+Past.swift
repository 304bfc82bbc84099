import Binding
import Context
import Diagnostics
import Execution
import Model
import Rendering
package import Storage
import Syntax

/// `diff` and `restore`
extension QuerySession {
  func diff(_ statement: DiffStatement) throws -> StatementOutcome {
    let request = try statement.selection.map { try binder.bindDiff($0) }
    let context = settings.evaluationContext()
    let changes: [RecordChange]
    var models: [String] = []
    switch statement.range {
    case .since(let start):
      changes = try modelContext.differences(
        from: moment(start, context),
        to: nil,
        of: request,
        context
      )
    case .between(let start, let end):
      changes = try modelContext.differences(
        from: moment(start, context),
        to: moment(end, context),
        of: request,
        context
      )
    case .with(let name):
      let other = try openStore(name)
      models = modelDifferences(with: other, of: request)
      changes = try modelContext.differences(with: other.session.modelContext, of: request, context)
    }
    return StatementOutcome(.rows(DifferenceRows(changes))) { [models] in
      Self.counts(changes, models)
    }
  }

  /// `2 inserted, 1 deleted, 3 updated`, and the differences of the models.
  private static func counts(_ changes: [RecordChange], _ models: [String]) -> [String] {
    let text = ChangeWording.counts(changes)
    if !text.isEmpty { return [text] + models }
    return models.isEmpty ? ["no differences"] : models
  }

  /// ``Budget: `limit: Double` here, `limit: Int` in phone``; of the model of `request`, or of all.
  private func modelDifferences(
    with other: OpenStore,
    of request: FetchRequest?
  ) -> [String] {
    let (here, there) = (schema, other.session.schema)
    if here == there { return [] }
    return SchemaDifferences(from: here, to: there).all.filter { difference in
      guard let request else { return true }
      return [here, there].contains { $0.root(of: difference.name) == request.entity }
    }.map { $0.text(in: other.name) }
  }

  func restore(_ statement: RestoreStatement) throws -> StatementOutcome {
    let request = try binder.bindRestore(statement)
    let summary = try modelContext.restore(request, settings.evaluationContext(), title: title)
    return .message(ChangeWording.restoration(summary))
  }

  func previewRestore(_ statement: RestoreStatement) throws -> StatementOutcome {
    let request = try binder.bindRestore(statement)
    let preview = try modelContext.previewRestore(request, settings.evaluationContext())
    let message = ChangeWording.restoration(preview.summary, isPreview: true)
    return .report(PreviewReport(preview, message: message).report)
  }
}

/// `.history keep`, and notes about past states
extension QuerySession {
  /// A note for each property of a past state that the current models do not have.
  func takePastNotes() -> [String] {
    modelContext.takeOmittedProperties().map {
      "`\($0)` is left out: the current models do not have it"
    }
  }

  /// How the past state of a request is read: `the store as of save 3: 2 saves are taken back`.
  package func pastRemark(_ request: FetchRequest) throws -> String? {
    let context = settings.evaluationContext()
    guard let moment = try request.moment?.value(context) else { return nil }
    let (statements, records) = try modelContext.distance(to: moment, context)
    let text =
      switch moment {
      case .save(let number): "save \(number)"
      case .time(let time): FailureWording.text(.date(time))
      }
    return "the store as of \(text): \(counted(statements, "save")) taken back, "
      + "\(counted(records, "record")) changed"
  }

  /// What `.stores` shows of the history: `12 saves since save 0, 3.4 kB`; nil if there is none.
  public var historyRemark: String? {
    guard let range = try? modelContext.historyRange() else { return nil }
    let saves = "\(counted(Int(range.last - range.start), "save")) since save \(range.start)"
    guard range.last > range.start, let size = historySize else { return saves }
    return saves + (size.isExact ? ", " : ", about ") + ByteCount.text(Int(size.bytes))
  }

  /// The bytes of the history in the store; nil if they are not known.
  package var historySize: HistorySize? { (try? modelContext.historySize()) ?? nil }

  /// Limits the age of statements in the history that the store saves; nil for no limit.
  public func keepHistory(days: Int?) throws(SessionError) {
    do {
      try modelContext.keepHistory(days.map { Int64($0) * Timestamp.microsecondsPerDay })
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

/// Runs `diff`, `restore` and `merge`.
struct PastHandler: StatementHandler {
  func run(
    _ statement: Statement,
    in source: SourceText,
    for session: QuerySession
  ) throws -> StatementOutcome? {
    switch statement.kind {
    case .diff(let statement): try session.diff(statement)
    case .restore(let statement): try session.restore(statement)
    case .merge(let statement): try session.merge(statement)
    default: nil
    }
  }

  func preview(_ statement: Statement, for session: QuerySession) throws -> StatementOutcome? {
    switch statement.kind {
    case .restore(let statement): try session.previewRestore(statement)
    case .merge(let statement): try session.previewMerge(statement)
    default: nil
    }
  }
}
