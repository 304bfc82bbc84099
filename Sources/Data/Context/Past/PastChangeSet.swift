import Columns
import Expressions
import Model
import Storage

/// The changes that lead back from a state.
struct PastChangeSet {
  let past: PastChanges
  /// The present state.
  let below: any StoreSnapshot
  /// Only these records; nil for all.
  var chosen: Set<RecordID>?
  /// Only these values of other records.
  var references: [RecordID: Set<String>] = [:]
  /// Whether records that did not exist are deleted.
  var deletesNewRecords = true

  private var schema: StoredSchema { past.schema }

  init(_ past: PastChanges, over below: any StoreSnapshot) {
    (self.past, self.below) = (past, below)
  }

  func changes() throws -> ChangeSet {
    var changes = ChangeSet()
    for entity in schema.entities.map(\.name) {
      guard let records = past.records[entity] else { continue }
      try add(records, of: entity, to: &changes)
    }
    try addLinks(to: &changes)
    return changes
  }

  // MARK: Records

  private func add(
    _ records: [RecordKey: PastChanges.Past],
    of entity: String,
    to changes: inout ChangeSet
  ) throws {
    let keys = records.keys.sortedByKey()
    let found = try below.references(to: .list(keys), of: entity)
    var deleted: [RecordKey] = []
    var restored = Table(layout: try schema.layout(entity))
    var changed: [Set<String>: Table] = [:]
    for (key, reference) in zip(keys, found) {
      let id = RecordID(entity: entity, key: key)
      guard var state = records[key] else { continue }
      if let chosen, !chosen.contains(id) {
        guard let names = references[id], let part = state.part(names) else { continue }
        state = part
      }
      let exists = reference != Column.nullReference
      switch state {
      case .absent: if exists { deleted.append(key) }
      case .whole(let values) where !exists: restored.add(key, values)
      case .whole(let values): changed[[], default: restored.empty].add(key, values)
      case .changed(let values):
        guard exists else { throw PastError.inconsistent(id) }
        changed[values.names, default: restored.empty].add(key, values)
      }
    }
    if !deleted.isEmpty, deletesNewRecords {
      changes.deleted.append(RecordSelection(entity: entity, keys: .list(deleted)))
    }
    if !restored.keys.isEmpty {
      var rows = try restored.rows(whole: true, below)
      rows.areRestored = true
      changes.inserted.append(rows)
    }
    // The smallest record first, so that the result does not depend on hash values.
    for (names, table) in changed.sorted(by: { $0.value.keys[0].isBefore($1.value.keys[0]) }) {
      let rows = try table.rows(whole: names.isEmpty, below)
      // Removed properties have no columns.
      if !rows.columns.isEmpty || !rows.references.isEmpty { changes.updated.append(rows) }
    }
  }

  /// Records with the same properties.
  private struct Table {
    let layout: EntityLayout
    private(set) var keys: [RecordKey] = []
    private var values: [PastChanges.Values] = []

    init(layout: EntityLayout) { self.layout = layout }

    var empty: Table { Table(layout: layout) }

    mutating func add(_ key: RecordKey, _ values: PastChanges.Values) {
      keys.append(key)
      self.values.append(values)
    }

    /// The rows with all properties, or with those that the records have.
    func rows(whole isWhole: Bool, _ below: any StoreSnapshot) throws -> RecordRows {
      var rows = RecordRows(entity: layout.entity.name, keys: .list(keys))
      for field in layout.fields where isWhole || values[0].fields[field.path] != nil {
        rows.columns[field.path] = try column(field)
      }
      for reference in layout.references {
        let name = reference.relationship.name
        let path = AttributePath([name])
        let isKnown = values[0].fields[path] != nil
        guard isWhole || isKnown || values[0].positions[name] != nil else { continue }
        // If only the positions have changed, the records still reference the same ones.
        let targets =
          isWhole || isKnown
          ? values.map { $0.fields[path]?.record }
          : try RecordReader(layout, below).targets(of: name, keys: keys).targets
        rows.references[name] = RecordReferences(
          targets: targets,
          positions: reference.hasPositions
            ? values.map { $0.positions[name] ?? OverlayLinks.Positions.last } : nil
        )
      }
      return rows
    }

    private func column(_ field: StoredField) throws -> Column {
      let initial = layout.initialValue(of: field)
      return try layout.column(of: field.path, values.map { $0.fields[field.path] ?? initial })
    }
  }

  // MARK: Links

  private func addLinks(to changes: inout ChangeSet) throws {
    let pairs = past.links.keys.filter(isChosen).sorted { $0.isBefore($1) }
    if pairs.isEmpty { return }
    let present = try InverseChanges(schema: schema, before: below).places(of: pairs)
    for pair in pairs {
      guard let link = past.links[pair] else { continue }
      guard link.isLinked else {
        if present[pair] != nil { changes.unlinked.append(pair) }
        continue
      }
      if present[pair] != nil, link.places == nil { continue }
      let places = link.places ?? OverlayLinks.Positions.unknown
      changes.linked.append(
        RecordLinkage(pair: pair, position: places.here, inversePosition: places.there)
      )
    }
  }

  private func isChosen(_ pair: RecordPair) -> Bool {
    guard let chosen else { return true }
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    guard let destination = try? schema.relationship(end).destination else { return false }
    return chosen.contains(RecordID(entity: pair.entity, key: pair.owner))
      || chosen.contains(RecordID(entity: destination, key: pair.member))
  }
}

extension OverlayLinks.Positions {
  /// A position after all others, for histories of earlier versions that have none.
  static let last = Int64.max / 4
  static let unknown = OverlayLinks.Positions(here: last, there: last)
}

extension PastChanges.Past {
  /// The record with only some references; nil if they have not changed.
  fileprivate func part(_ names: Set<String>) -> Self? {
    var part = PastChanges.Values()
    switch self {
    case .absent: return nil
    case .changed(let values):
      part.fields = values.fields.filter { names.contains($0.key.description) }
      part.positions = values.positions.filter { names.contains($0.key) }
    case .whole(let values):
      // It was deleted, and inserted again since; nil is left out of all values.
      for name in names {
        let path = AttributePath([name])
        part.fields[path] = values.fields[path] ?? .null
        part.positions[name] = values.positions[name]
      }
    }
    return part.fields.isEmpty && part.positions.isEmpty ? nil : .changed(part)
  }
}

extension PastChanges.Values {
  /// The names of all properties; never empty.
  fileprivate var names: Set<String> {
    Set(fields.keys.map(\.description) + positions.keys.map { "@" + $0 })
  }
}

extension Value {
  /// The key of a record; nil for other values.
  fileprivate var record: RecordKey? {
    if case .record(let id) = self { id.key } else { nil }
  }
}

extension EntityLayout {
  /// The value of a field that a record did not have yet.
  fileprivate func initialValue(of field: StoredField) -> Value {
    guard !field.isOptional, field.path.components.count == 1,
      let initial = entity.attribute(field.path.components[0])?.defaultValue,
      case .literal(let value) = initial.expression.kind
    else { return .null }
    return value
  }
}
