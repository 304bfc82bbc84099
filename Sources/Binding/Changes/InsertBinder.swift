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

  /// Adds a record, and behind it those that are nested in it; its number is the result.
  ///
  /// `inverse` is the relationship that is set from the other end when the record is nested.
  func add(
    _ record: RecordSyntax,
    _ entity: Entity,
    reachedBy inverse: String?
  ) -> Int {
    let number = records.count
    records.append(
      InsertedRecord(
        entity: entity.name,
        kind: entity.name,
        number: number,
        values: [:],
        links: [:],
        required: entity.parent == nil ? [] : entity.requiredFields,
        span: record.span
      )
    )
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
    fillDefaults(entity, number, given: Set(given.keys))
    requireValues(entity, record, given: Set(given.keys), reachedBy: inverse)
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
    let missing = type.fields.filter { !$0.isOptional && given[$0.name] == nil }
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
      records[number].values[AttributePath([attribute.name])] = value.expression
    }
  }

  private func requireValues(
    _ entity: Entity,
    _ record: RecordSyntax,
    given: Set<String>,
    reachedBy inverse: String?
  ) {
    let missing = entity.properties.filter { property in
      guard !given.contains(property.name), property.name != inverse else { return false }
      return switch property {
      case .attribute(let attribute): !attribute.isOptional && attribute.defaultValue == nil
      case .relationship(let relationship): !relationship.isToMany && !relationship.isOptional
      case .computed: false
      }
    }
    if missing.isEmpty { return }
    findings.report(
      InsertError.missingValue(
        record.span,
        entity: entity.name,
        properties: missing.map(\.name)
      )
    )
  }
}

extension Entity {
  /// The fields that must have a value.
  fileprivate var requiredFields: [RequiredField] {
    storedFields.filter { !$0.isOptional }.map { RequiredField(path: $0.path, name: $0.path) }
  }
}
