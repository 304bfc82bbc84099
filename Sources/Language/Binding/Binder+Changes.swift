public import Diagnostics
import Expressions
import Model
public import Storage
public import Syntax

/// Statements that change records.
extension Binder {
  /// The records that an `insert` adds.
  public func bindInsert(_ insert: InsertStatement) throws(DiagnosticList) -> InsertRequest {
    let findings = Findings()
    let binder = RecordBinder(schema: schema, options: options, findings: findings)
    let request = try findings.checked(binder.request(insert))
    return names?.request(request) ?? request
  }

  /// The records that an `upsert` adds or changes.
  public func bindUpsert(_ upsert: UpsertStatement) throws(DiagnosticList) -> UpsertRequest {
    let findings = Findings()
    let binder = RecordBinder(
      schema: schema,
      options: options,
      findings: findings,
      nested: .ifKeyed
    )
    let request = try findings.checked(binder.request(upsert))
    return names?.request(request) ?? request
  }

  /// The records that an `update` changes, and what they get.
  public func bindUpdate(_ update: UpdateStatement) throws(DiagnosticList) -> UpdateRequest {
    let findings = Findings()
    let request = try findings.checked(
      AssignmentBinder.request(update, schema: schema, options: options, findings: findings)
    )
    return names?.request(request) ?? request
  }

  /// The records that a `delete` deletes.
  public func bindDelete(_ delete: DeleteStatement) throws(DiagnosticList) -> DeleteRequest {
    let request = try bound { $0.request(delete) }
    return names?.request(request) ?? request
  }

  /// The request for the records whose `history` is asked.
  public func bindHistory(_ selection: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.namedRecords(selection, of: "`history`") }.request)
  }
}
