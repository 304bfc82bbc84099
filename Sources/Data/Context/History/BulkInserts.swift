import Model
package import Storage

/// New records of entities with too many inserts for the history, which only stores their
/// identities.
struct BulkInserts {
  private let keys: [String: [RecordKeys]]

  init(_ changes: ChangeSet) {
    keys = Dictionary(grouping: changes.inserted, by: \.entity)
      .mapValues { $0.map(\.keys) }
      .filter { $1.reduce(0) { $0 + $1.count } > HistoryEvent.maxListedInserts }
  }

  /// The records by entity, for the history.
  var selections: [RecordSelection] {
    keys.sorted { $0.key < $1.key }.flatMap { entity, parts in
      if parts.count == 1, case .range = parts[0] {
        return [RecordSelection(entity: entity, keys: parts[0])]
      }
      var numbers: [Int64] = []
      var others: [RecordKey] = []
      for key in parts.flatMap(\.all) {
        if case .number(let number) = key { numbers.append(number) } else { others.append(key) }
      }
      return RecordSelection.runs(of: numbers.sorted(), entity)
        + (others.isEmpty ? [] : [RecordSelection(entity: entity, keys: .list(others))])
    }
  }

  /// The changes and their inverse for all other records.
  func leftOut(
    of forward: ChangeSet,
    _ inverse: ChangeSet
  ) -> (forward: ChangeSet, inverse: ChangeSet) {
    guard !keys.isEmpty else { return (forward, inverse) }
    var (forward, inverse) = (forward, inverse)
    forward.inserted.removeAll { keys[$0.entity] != nil }
    inverse.deleted.removeAll { keys[$0.entity] != nil }
    guard !inverse.unlinked.isEmpty else { return (forward, inverse) }
    let owners = keys.mapValues { Set($0.flatMap(\.all)) }
    func isOfOther(_ pair: RecordPair) -> Bool {
      !(owners[pair.entity]?.contains(pair.owner) ?? false)
    }
    forward.linked = forward.linked.filter { isOfOther($0.pair) }
    inverse.unlinked = inverse.unlinked.filter(isOfOther)
    return (forward, inverse)
  }
}

extension ChangeSet {
  /// The new records as runs of numbers.
  package var insertedRuns: [RecordSelection] {
    inserted.flatMap { rows -> [RecordSelection] in
      if case .range(let numbers) = rows.keys {
        return numbers.isEmpty ? [] : [RecordSelection(entity: rows.entity, keys: rows.keys)]
      }
      let numbers = rows.keys.all.compactMap { key -> Int64? in
        if case .number(let number) = key { number } else { nil }
      }
      return RecordSelection.runs(of: numbers.sorted(), rows.entity)
    }
  }
}

extension [RecordSelection] {
  /// Adds runs of numbers; one that continues the last run of its entity extends it.
  package mutating func extend(by runs: [RecordSelection]) {
    for run in runs {
      guard case .range(let next) = run.keys,
        let place = lastIndex(where: { $0.entity == run.entity }),
        case .range(let last) = self[place].keys, last.upperBound == next.lowerBound
      else {
        append(run)
        continue
      }
      self[place].keys = .range(last.lowerBound..<next.upperBound)
    }
  }
}
