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
    guard let previous = oldStored.entity(entity.name) else { return }
    let (layout, oldLayout) = (
      try TableLayout(entity, in: newStored), try TableLayout(previous, in: oldStored)
    )
    let renames = ColumnRenames(of: entity, from: oldLayout)
    var carried: Set<AttributePath> = []
    for field in layout.fields where field.path.components != [Schema.kindAttribute] {
      let target = target(field, entity.name)
      let source = renames.previous(field.path)
      if let place = oldLayout.place(of: source) {
        if source != field.path { note(target, .renamed(shown(source, of: target))) }
        let previous = oldLayout.fields[place]
        carried.insert(previous.path)
        try plan(target, from: previous, isKept: oldLayout.keeps(field, at: source))
      } else {
        try plan(new: target)
      }
    }
    for field in oldLayout.fields
    where !carried.contains(field.path) && field.path.components != [Schema.kindAttribute] {
      try planRemoved(field, of: entity.name)
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
    let declared: (entity: String, attribute: Attribute)?

    var entity: String { declared?.entity ?? root }
    /// The name in the model.
    var name: String {
      ([declared?.attribute.name ?? field.path.components[0]] + field.path.components.dropFirst())
        .joined(separator: ".")
    }
    /// Whether records of the declaring model must have a value.
    var isRequired: Bool {
      guard let declared, field.path.components.count == 1 else { return !field.isOptional }
      return !declared.attribute.isOptional
    }
  }

  /// Replaces all values of a field.
  func replace(_ target: Target, by column: Column) {
    plan.change.fills.append(
      FieldFill(entity: target.root, path: target.field.path, column: column, replaces: true)
    )
  }

  /// An old path without the model name that stores prefix.
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

  // MARK: Existing fields

  private func plan(_ target: Target, from previous: StoredField, isKept: Bool) throws {
    if let step = step(for: target) { return try set(target, by: step) }
    if isKept, !target.field.type.narrows(previous.type) {
      if previous.isOptional, target.isRequired { try requireValues(target, in: previous) }
      return
    }
    try convert(target, from: previous)
  }

  /// Checks that all records have a value of a field that becomes required.
  private func requireValues(_ target: Target, in previous: StoredField) throws {
    let places = try places(of: target.entity)
    let column = try column(of: value(of: previous, target.root), in: target.root, at: places)
    let missing = column.count - column.validCount
    if missing == 0 { return }
    guard let value = constantDefault(target) else {
      return refuse(target, .lacksValues(records: missing))
    }
    let all = places ?? Array(0..<column.count)
    let whole = try self.column(of: self.value(of: previous, target.root), in: target.root, at: nil)
    guard let builder = Column.empty(of: target.field.type).map(makeColumnBuilder),
      builder.append(contentsOf: whole)
    else { return refuse(target, .lacksValues(records: missing)) }
    for (row, place) in all.enumerated() where !column.isValid(row) {
      try checkCancellation(at: row)
      _ = builder.set(place, to: value.value)
    }
    note(target, .defaulted(value.text, records: missing))
    replace(target, by: builder.column)
  }

  /// The constant default for records without a value; nil if there is none.
  func constantDefault(_ target: Target) -> (value: Value, text: String)? {
    guard target.field.path.components.count == 1,
      let value = target.declared?.attribute.defaultValue, value.expression.isConstant,
      let constant = try? executor.value(of: value.expression), !constant.isNull
    else { return nil }
    return (constant, value.text)
  }

  func value(of field: StoredField, _ root: String) -> TypedExpression {
    TypedExpression(.attribute(field.path, of: .scope(level: 0, entity: root)), field.type)
  }

  // MARK: New fields

  private func plan(new target: Target) throws {
    if let step = step(for: target) { return try set(target, by: step) }
    let rows = try rows(of: target.root)
    if rows.isEmpty { return note(target, .added) }
    if let computed = oldComputed(target) {
      try fill(target, with: computed)
      return
    }
    let places = try places(of: target.entity) ?? Array(rows.indices)
    guard let value = target.declared?.attribute.defaultValue,
      target.field.path.components.count == 1
    else {
      note(target, .addedTo(records: places.count, default: nil))
      if target.isRequired, !places.isEmpty { refuse(target, .lacksValues(records: places.count)) }
      return
    }
    try fill(target, with: value, at: places)
    note(target, .addedTo(records: places.count, default: value.text))
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

  /// The old computed attribute with this name and type, whose values can be stored.
  private func oldComputed(_ target: Target) -> TypedExpression? {
    guard target.field.path.components.count == 1, let declared = target.declared,
      case .computed(let computed)? = old.entity(declared.entity)?.property(declared.attribute.name),
      computed.type == declared.attribute.type
    else { return nil }
    return StoredNames(old)?.expression(computed.expression) ?? computed.expression
  }

  private func fill(_ target: Target, with value: TypedExpression) throws {
    let places = try places(of: target.entity)
    let column = try spread(
      try column(of: value, in: target.root, at: places),
      target,
      at: places
    )
    guard let column else { return }
    note(target, .stored)
    replace(target, by: column)
    let missing = (places?.count ?? column.count) - column.validCount
    if target.isRequired, missing > 0 { refuse(target, .computesNil(records: missing)) }
  }
}

extension ValueType {
  /// Whether some values of `other`, which has the same storage, are not of this type: removed
  /// cases.
  fileprivate func narrows(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.enumeration(let type), .enumeration(let previous)):
      !previous.cases.allSatisfy { type.ordinal(of: $0) != nil }
    case (.enumeration, .string): true
    case (.list(let element), .list(let previous)): element.narrows(previous)
    default: false
    }
  }
}
