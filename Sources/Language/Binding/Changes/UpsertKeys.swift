import Diagnostics
import Model
import Syntax

/// Finds the unique keys for records of an upsert.
struct UpsertKeys {
  let entity: Entity
  let findings: Findings

  /// The key of `by`, in the model's order; reports one that is not a unique key.
  func named(_ names: [NameSyntax]) -> [String]? {
    let found = names.compactMap { name in
      findings.property(name, of: entity).map { NameSyntax($0.name, span: name.span) }
    }
    guard found.count == names.count, findings.areDifferent(found) else { return nil }
    let wanted = Set(found.map(\.text))
    if let key = entity.identifyingKeys.first(where: { Set($0) == wanted }) { return key }
    return findings.fail(KeyError.noKey(found, entity: entity.name, keys: entity.identifyingKeys))
  }

  /// The keys whose attributes all have values.
  func keys(
    of record: RecordSyntax,
    _ matching: RecordBinder.UpsertMatching,
    given: Set<String>
  ) -> [[String]] {
    let whole = entity.identifyingKeys.filter { $0.allSatisfy(given.contains) }
    switch matching {
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
        keys: entity.identifyingKeys
      )
      report(error, record)
      return []
    }
  }

  /// Reports an error unless the record has others, which may cause it.
  private func report(_ error: KeyError, _ record: RecordSyntax) {
    if !findings.hasFinding(within: record.span) { findings.report(error) }
  }
}
