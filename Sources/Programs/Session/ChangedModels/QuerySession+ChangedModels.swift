import Binding
import Columns
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Storage
import Syntax

/// Changes of models that have records.
extension QuerySession {
  /// Applies a schema change; errors are reported at `name`.
  func apply(_ change: SchemaChange, for name: NameSyntax) throws {
    guard !change.entities.isEmpty || !change.types.isEmpty else { return }
    try requireNothingPending(at: name.span)
    var change = change
    let before = schema.storedEntities
    defer { forgetUndo(unlessEqualTo: before) }
    var changes = ChangeSet()
    // The audit must apply to the records at the time of the change.
    if change.entities.contains(where: hasParent) {
      changes.basis = try store.snapshot().version
    }
    do {
      for entity in change.entities { try checkKinds(entity, change) }
      let demands = newConstraints(change)
      try requireUniqueKeys(demands)
      change.fills = try fills(for: change)
      let check = constraintCheck(demands, schema.adding(change.entities, types: change.types))
      try applyShared(change, changes, check: check)
    } catch let StoreError.schemaConflict(entity, conflicts) {
      throw DiagnosticList([
        Diagnostic(
          FailureWording.message(conflicts, of: entity),
          at: name.span,
          help: FailureWording.help(conflicts) + queries(finding: conflicts, of: entity, change)
        )
      ])
    }
  }

  /// Whether an entity has a parent before or after the change; the store checks such entities
  /// less.
  private func hasParent(_ entity: Entity) -> Bool {
    entity.parent != nil || schema.entity(entity.name)?.parent != nil
  }

  /// Undo only works while records are stored in the same way.
  private func forgetUndo(unlessEqualTo before: [Entity]) {
    let now = Dictionary(
      schema.storedEntities.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    if before.contains(where: { now[$0.name] != $0 }) { modelContext.forgetUndo() }
  }

  /// Queries that find conflicting records, if they mean the same before and after the change.
  private func queries(
    finding conflicts: [SchemaConflict],
    of entity: String,
    _ change: SchemaChange
  ) -> [String] {
    let changed = Binder(schema: schema.adding(change.entities, types: change.types))
    return conflicts.compactMap { FailureWording.query(finding: $0, of: entity) }.filter { text in
      var parser = ScriptParser(SourceText(name: "", text: text))
      guard case .statement(let statement)? = parser.next(),
        case .fetch(let query) = statement.kind, let now = try? binder.bindFetch(query),
        let then = try? changed.bindFetch(query)
      else { return false }
      return now.predicate == then.predicate && now.grouping?.keys == then.grouping?.keys
    }.map { "`\($0)` finds the records to change first" }
  }

  /// Checks entities with parents: a store does not know their required members, nor that records
  /// would no longer be found.
  private func checkKinds(_ entity: Entity, _ change: SchemaChange) throws {
    guard let old = schema.entity(entity.name), old.parent != nil || entity.parent != nil else {
      return
    }
    let count = try recordCount(of: entity.name)
    if count == 0 { return }
    let changed = schema.adding(change.entities)
    let oldLineage = schema.lineage(of: entity.name)
    let lineage = changed.lineage(of: entity.name)
    guard oldLineage.last == lineage.last, oldLineage.allSatisfy(lineage.contains) else {
      throw StoreError.schemaConflict(
        entity: entity.name,
        conflicts: [.otherParent(count: count)]
      )
    }
    let conflicts = try entity.properties.compactMap { property -> SchemaConflict? in
      let owner = changed.declaringEntity(of: property.name, in: entity.name)
      let isNew = owner == entity.name || !oldLineage.contains(owner)
      guard property.isRequired, isNew, owner != lineage.last else { return nil }
      if owner == entity.name, property.hasDefault, old.member(before: property) == nil {
        return nil
      }
      let missing = try missing(property, of: old, count: count)
      return missing == 0 ? nil : .lacksValues(property: property.name, count: missing)
    }
    if conflicts.isEmpty { return }
    throw StoreError.schemaConflict(entity: entity.name, conflicts: conflicts)
  }

  /// The number of records without a value for `property`.
  private func missing(_ property: Property, of old: Entity, count: Int) throws -> Int {
    guard case .attribute(let attribute) = property,
      case .attribute(let previous)? = old.member(before: property),
      previous.type == attribute.type
    else {
      if case .relationship = property,
        case .relationship(let previous)? = old.member(before: property), !previous.isToMany
      {
        return try self.count(of: old, where: .isNull(old.reference(previous)))
      }
      return count
    }
    guard previous.isOptional, attribute.type.declaredFields == nil else { return 0 }
    return try self.count(of: old, where: .isNull(old.value(previous)))
  }

  private func count(of entity: Entity, where kind: TypedExpression.Kind) throws -> Int {
    let request = FetchRequest(entity: entity.name, predicate: TypedExpression(kind, .bool))
    return try rowCount(of: binder.stored(request))
  }
}

/// New constraints on existing records.
extension QuerySession {
  private func newConstraints(_ change: SchemaChange) -> [NewConstraints] {
    let changed = schema.adding(change.entities, types: change.types)
    return change.entities.compactMap { entity in
      guard let old = schema.entity(entity.name) else { return nil }
      let demands = NewConstraints(old, in: changed, schema)
      return demands.isEmpty ? nil : demands
    }
  }

