import Diagnostics
import Model
import Syntax

enum AssignmentTarget {
  case field(FieldTarget)
  case relationship(Relationship)
}

/// The targets of assignments.
extension AssignmentBinder {
  /// The target of `assignment`; reports an invalid or repeated one.
  func target(of assignment: AssignmentSyntax) -> AssignmentTarget? {
    var names = assignment.path[...]
    if names.count > 1, expressions.aliasedScope(names[0]) != nil { names = names.dropFirst() }
    guard let name = names.first, let property = property(name, of: entity) else { return nil }
    expressions.noteUse(name, of: entity.name, property.name)
    let rest = names.dropFirst()
    let target: AssignmentTarget
    switch property {
    case .computed:
      return expressions.fail(InsertError.computed(name))
    case _ where rest.isEmpty && entity.identity.contains(property.name):
      return expressions.fail(FixedValueError.identity(name))
    case .attribute(let attribute) where attribute.isReadOnly:
      return expressions.fail(FixedValueError.attribute(name))
    case .relationship(let relationship) where rest.isEmpty:
      target = .relationship(relationship)
    case .relationship(let relationship):
      return otherRecord(relationship, after: rest, assignment)
    case .attribute(let attribute):
      guard let field = field(FieldTarget(attribute), after: rest) else { return nil }
      target = .field(field)
    }
    return isFirst(target.path, assignment) ? target : nil
  }

  func property(_ name: NameSyntax, of entity: Entity) -> Property? {
    findings.name(name, among: entity.visibleNames) { nearest in
      let owners = schema.kinds(of: entity.name).filter { kind in
        kind != entity.name && schema.entity(kind)?.property(name.text) != nil
      }
      return owners.isEmpty
        ? NameError.unknownProperty(name, entity: entity.name, nearest: nearest)
        : AssignmentError.attributeOfKind(name, entity: entity.name, kinds: owners)
    }
    .flatMap(entity.property)
  }

  /// The field of a struct at the path `names`.
  func field(_ start: FieldTarget, after names: ArraySlice<NameSyntax>) -> FieldTarget? {
    var target = start
    for name in names {
      guard case .composite(let type) = target.type else {
        return expressions.fail(
          NameError.noMembers(
            name,
            of: target.type,
            unknown: .member(name.text, of: nil, target.type.owner)
          )
        )
      }
      let field = FieldBinder(expressions: expressions).field(name, of: target.path, type)
      guard let field else { return nil }
      target = target.field(field)
    }
    return target
  }

  /// Reports an assignment to a related record.
  private func otherRecord(
    _ relationship: Relationship,
    after names: ArraySlice<NameSyntax>,
    _ assignment: AssignmentSyntax
  ) -> AssignmentTarget? {
    var steps = [relationship]
    var names = names
    while let name = names.popFirst(), let last = steps.last {
      guard let owner = schema.entity(last.destination), let property = property(name, of: owner)
      else { return nil }
      switch property {
      case .computed:
        return expressions.fail(InsertError.computed(name))
      case .relationship(let next) where !names.isEmpty:
        steps.append(next)
      case .relationship:
        report(assignment, steps, AttributePath([property.name]))
      case .attribute(let attribute):
        guard let field = field(FieldTarget(attribute), after: names) else { return nil }
        report(assignment, steps, field.path)
        return nil
      }
    }
    return nil
  }

  private func report(
    _ assignment: AssignmentSyntax,
    _ steps: [Relationship],
    _ path: AttributePath
  ) {
    let owner = steps.last?.destination ?? entity.name
    findings.report(
      AssignmentError.otherRecord(
        assignment,
        owner: owner,
        areMany: steps.contains(where: \.isToMany),
        statement: "update \(quotedIfNeeded(owner)) where \(condition(for: steps)) "
          + "set \(path) \(assignment.operation.rawValue) \(assignment.value.constantText ?? "…")"
      )
    )
  }

  /// The condition that selects the related records; `…` unless it is simple.
  private func condition(for steps: [Relationship]) -> String {
    let query = statement.selection
    guard steps.count == 1, selection.isModel, isSelectionValid, query.only == nil,
      query.alias == nil, !selection.request.isCut, let predicate = query.predicate,
      let inverse = schema.entity(steps[0].destination)?.relationship(steps[0].inverse),
      inverse.isToMany, !inverse.isAnonymous
    else { return "…" }
    return "any(\(quotedIfNeeded(inverse.name)) where \(SyntaxPrinter().text(of: predicate)))"
  }
}

extension FieldValue {
  /// The text of a literal; nil for other values.
  fileprivate var constantText: String? {
    guard case .expression(let syntax) = self, case .literal = syntax.kind else { return nil }
    return SyntaxPrinter().text(of: syntax)
  }
}

extension AssignmentTarget {
  fileprivate var path: AttributePath {
    switch self {
    case .field(let field): field.path
    case .relationship(let relationship): AttributePath([relationship.name])
    }
  }
}
