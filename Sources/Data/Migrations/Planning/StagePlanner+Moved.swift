import Columns
import Execution
import Expressions
import Model
import Storage

/// Members that move to another model of the same tree.
extension StagePlanner {
  /// The old fields with the values of the target, which other models declared under its name;
  /// empty if the member is new.
  func movedSources(of target: Target, _ layout: TableLayout) -> [StoredField] {
    guard let declared = target.declared else { return [] }
    var sources: [StoredField] = []
    for kind in new.kinds(of: declared.entity) where old.root(of: kind) == target.root {
      guard let path = oldPath(of: target, in: kind), let place = layout.place(of: path),
        !sources.contains(where: { $0.path == path })
      else { continue }
      sources.append(layout.fields[place])
    }
    return sources
  }

  /// The old stored path of a target's attribute for records of a model, by its new or old name;
  /// nil if the model did not have it.
  private func oldPath(of target: Target, in kind: String) -> AttributePath? {
    guard let attribute = target.declared?.attribute, let previous = old.entity(kind) else {
      return nil
    }
    let names = [attribute.name, attribute.oldName].compactMap { $0 }
    guard let name = names.first(where: { previous.attribute($0) != nil }) else { return nil }
    return AttributePath(
      [old.storedName(of: name, in: kind)] + target.field.path.components.dropFirst()
    )
  }

  /// Fills a field from fields of other models, and returns the indices of the records that have
  /// it.
  func move(_ target: Target, from sources: [StoredField]) throws -> [Int] {
    let all = try places(of: target.entity) ?? Array(rows(of: target.root).indices)
    let members = sources.map { source -> OldMember in
      let (entity, name) = owner(of: source.path, in: target.root)
      return OldMember(entity: entity, name: name)
    }
    guard sources.allSatisfy({ $0.type.isStored(like: target.field.type) }) else {
      refuse(target, .movedTypes(members))
      return all
    }
    let placeholder = target.isRequired ? constantDefault(target) : nil
    guard let found = try moved(target, from: sources, at: all, placeholder?.value) else {
      return all
    }
    replace(target, by: found.column)
    let missing = all.count - found.count
    note(target, .moved(from: members, values: found.count))
    if let first = found.invalidValues.first, let record = try record(first, of: target.root) {
      let count = found.invalidValues.count
      refuse(target, .movedInvalidValues(members, target.field.type, records: count, first: record))
    }
    if let placeholder, missing > 0 {
      note(target, .defaulted(placeholder.text, records: missing))
    } else if target.isRequired, missing > 0 {
      refuse(target, .lacksValues(records: missing))
    }
    return all
  }

  /// Combines columns: for each record in `places` the first value, or else `standIn`.
  ///
  /// Also returns the number of values found, and the indices of values that do not fit. Nil if the
  /// type cannot be stored.
  private func moved(
    _ target: Target,
    from sources: [StoredField],
    at places: [Int],
    _ placeholder: Value?
  ) throws -> (column: Column, count: Int, invalidValues: [Int])? {
    let columns = try sources.map {
      try column(of: value(of: $0, target.root), in: target.root, at: nil)
    }
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else {
      return nil
    }
    builder.append(nulls: try rows(of: target.root).count)
    var (count, invalidValues): (Int, [Int]) = (0, [])
    for place in places {
      if let found = columns.lazy.map({ $0.value(at: place) }).first(where: { !$0.isNull }) {
        if !target.field.type.holds(found) { invalidValues.append(place) }
        _ = builder.set(place, to: found)
        count += 1
      } else if let placeholder {
        _ = builder.set(place, to: placeholder)
      }
    }
    return (builder.column, count, invalidValues)
  }

  /// Reports the values of records that no longer have the member.
  func planRemoved(_ field: StoredField, of root: String, outside places: Set<Int>) throws {
    let column = try column(of: value(of: field, root), in: root, at: nil)
    let count = (0..<column.count).count { column.isValid($0) && !places.contains($0) }
    if count == 0 || readByStep[root]?.contains(field.path) == true { return }
    let (entity, name) = owner(of: field.path, in: root)
    lose(entity, name, .members(.value, count, .otherModel))
  }

  // MARK: Links

  /// The links of records that no longer have the relationship, because another model declares it.
  func strays(_ previous: Pair, _ next: Pair) throws -> Set<Link> {
    let isElsewhere = zip([previous.first, previous.second], [next.first, next.second])
      .contains { owner(of: $0).entity != model(at: $1) }
    guard isElsewhere else { return [] }
    let (near, far) = (model(at: next.first), model(at: next.second))
    let nearKinds = try kinds(of: next.first.entity)
    let farKinds = try kinds(of: next.second.entity)
    return Set(
      try links(of: previous).filter { link in
        !new.isKind(nearKinds[Int(link.owner)], of: near)
          || !new.isKind(farKinds[Int(link.member)], of: far)
      }
    )
  }

  /// The model that declares the relationship.
  func model(at end: RelationshipEnd) -> String {
    new.declared(end.name, in: end.entity).entity
  }
}

extension Schema {
  /// The model that declares a stored member of a root, and its name there.
  func declared(_ stored: String, in root: String) -> (entity: String, name: String) {
    for kind in kinds(of: root) where kind != root && stored.hasPrefix(kind + ".") {
      return (kind, String(stored.dropFirst(kind.count + 1)))
    }
    return (root, stored)
  }
}