  /// Checks unique keys whose attributes already exist, for better messages than the store's.
  private func requireUniqueKeys(_ demands: [NewConstraints]) throws {
    let snapshot = try store.snapshot()
    let audit = ConstraintAudit(
      schema: schema,
      snapshot: snapshot,
      executor: try executor(over: snapshot)
    )
    for demand in demands {
      guard let old = schema.entity(demand.entity.name) else { continue }
      let conflicts = try demand.uniqueKeys.compactMap { key in
        try audit.conflict(demand.entity.oldNames(of: key, in: old), named: key, of: old)
      }
      try require(conflicts, demand.entity)
    }
  }

  /// Checks the records as they are after the change.
  private func constraintCheck(
    _ demands: [NewConstraints],
    _ changed: Schema
  ) -> (any StoreSnapshot) throws -> Void {
    { [self] snapshot in
      let audit = ConstraintAudit(
        schema: changed,
        snapshot: snapshot,
        executor: try executor(over: snapshot)
      )
      for demand in demands {
        var conflicts = try audit.conflicts(demand.checks, of: demand.entity)
        for (relationship, bounds) in demand.bounded {
          let conflict = try audit.conflict(bounds, of: relationship, demand.entity)
          if let conflict { conflicts.append(conflict) }
        }
        conflicts += try demand.uniqueKeys.compactMap {
          try audit.conflict($0, named: $0, of: demand.entity)
        }
        conflicts += try demand.foldedKeys.compactMap { try audit.conflict($0, of: demand.entity) }
        try require(conflicts, demand.entity)
      }
    }
  }

  private func require(_ conflicts: [SchemaConflict], _ entity: Entity) throws {
    guard !conflicts.isEmpty else { return }
    throw StoreError.schemaConflict(entity: entity.name, conflicts: conflicts)
  }
}

/// Defaults of new attributes.
extension QuerySession {
  private func fills(for change: SchemaChange) throws -> [FieldFill] {
    let changed = schema.adding(change.entities)
    return try change.entities.flatMap { entity -> [FieldFill] in
      guard let old = schema.entity(entity.name) else { return [] }
      let new = entity.ownProperties.compactMap { property -> Attribute? in
        guard case .attribute(let attribute) = property, property.hasDefault,
          old.member(before: property) == nil
        else { return nil }
        return attribute
      }
      if new.isEmpty { return [] }
      let rows = try rows(of: entity)
      return rows.isEmpty ? [] : try new.compactMap { try fill($0, of: entity, changed, rows) }
    }
  }

  /// For each record of the root entity, whether it is of `entity`.
  private func rows(of entity: Entity) throws -> [Bool] {
    let root = schema.root(of: entity.name)
    guard root != entity.name else {
      return Array(repeating: true, count: try store.snapshot().count(of: root))
    }
    let test = schema.kindTest(entity.name, of: .scope(level: 0, entity: root))
    let request = FetchRequest(
      entity: root,
      columns: [OutputColumn(name: "", expression: test)]
    )
    let rows = try rows(of: request)
    let batch = try rows.rows(0..<rows.rowCount)
    return (0..<batch.count).map { batch.value(row: $0, column: 0) == .bool(true) }
  }

  /// Evaluates the default for each record, since `uuid()` always differs.
  private func fill(
    _ attribute: Attribute,
    of entity: Entity,
    _ changed: Schema,
    _ rows: [Bool]
  ) throws -> FieldFill? {
    guard let value = attribute.defaultValue,
      let builder = Column.empty(of: attribute.type).map(makeColumnBuilder)
    else { return nil }
    let context = settings.evaluationContext()
    for (row, isFilled) in rows.enumerated() {
      if row.isMultiple(of: 256) { try cancellation.check() }
      _ = builder.append(isFilled ? try self.value(of: value.expression, context) : .null)
    }
    return FieldFill(
      entity: changed.root(of: entity.name),
      path: AttributePath([changed.storedName(of: attribute.name, in: entity.name)]),
      column: builder.column
    )
  }
}

extension Property {
  fileprivate var isRequired: Bool {
    switch self {
    case .attribute(let attribute): !attribute.isOptional
    case .relationship(let relationship): !relationship.isToMany && !relationship.isOptional
    case .computed: false
    }
  }

  fileprivate var hasDefault: Bool {
    if case .attribute(let attribute) = self { attribute.defaultValue != nil } else { false }
  }
}

extension ValueType {
  /// The fields of a composite.
  fileprivate var declaredFields: [CompositeField]? {
    if case .composite(let type) = self { type.fields } else { nil }
  }
}
