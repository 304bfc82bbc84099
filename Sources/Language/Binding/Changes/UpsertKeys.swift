import Diagnostics
import Model
import Syntax

/// Finds the unique keys by which records of an upsert are recognised.
struct UpsertKeys {
  let entity: Entity
  let findings: Findings

  /// The key that `by` names, in the order of the model; nil, reported, if it is none.
  func named(_ names: [NameSyntax]) -> [String]? {
    let found = names.compactMap { name in
      findings.property(name, of: entity).map { NameSyntax($0.name, span: name.span) }
    }
    guard found.count == names.count, findings.areDifferent(found) else { return nil }
    let wanted = Set(found.map(\.text))
    if let key = entity.allUniqueKeys.first(where: { Set($0) == wanted }) { return key }
    return findings.fail(KeyError.noKey(found, entity: entity.name, keys: entity.allUniqueKeys))
  }

  /// The keys that a record has: those all of whose attributes are given.
  func keys(
    of record: RecordSyntax,
    _ recognition: RecordBinder.Recognition,
    given: Set<String>
  ) -> [[String]] {
    let whole = entity.allUniqueKeys.filter { $0.allSatisfy(given.contains) }
    switch recognition {
    case .none:
      return []
    case .ifKeyed,
      .required(by: nil) where !whole.isEmpty:
      return whole
    case .required(by: let key?):
      let missing = key.filter { !given.contains($0) }
      if !missing.isEmpty { report(KeyError.lacksValue(record.span, missing, key: key), record) }
      return missing.isEmpty ? [key] : []
    case .required(by: nil):
      let error = KeyError.noneGiven(
        record.span,
        entity: entity.name,
        keys: entity.allUniqueKeys
      )
      report(error, record)
      return []
    }
  }

  /// Reports what may follow from something else that is wrong with the record only if nothing is.
  private func report(_ error: KeyError, _ record: RecordSyntax) {
    if !findings.hasFinding(within: record.span) { findings.report(error) }
  }
}
