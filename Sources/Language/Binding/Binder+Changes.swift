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
    let request = try findings.checked(findings.insert(insert, schema, options))
    return names?.request(request) ?? request
  }

  /// Binds an `upsert`.
  public func bindUpsert(_ upsert: UpsertStatement) throws(DiagnosticList) -> UpsertRequest {
    let findings = Findings()
    let request = try findings.checked(findings.upsert(upsert, schema, options))
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

  /// Binds a `do`: its changes, in order.
  public func bindChanges(_ statement: DoStatement) throws(DiagnosticList) -> [ChangeRequest] {
    let findings = Findings()
    let binder = SavedChangeBinder(schema: schema, options: options, findings: findings)
    return try findings.checked(binder.requests(statement)).map { names?.request($0) ?? $0 }
  }

  /// Binds the query of a `history`.
  public func bindHistory(_ selection: QuerySyntax) throws(DiagnosticList) -> FetchRequest {
    stored(try bound { $0.selectedRecords(selection, of: "`history`") }.request)
  }
}

extension Findings {
  /// Binds a statement that changes records; nil for others, or after an error.
  func change(
    _ statement: Statement.Kind,
    _ schema: Schema,
    _ options: BindingOptions
  ) -> ChangeRequest? {
    switch statement {
    case .insert(let insert): self.insert(insert, schema, options).map(ChangeRequest.insert)
    case .upsert(let upsert): self.upsert(upsert, schema, options).map(ChangeRequest.upsert)
    case .update(let update):
      AssignmentBinder.request(update, schema: schema, options: options, findings: self)
        .map(ChangeRequest.update)
    case .delete(let delete):
      QueryBinder(schema: schema, options: options, findings: self).request(delete)
        .map(ChangeRequest.delete)
    default: nil
    }
  }

  fileprivate func insert(
    _ insert: InsertStatement,
    _ schema: Schema,
    _ options: BindingOptions
  ) -> InsertRequest? {
    RecordBinder(schema: schema, options: options, findings: self).request(insert)
  }

  fileprivate func upsert(
    _ upsert: UpsertStatement,
    _ schema: Schema,
    _ options: BindingOptions
  ) -> UpsertRequest? {
    RecordBinder(schema: schema, options: options, findings: self, nested: .ifKeyed)
      .request(upsert)
  }
}
