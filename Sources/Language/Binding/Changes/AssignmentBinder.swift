import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds the assignments of an `update`; expressions read the record as it was before the
/// statement.
final class AssignmentBinder {
  let schema: Schema
  let findings: Findings
  /// The records to change, and the statement.
  let selection: SelectedRecords
  let statement: UpdateStatement
  /// Binds values in the scope of the changed record.
  let expressions: ExpressionBinder
  /// Binds new and related records.
  let records: RecordBinder
  /// Whether the selection is valid.
  let isSelectionValid: Bool
  private(set) var assignments: [Assignment] = []
  /// The position of the first new record.
  var newRecord: SourceSpan?
  /// The targets so far.
  private var places: [(path: AttributePath, span: SourceSpan)] = []

  /// The model of the changed records.
  var entity: Entity { selection.entity }

  init(
    _ statement: UpdateStatement,
    _ selection: SelectedRecords,
    schema: Schema,
    options: BindingOptions,
    findings: Findings
  ) {
    self.schema = schema
    self.findings = findings
    self.selection = selection
    self.statement = statement
    isSelectionValid = findings.all.isEmpty
    expressions = ExpressionBinder(schema: schema, options: options, findings: findings)
    expressions.scopes = [
      BindingScope(fetched: selection.entity, alias: statement.selection.alias?.text)
    ]
    records = RecordBinder(schema: schema, options: options, findings: findings)
    records.around = expressions.scopes
  }

  /// Binds `update`.
  static func request(
    _ update: UpdateStatement,
    schema: Schema,
    options: BindingOptions,
    findings: Findings
  ) -> UpdateRequest? {
    let queries = QueryBinder(schema: schema, options: options, findings: findings)
    guard
      let selection = queries.changedRecords(update.selection, all: update.all, verb: "update")
    else { return nil }
    let binder = AssignmentBinder(
      update,
      selection,
      schema: schema,
      options: options,
      findings: findings
    )
    update.assignments.forEach(binder.bind)
    return UpdateRequest(
      selection: selection.request,
      kind: selection.entity.name,
      assignments: binder.assignments,
      records: binder.records.records,
      needsOne: binder.newRecord
    )
  }

  private func bind(_ assignment: AssignmentSyntax) {
    guard let target = target(of: assignment) else { return }
    switch target {
    case .field(let field): bind(assignment, to: field)
    case .relationship(let relationship): bind(assignment, to: relationship)
    }
  }

  func add(_ path: AttributePath, _ change: Assignment.Change, _ assignment: AssignmentSyntax) {
    assignments.append(Assignment(name: path, change: change, span: assignment.pathSpan))
  }

  /// Whether `path` is set for the first time; reports it if not.
  func isFirst(_ path: AttributePath, _ assignment: AssignmentSyntax) -> Bool {
    let span = assignment.pathSpan
    let earlier = places.first {
      $0.path.components.starts(with: path.components)
        || path.components.starts(with: $0.path.components)
    }
    if let earlier {
      findings.report(
        AssignmentError.setTwice(span, path, first: earlier.span, earlier.path)
      )
      return false
    }
    places.append((path, span))
    return true
  }
}

extension AssignmentSyntax {
  /// `address.city`: the target as written.
  var target: String { path.map { quotedIfNeeded($0.text) }.joined(separator: ".") }

  /// The position of the target.
  var pathSpan: SourceSpan {
    path.dropFirst().reduce(path[0].span) { $0.joined(with: $1.span) }
  }
}
