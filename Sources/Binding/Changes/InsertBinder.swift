import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Gives an `insert` its meaning: nested records become records of their own with links.
final class InsertBinder {
  let schema: Schema
  let options: BindingOptions
  let findings: Findings
  let expressions: ExpressionBinder
  private var records: [InsertedRecord] = []
  /// How the records of an upsert are recognised; nil for those of an insert, which are new.
  private var upsert: (keys: UpsertKeys, named: [String]?)?

  /// The records that were bound so far, in the order of their numbers.
  var bound: [InsertedRecord] { records }

  init(schema: Schema, options: BindingOptions, findings: Findings) {
    self.schema = schema
    self.options = options
    self.findings = findings
    expressions = ExpressionBinder(schema: schema, options: options, findings: findings)
  }

  func request(_ insert: InsertStatement) -> InsertRequest? {
    guard let entity = expressions.entity(insert.entity) else { return nil }
    for record in insert.records { _ = add(record, entity, reachedBy: nil) }
    return InsertRequest(records: records, topLevelCount: insert.records.count)
  }

  func request(_ upsert: UpsertStatement) -> UpsertRequest? {
    guard let entity = expressions.entity(upsert.insert.entity) else { return nil }
    let keys = UpsertKeys(schema: schema, findings: findings)
    let named = upsert.key.isEmpty ? nil : keys.named(upsert.key, of: entity)
    for record in upsert.insert.records {
      self.upsert = (keys, named)
      let number = add(record, entity, reachedBy: nil)
      guard records[number].keys.isEmpty, findings.all.isEmpty else { continue }
      findings.report(
        ChangeStatementError.noKey(record.span, entity: entity.name, keys: entity.keys)
      )
    }
    return UpsertRequest(records: records, topLevelCount: upsert.insert.records.count)
  }

  /// Adds a record, and behind it those that are nested in it; its number is the result.
  ///
  /// `inverse` is the relationship that is set from the other end when the record is nested.
  func add(
    _ record: RecordSyntax,
    _ entity: Entity,
    reachedBy inverse: String?
  ) -> Int {
    let number = records.count
    var inserted = InsertedRecord(
      entity: entity.name,
      kind: entity.name,
      number: number,
      span: record.span
    )
    inserted.required = entity.parent == nil ? [] : entity.requiredFields
    records.append(inserted)
    let upsert = upsert
    // What is nested is recognised by whatever key it has.
    if let upsert { self.upsert = (upsert.keys, nil) }
    var given: [String: SourceSpan] = [:]
    for field in record.fields {
      guard let property = property(field.name, of: entity) else { continue }
      if let first = given[property.name] {
        findings.report(NameError.repeated(field.name, first: first))
        continue
      }
      given[property.name] = field.name.span
      set(property, to: field, of: number)
    }
    let names = Set(given.keys)
    fillDefaults(entity, number, given: names)
    let missing = missingValues(entity, given: names, reachedBy: inverse)
    if let upsert {
      records[number].missing = missing
      records[number].keys = upsert.keys.keys(of: record, entity, given: names, named: upsert.named)
    } else if !missing.isEmpty {
      findings.report(
        InsertError.missingValue(record.span, entity: entity.name, properties: missing)
      )
    }
    return number
  }

  private func property(_ name: NameSyntax, of entity: Entity) -> Property? {
    findings.name(name, of: entity) {
      NameError.unknownProperty(name, entity: entity.name, nearest: $0)
    }
    .flatMap(entity.property)
  }

  private func set(_ property: Property, to field: RecordField, of number: Int) {
    switch property {
    case .computed:
      findings.report(InsertError.computed(field.name))
    case .attribute(let attribute):
      let path = AttributePath([attribute.name])
      set(path, attribute.type, attribute.isOptional, to: field.value, of: number)
    case .relationship(let relationship):
      if let links = links(relationship, field.value) {
        records[number].links[relationship.name] = links
      }
    }
  }

  private func set(
    _ path: AttributePath,
    _ type: ValueType,
    _ isOptional: Bool,
    to value: FieldValue,
    of number: Int
  ) {
    switch (value, type) {
    case (.expression(let syntax), .composite(let composite)):
      setComposite(path, composite, isOptional, to: syntax)
    case (.expression(let syntax), _):
      let name = path.description
      records[number].values[path] =
        expressions.storedValue(syntax, type, isOptional: isOptional, of: name)
    case (.record(let record), .composite(let composite)):
      setFields(path, composite, to: record, of: number)
    case (.record(let record), _):
      findings.report(InsertError.nestedValue(record.span, property: path.description, type))
    case (.records(_, let span), _):
      findings.report(InsertError.nestedValue(span, property: path.description, type))
    }
  }

