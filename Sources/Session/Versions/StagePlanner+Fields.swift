import Binding
import Columns
import Execution
import Expressions
import Model
import Planning
import Storage

/// The attributes of a stage.
extension StagePlanner {
  func planFields(of entity: Entity) throws {
    guard let former = oldStored.entity(entity.name) else { return }
    let (layout, oldLayout) = (
      try TableLayout(entity, in: newStored), try TableLayout(former, in: oldStored)
    )
    let renames = ColumnRenames(of: entity, from: oldLayout)
    var used: Set<AttributePath> = []
    var (moved, kept): ([AttributePath: Set<Int>], [AttributePath: Set<Int>]) = ([:], [:])
    for field in layout.fields where field.path.components != [Schema.kindAttribute] {
      let target = target(field, entity.name)
      let source = renames.former(field.path)
      if let place = oldLayout.place(of: source) {
        used.insert(source)
        let former = oldLayout.fields[place]
        if source != field.path { note(target, "was `\(shown(source, of: target))`") }
        try plan(target, from: former, isKept: oldLayout.keeps(field, at: source))
        if try mayLeave(target.entity, of: entity.name) {
          kept[source] = Set(try places(of: target.entity) ?? [])
          try clear(target, from: former)
        }
      } else if step(for: target) == nil, case let sources = movedSources(of: target, oldLayout),
        !sources.isEmpty
      {
        let places = try move(target, from: sources)
        for source in sources { moved[source.path, default: []].formUnion(places) }
      } else {
        try plan(new: target)
      }
    }
    // Some records may have a member no more that others keep, or that another model declares.
    let leaving = kept.merging(moved.filter { kept[$0.key] != nil || !used.contains($0.key) }) {
      $0.union($1)
    }
    used.formUnion(moved.keys)
    for (path, places) in leaving.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let place = oldLayout.place(of: path) else { continue }
      try planLost(oldLayout.fields[place], of: entity.name, outside: places)
    }
    for field in oldLayout.fields
    where !used.contains(field.path) && field.path.components != [Schema.kindAttribute] {
      try planLost(field, of: entity.name)
    }
    try planKeys(of: entity, layout, oldLayout, renames)
  }

  func target(_ field: StoredField, _ root: String) -> Target {
    Target(field: field, root: root, declared: declared(field, root))
  }

  /// A field of the new models.
  struct Target {
    let field: StoredField
    let root: String
    /// The model that declares it, and the attribute.
    let declared: (entity: String, attribute: Attribute)?

    var entity: String { declared?.entity ?? root }
    /// The name as the model has it.
    var name: String {
      ([declared?.attribute.name ?? field.path.components[0]] + field.path.components.dropFirst())
        .joined(separator: ".")
    }
    /// Whether a record of the model must have a value, whatever others of its root must have.
    var isRequired: Bool {
      guard let declared, field.path.components.count == 1 else { return !field.isOptional }
      return !declared.attribute.isOptional
    }
  }

  func note(_ target: Target, _ text: String) { note(target.entity, target.name, text) }

  /// A former path as the model had it: without the model's name, which a store puts before it.
  private func shown(_ path: AttributePath, of target: Target) -> String {
    let prefix = target.entity + "."
    let text = path.description
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
  }

  /// The attribute that a stored field belongs to.
  private func declared(
    _ field: StoredField,
    _ root: String
  ) -> (entity: String, attribute: Attribute)? {
    for kind in new.kinds(of: root).compactMap(new.entity) {
      for case .attribute(let attribute) in kind.ownProperties
      where new.storedName(of: attribute.name, in: kind.name) == field.path.components[0] {
        return (kind.name, attribute)
      }
    }
    return nil
  }

  // MARK: Fields that were there

  private func plan(_ target: Target, from former: StoredField, isKept: Bool) throws {
    if let step = step(for: target) { return try set(target, by: step) }
    if isKept, !target.field.type.narrows(former.type) {
      if former.isOptional, target.isRequired { try requireValues(target, in: former) }
      return
    }
    try convert(target, from: former)
  }

  /// The field becomes required: all records must have a value.
  private func requireValues(_ target: Target, in former: StoredField) throws {
    let places = try places(of: target.entity)
    let column = try column(of: value(of: former, target.root), in: target.root, at: places)
    let missing = column.count - column.validCount
    if missing == 0 { return }
    guard let value = constantDefault(target) else { return lacks(target, missing, "lack it") }
    let all = places ?? Array(0..<column.count)
    let whole = try self.column(of: self.value(of: former, target.root), in: target.root, at: nil)
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder),
      builder.append(contentsOf: whole)
    else { return lacks(target, missing, "lack it") }
    for (row, place) in all.enumerated() where !column.isValid(row) {
      try checkCancellation(at: row)
      _ = builder.set(place, to: value.value)
    }
    noteDefault(target, value.text, missing)
    plan.change.fills.append(
      FieldFill(
        entity: target.root,
        path: target.field.path,
        column: builder.column,
        replaces: true
      )
    )
  }

  /// The default that records without a value get, where it is the same for all; nil without one.
  func constantDefault(_ target: Target) -> (value: Value, text: String)? {
    guard target.field.path.components.count == 1,
      let value = target.declared?.attribute.defaultValue, value.expression.isConstant,
      let constant = try? executor.value(of: value.expression), !constant.isNull
    else { return nil }
    return (constant, value.text)
  }

  func noteDefault(_ target: Target, _ text: String, _ count: Int) {
    note(
      target,
      "`\(text)` in \(Self.counted(count, "record")) that had none"
    )
  }

  func value(of field: StoredField, _ root: String) -> TypedExpression {
    TypedExpression(.attribute(field.path, of: .scope(level: 0, entity: root)), field.type)
  }

  // MARK: New fields

  private func plan(new target: Target) throws {
    if let step = step(for: target) { return try set(target, by: step) }
    let rows = try rows(of: target.root)
    if rows.isEmpty { return note(target, "is new") }
    if let computed = formerComputed(target) {
      try fill(target, with: computed, from: "keeps what was computed")
      return
    }
    let places = try places(of: target.entity) ?? Array(rows.indices)
    guard let value = target.declared?.attribute.defaultValue,
      target.field.path.components.count == 1
    else {
      note(target, "is new, nil in \(Self.counted(places.count, "record"))")
      if target.isRequired, !places.isEmpty { lacks(target, places.count, "lack it") }
      return
    }
    try fill(target, with: value, at: places)
    note(
      target,
      "is new, `\(value.text)` in \(Self.counted(places.count, "record"))"
    )
  }

  private func fill(_ target: Target, with value: DefaultValue, at places: [Int]) throws {
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else { return }
    let isConstant = value.expression.isConstant
    let constant = isConstant ? try executor.value(of: value.expression) : .null
    builder.append(nulls: try rows(of: target.root).count)
    for place in places {
      try checkCancellation(at: place)
      let value = isConstant ? constant : try executor.value(of: value.expression)
      _ = builder.set(place, to: value)
    }
    plan.change.fills.append(
      FieldFill(entity: target.root, path: target.field.path, column: builder.column)
    )
  }

  /// What was computed under the name until now, where it can be stored as it is.
  private func formerComputed(_ target: Target) -> TypedExpression? {
    guard target.field.path.components.count == 1, let declared = target.declared,
      case .computed(let computed)? = old.entity(declared.entity)?.property(declared.attribute.name),
      computed.type == declared.attribute.type
    else { return nil }
    return StoredNames(old)?.expression(computed.expression) ?? computed.expression
  }

  private func fill(_ target: Target, with value: TypedExpression, from text: String) throws {
    let places = try places(of: target.entity)
    let column = try spread(
      try column(of: value, in: target.root, at: places),
      target,
      at: places
    )
    guard let column else { return }
    note(target, text)
    plan.change.fills.append(
      FieldFill(entity: target.root, path: target.field.path, column: column, replaces: true)
    )
    let missing = (places?.count ?? column.count) - column.validCount
    if target.isRequired, missing > 0 { lacks(target, missing, "would have none") }
  }

  // MARK: Steps

  private func step(for target: Target) -> BoundSetStep? {
    sets[StoredMember(root: target.root, path: target.field.path)]
  }

  /// Sets a field record by record.
  private func set(_ target: Target, by step: BoundSetStep) throws {
    let places = try places(of: step.entity)
    let values: Column
    do {
      values = try column(of: step.value, in: target.root, at: places)
    } catch let error as ExecutionError {
      return refuse(target.entity, target.name, FailureWording.message(error))
    }
    guard let column = try spread(values, target, at: places) else {
      return refuse(target.entity, target.name, "is set to what cannot be stored there")
    }
    let count = places?.count ?? column.count
    note(target, "is set in \(Self.counted(count, "record"))")
    plan.change.fills.append(
      FieldFill(entity: target.root, path: target.field.path, column: column, replaces: true)
    )
    if let place = (0..<values.count).first(where: { row in
      let value = values.value(at: row)
      return !value.isNull && !target.field.type.holds(value)
    }) {
      let row = places?[place] ?? place
      let example = try example(values.value(at: place), row, target.root)
      refuse(target.entity, target.name, "is set to \(example), which is no \(target.field.type)")
    }
    guard target.isRequired, column.validCount < count,
      let first = (0..<values.count).first(where: { !values.isValid($0) })
    else { return }
    let record = try record(places?[first] ?? first, of: target.root)
    refuse(
      target.entity,
      target.name,
      "is required, and set to nil in \(Self.counted(count - column.validCount, "record"))"
        + (record.map { ", the first of them \($0)" } ?? "")
    )
  }

  /// The values of some records among all of the root.
  private func spread(_ values: Column, _ target: Target, at places: [Int]?) throws -> Column? {
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder) else {
      return nil
    }
    guard let places else {
      return builder.append(contentsOf: values) ? builder.column : nil
    }
    builder.append(nulls: try rows(of: target.root).count)
    return builder.set(places.map(Int64.init), to: values) ? builder.column : nil
  }
}

extension ValueType {
  /// Whether some values of `other`, which are stored alike, are none of this type: cases that are gone.
  fileprivate func narrows(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.enumeration(let type), .enumeration(let former)):
      !former.cases.allSatisfy { type.ordinal(of: $0) != nil }
    case (.enumeration, .string): true
    case (.list(let element), .list(let former)): element.narrows(former)
    default: false
    }
  }
}
