import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds the records that a statement adds. Nested records become separate records with links.
final class RecordBinder {
  /// How an upsert matches existing records.
  enum UpsertMatching {
    /// The record is new.
    case none
    /// By all unique keys with values; without one the record is new.
    case ifKeyed
    /// By its unique keys or by the named one, which must have a value.
    case required(by: [String]?)
  }

  let schema: Schema
  let options: BindingOptions
  let findings: Findings
  /// Binds values, which cannot read records.
  let expressions: ExpressionBinder
  /// The outer scopes of queries in parentheses, which cannot read them.
  var around: [BindingScope] = []
  /// How to match nested records.
  private let nested: UpsertMatching
  /// The records so far, indexed by number.
  private(set) var records: [InsertedRecord] = []

  init(
    schema: Schema,
    options: BindingOptions,
    findings: Findings,
    nested: UpsertMatching = .none
  ) {
    self.schema = schema
    self.options = options
    self.findings = findings
    self.nested = nested
    expressions = ExpressionBinder(schema: schema, options: options, findings: findings)
  }

  /// Adds a nested record; returns its number.
  ///
  /// `inverse` is the relationship that is set from the other end.
  func addNested(_ record: RecordSyntax, _ entity: Entity, reachedBy inverse: String) -> Int {
    add(record, entity, nested, reachedBy: inverse)
  }

  /// Adds a record and then its nested records; returns its number.
  @discardableResult
  func add(
    _ record: RecordSyntax,
    _ entity: Entity,
    _ matching: UpsertMatching = .none,
    reachedBy inverse: String? = nil
  ) -> Int {
    if entity.identity == .fixed {
      findings.report(FixedValueError.records(record.span, entity: entity.name))
    }
    let number = records.count
    records.append(
      InsertedRecord(entity: entity.name, kind: entity.name, number: number, span: record.span)
    )
    records[number].required = entity.parent == nil ? [] : entity.requiredFields
    var given = AssignedNames()
    var misspelt: [String] = []
    for field in record.fields {
      guard let property = findings.property(field.name, of: entity) else {
        misspelt += nearestNames(to: field.name.text, in: entity.visibleNames).prefix(1)
        continue
      }
      expressions.noteUse(field.name, of: entity.name, property.name)
      guard findings.isFirst(field.name, property.name, in: &given) else { continue }
      set(property, to: field, of: number)
    }
    fillDefaults(entity, number, given: given.names)
    let missing = missingValues(entity, given: given.names.union(misspelt), reachedBy: inverse)
    setKeys(number, record, entity, matching, given: given.names, missing: missing)
    return number
  }

  private func set(_ property: Property, to field: RecordField, of number: Int) {
    switch property {
    case .computed:
      findings.report(InsertError.computed(field.name))
    case .attribute(let attribute) where attribute.isReadOnly:
      findings.report(FixedValueError.attribute(field.name))
    case .attribute(let attribute):
      let binder = FieldBinder(expressions: expressions)
      for stored in binder.values(field.value, for: FieldTarget(attribute)) {
        records[number].values[stored.path] = stored.value
      }
    case .relationship(let relationship):
      if let links = links(relationship, field.value) {
        records[number].links[relationship.name] = links
      }
    }
  }

  private func fillDefaults(_ entity: Entity, _ number: Int, given: Set<String>) {
    for attribute in entity.attributes where !given.contains(attribute.name) {
      // The only default of a struct is nil, which needs no value.
      guard let value = attribute.defaultValue, !attribute.type.isComposite else { continue }
      let path = AttributePath([attribute.name])
      records[number].values[path] = value.expression
      records[number].defaults.insert(path)
    }
  }

  /// The required properties without a value.
  private func missingValues(
    _ entity: Entity,
    given: Set<String>,
    reachedBy inverse: String?
  ) -> [String] {
    let missing = entity.properties.filter { property in
      guard !given.contains(property.name), property.name != inverse else { return false }
      return switch property {
      case .attribute(let attribute):
        !attribute.isOptional && attribute.defaultValue == nil
          && entity.identity != .numberIn(attribute.name)
      case .relationship(let relationship): !relationship.isToMany && !relationship.isOptional
      case .computed: false
      }
    }
    return missing.map(\.name)
  }

  /// Stores the keys of a record; checks that a new record has all required values.
  private func setKeys(
    _ number: Int,
    _ record: RecordSyntax,
    _ entity: Entity,
    _ matching: UpsertMatching,
    given: Set<String>,
    missing: [String]
  ) {
    let keys = UpsertKeys(entity: entity, findings: findings)
      .keys(of: record, matching, given: given)
    records[number].keys = keys.map { key in key.map { AttributePath([$0]) } }
    records[number].missing = keys.isEmpty ? [] : missing
    if case .required = matching { return }
    guard keys.isEmpty, !missing.isEmpty else { return }
    findings.report(
      InsertError.missingValue(record.span, entity: entity.name, properties: missing)
    )
  }
}

/// The names with values so far, with their positions.
struct AssignedNames {
  fileprivate var places: [String: SourceSpan] = [:]

  var names: Set<String> { Set(places.keys) }
}

extension Findings {
  /// Whether `name` gets its first value; reports a duplicate at `written`.
  func isFirst(_ written: NameSyntax, _ name: String, in given: inout AssignedNames) -> Bool {
    if let first = given.places[name] {
      report(NameError.repeated(written, first: first))
      return false
    }
    given.places[name] = written.span
    return true
  }
}

extension Entity {
  fileprivate var requiredFields: [RequiredField] {
    storedFields.filter { !$0.isOptional }.map { RequiredField(path: $0.path, name: $0.path) }
  }
}
