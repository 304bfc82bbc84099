import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds what an `update` sets: expressions read the record as it was before the statement.
final class AssignmentBinder {
  let schema: Schema
  let findings: Findings
  /// The records that are changed, and the statement that names them.
  let selection: NamedRecords
  let statement: UpdateStatement
  /// Binds values, over the record that is changed.
  let expressions: ExpressionBinder
  /// Binds new records, and what stands at the other end of relationships.
  let records: RecordBinder
  /// Whether nothing was wrong with the records.
  let isSelectionRight: Bool
  private(set) var assignments: [Assignment] = []
  /// Where new records stand first.
  var newRecord: SourceSpan?
  /// What was set so far.
  private var places: [(path: AttributePath, span: SourceSpan)] = []

  /// The model of the records that are changed.
  var entity: Entity { selection.entity }

  init(
    _ statement: UpdateStatement,
    _ selection: NamedRecords,
    schema: Schema,
    options: BindingOptions,
    findings: Findings
  ) {
    self.schema = schema
    self.findings = findings
    self.selection = selection
    self.statement = statement
    isSelectionRight = findings.all.isEmpty
    expressions = ExpressionBinder(schema: schema, options: options, findings: findings)
    expressions.scopes = [
      BindingScope(fetched: selection.entity, alias: statement.selection.alias?.text)
    ]
    records = RecordBinder(schema: schema, options: options, findings: findings)
    records.around = expressions.scopes
  }

  /// The records that `update` changes, with what they get.
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

  /// Adds what becomes of a property.
  func add(_ path: AttributePath, _ change: Assignment.Change, _ assignment: AssignmentSyntax) {
    assignments.append(Assignment(name: path, change: change, span: assignment.pathSpan))
  }

  /// Whether nothing at `path` was set before; reports it if so.
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
  /// `address.city`: what is set, as it is written.
  var target: String { path.map { quotedIfNeeded($0.text) }.joined(separator: ".") }

  /// Where it says what is set.
  var pathSpan: SourceSpan {
    path.dropFirst().reduce(path[0].span) { $0.joined(with: $1.span) }
  }
}
