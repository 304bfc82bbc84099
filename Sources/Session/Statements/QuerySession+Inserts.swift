import Binding
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Storage
import Syntax

/// Inserting records.
extension QuerySession {
  /// Inserts all records of the statement, or none.
  func insert(_ insert: InsertStatement) throws -> StatementOutcome {
    let context = settings.evaluationContext()
    let request = try binder.bindInsert(insert)
    var changes = ChangeSet()
    changes.inserts = try request.records.map { try record($0, context) }
    _ = try store.apply(changes)
    return .message(Self.message(request))
  }

  private func record(
    _ record: InsertedRecord,
    _ context: EvaluationContext
  ) throws -> RecordInsert {
    let values = try record.values.mapValues { try value(of: $0, context) }
    for field in record.required where values[field.path].map(\.isNull) ?? true {
      throw StoreError.missingValue(entity: record.kind, property: field.name.description)
    }
    return RecordInsert(
      entity: record.entity,
      temporaryID: record.number,
      values: values,
      links: try record.links.mapValues { try $0.flatMap { try links($0, context) } }
    )
  }

  private func links(_ link: InsertedLink, _ context: EvaluationContext) throws -> [RecordLink] {
    switch link {
    case .saved(let id):
      return [.saved(id)]
    case .pending(let number):
      return [.pending(number)]
    case .checked(let id, let request, let kind, let span):
      guard try !found(request, context).isEmpty else {
        throw DiagnosticList([Diagnostic("no \(kind) has the id \(id)", at: span)])
      }
      return [.saved(id)]
    case .query(let request, let wanted, let span):
      let ids = try found(request, context)
      if let wanted, ids.count != 1 {
        throw DiagnosticList([
          Diagnostic(
            "exactly one \(wanted) is needed; \(ids.isEmpty ? "there is none" : "the query finds \(ids.count)")",
            at: span
          )
        ])
      }
      return ids.map(RecordLink.saved)
    }
  }

  private func found(_ request: FetchRequest, _ context: EvaluationContext) throws -> [RecordID] {
    let snapshot = try store.snapshot()
    let references = try executor(context, over: snapshot)
      .references(of: Planner(store: store).plan(request), first: nil)
    return try snapshot.recordIDs(of: request.entity, at: references)
  }

  private static func message(_ request: InsertRequest) -> String {
    let nested = request.records.count - request.topLevelCount
    let total = "\(request.records.count) inserted"
    if nested == 0 { return total }
    let counts = Dictionary(grouping: request.records, by: \.kind).mapValues(\.count)
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return total + ": " + parts.joined(separator: ", ")
  }
}
