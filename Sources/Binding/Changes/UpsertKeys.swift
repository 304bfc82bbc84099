import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Finds the keys by which the records of an upsert are recognised.
struct UpsertKeys {
  let schema: Schema
  let findings: Findings

  /// Whether `by` names a key of `entity`; its attributes, in the order of the model.
  func named(_ names: [NameSyntax], of entity: Entity) -> [String]? {
    var found: [String] = []
    for name in names {
      let property = findings.name(name, among: entity.attributes.map(\.name)) {
        NameError.unknownProperty(name, entity: entity.name, nearest: $0)
      }
      guard let property else { return nil }
      found.append(property)
    }
    guard let key = entity.keys.first(where: { Set($0) == Set(found) }) else {
      let span = names.map(\.span).reduce(names[0].span) { $0.joined(with: $1) }
      findings.report(
        ChangeStatementError.notAKey(span, names: found, entity: entity.name, keys: entity.keys)
      )
      return nil
    }
    return key
  }

  /// The keys of a record all of whose attributes are given.
  func keys(
    of record: RecordSyntax,
    _ entity: Entity,
    given: Set<String>,
    named: [String]?
  ) -> [[AttributePath]] {
    if let named {
      for name in named where !given.contains(name) {
        findings.report(ChangeStatementError.keyWithoutValue(record.span, name: name))
      }
      return [named.map { AttributePath([$0]) }]
    }
    return entity.keys.filter { $0.allSatisfy(given.contains) }
      .map { $0.map { AttributePath([$0]) } }
  }
}

extension Entity {
  /// The names of the attributes of each unique key: single ones first.
  var keys: [[String]] {
    attributes.filter(\.isUnique).map { [$0.name] } + constraints.uniqueKeys
  }
}
