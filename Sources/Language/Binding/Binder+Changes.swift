public import Diagnostics
import Expressions
import Model
public import Storage
public import Syntax

/// Statements that change records.
extension Binder {
  /// Binds an `insert`.
  public func bindInsert(_ insert: InsertStatement) throws(DiagnosticList) -> InsertRequest {
    let findings = Findings()
    let binder = RecordBinder(schema: schema, options: options, findings: findings)
    let request = try findings.checked(binder.request(insert))
    return names?.request(request) ?? request
  }

  /// Binds an `upsert`.
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

  /// Binds an `update`.
  public func bindUpdate(_ update: UpdateStatement) throws(DiagnosticList) -> UpdateRequest {
    let findings = Findings()
    let request = try findings.checked(
      AssignmentBinder.request(update, schema: schema, options: options, findings: findings)
    )
    return names?.request(request) ?? request
  }

  /// Binds a `delete`.
  public func bindDelete(_ delete: DeleteStatement) throws(DiagnosticList) -> DeleteRequest {
    let request = try bound { $0.request(delete) }
    return names?.request(request) ?? request
  }

  /// Binds the query of a `history`.
  public func bindHistory(_ selection: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.selectedRecords(selection, of: "`history`") }.request)
  }
}