  /// Only nil stands for a composite without naming its fields: then all of them are nil.
  private func setComposite(
    _ path: AttributePath,
    _ type: CompositeType,
    _ isOptional: Bool,
    to syntax: ExpressionSyntax
  ) {
    guard let bound = expressions.bind(syntax) else { return }
    guard case .literal(.null) = bound.kind else {
      findings.report(
        InsertError.notFields(
          syntax.span,
          property: path.description,
          type,
          found: bound.type
        )
      )
      return
    }
    if !isOptional {
      findings.report(InsertError.nilForRequired(syntax.span, property: path.description))
    }
  }

  /// `{ street: "…", city: "…" }`
  private func setFields(
    _ path: AttributePath,
    _ type: CompositeType,
    to record: RecordSyntax,
    of number: Int
  ) {
    var given: [String: SourceSpan] = [:]
    for part in record.fields {
      guard let field = field(part.name, of: path, type) else { continue }
      if let first = given[field.name] {
        findings.report(NameError.repeated(part.name, first: first))
        continue
      }
      given[field.name] = part.name.span
      set(path.appending(field.name), field.type, field.isOptional, to: part.value, of: number)
    }
    reportMissing(type, path, record, given: Set(given.keys))
  }

  /// The stored fields that `{ … }` gives values, which may read the record that is changed.
  func fields(
    _ path: AttributePath,
    _ type: CompositeType,
    _ record: RecordSyntax,
    _ binder: ExpressionBinder
  ) -> [(AttributePath, TypedExpression)] {
    var fields: [(AttributePath, TypedExpression)] = []
    var given: [String: SourceSpan] = [:]
    for part in record.fields {
      guard let field = field(part.name, of: path, type) else { continue }
      if let first = given.updateValue(part.name.span, forKey: field.name) {
        findings.report(NameError.repeated(part.name, first: first))
        continue
      }
      let inner = path.appending(field.name)
      switch (part.value, field.type) {
      case (.record(let nested), .composite(let nestedType)):
        fields += self.fields(inner, nestedType, nested, binder)
      case (.expression(let syntax), _):
        let value = binder.storedValue(
          syntax,
          field.type,
          isOptional: field.isOptional,
          of: inner.description
        )
        if let value { fields.append((inner, value)) }
      case (.record(let nested), _):
        findings.report(InsertError.nestedValue(nested.span, property: "\(inner)", field.type))
      case (.records(_, let span), _):
        findings.report(InsertError.nestedValue(span, property: "\(inner)", field.type))
      }
    }
    reportMissing(type, path, record, given: Set(given.keys))
    return fields
  }

  private func reportMissing(
    _ type: CompositeType,
    _ path: AttributePath,
    _ record: RecordSyntax,
    given: Set<String>
  ) {
    let missing = type.fields.filter { !$0.isOptional && !given.contains($0.name) }
    if missing.isEmpty { return }
    findings.report(
      InsertError.missingValue(
        record.span,
        entity: type.name ?? path.description,
        properties: missing.map(\.name)
      )
    )
  }

  private func field(
    _ name: NameSyntax,
    of path: AttributePath,
    _ type: CompositeType
  ) -> CompositeField? {
    findings.name(name, among: type.fields.map(\.name)) {
      NameError.unknownField(name, composite: path.description, nearest: $0)
    }
    .flatMap(type.field)
  }

  private func fillDefaults(_ entity: Entity, _ number: Int, given: Set<String>) {
    for attribute in entity.attributes where !given.contains(attribute.name) {
      guard let value = attribute.defaultValue else { continue }
      let path = AttributePath([attribute.name])
      records[number].values[path] = value.expression
      records[number].defaults.insert(path)
    }
  }

  /// The properties that must have a value and got none.
  private func missingValues(
    _ entity: Entity,
    given: Set<String>,
    reachedBy inverse: String?
  ) -> [String] {
    entity.properties.filter { property in
      guard !given.contains(property.name), property.name != inverse else { return false }
      return switch property {
      case .attribute(let attribute): !attribute.isOptional && attribute.defaultValue == nil
      case .relationship(let relationship): !relationship.isToMany && !relationship.isOptional
      case .computed: false
      }
    }.map(\.name)
  }
}

extension Entity {
  /// The fields that must have a value.
  fileprivate var requiredFields: [RequiredField] {
    storedFields.filter { !$0.isOptional }.map { RequiredField(path: $0.path, name: $0.path) }
  }
}
