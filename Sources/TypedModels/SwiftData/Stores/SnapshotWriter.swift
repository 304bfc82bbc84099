#if SwiftData
  import Context
  import Martlet
  import Model

  /// Writes snapshots as records.
  struct SnapshotWriter {
    let engine: EngineContext
    let schema: Schema
    /// The records that exist, and those that were inserted.
    private(set) var records: [PersistentIdentifier: RecordID]
    /// The identities that ``records`` did not have before.
    private(set) var inserted: [PersistentIdentifier] = []
    /// The records whose values were changed.
    private(set) var changed: Set<RecordID> = []

    init(
      _ engine: EngineContext,
      _ schema: Schema,
      _ records: [PersistentIdentifier: RecordID]
    ) {
      self.engine = engine
      self.schema = schema
      self.records = records
    }

    /// Inserts or updates the records of snapshots.
    mutating func write(_ snapshots: [DefaultSnapshot]) throws {
      var left = snapshots.filter { records[$0.persistentIdentifier] == nil }
      var incomplete: [DefaultSnapshot] = []
      while !left.isEmpty {
        // Those that need others wait for them, unless all wait.
        let isReady = try left.map { try isComplete($0, onlyRequired: true) }
        let ready = isReady.contains(true) ? zip(left, isReady).filter(\.1).map(\.0) : left
        left = isReady.contains(true) ? zip(left, isReady).filter { !$0.1 }.map(\.0) : []
        incomplete += try ready.filter { try !isComplete($0, onlyRequired: false) }
        try insert(ready)
      }
      let new = Set(inserted)
      for snapshot in snapshots where !new.contains(snapshot.persistentIdentifier) {
        try update(snapshot)
      }
      for snapshot in incomplete { try update(snapshot) }
    }

    /// Deletes the records of identities.
    func delete(_ identifiers: [PersistentIdentifier]) throws {
      let ids = identifiers.compactMap { records[$0] }
      for (root, ids) in Dictionary(grouping: ids, by: \.entity) {
        try engine.delete(model: root, where: "self in \(ids)")
      }
    }

    private func model(_ snapshot: DefaultSnapshot) throws -> ModelClass {
      let name = snapshot.persistentIdentifier.entityName
      guard let model = schema.model(named: name) else {
        throw SwiftDataError.unknownModel(name, schema)
      }
      return model
    }

    /// Whether all referenced records exist.
    private func isComplete(_ snapshot: DefaultSnapshot, onlyRequired: Bool) throws -> Bool {
      let model = try model(snapshot)
      return model.storedProperties.allSatisfy { property in
        guard property.isRelationship, property.isWritten(in: model) || property.isRequired,
          !onlyRequired || property.isRequired || property.needsObject
        else { return true }
        return snapshot.references[property.name]?.allSatisfy { records[$0] != nil } ?? true
      }
    }

    private mutating func insert(_ snapshots: [DefaultSnapshot]) throws {
      for (name, group) in Dictionary(grouping: snapshots, by: \.persistentIdentifier.entityName) {
        let rows = try group.map { values(of: $0, try model($0)) }
        for (snapshot, record) in zip(group, try engine.insert(name, rows)) {
          records[snapshot.persistentIdentifier] = record
          inserted.append(snapshot.persistentIdentifier)
        }
      }
    }

    private mutating func update(_ snapshot: DefaultSnapshot) throws {
      guard let id = records[snapshot.persistentIdentifier], let record = try engine.record(id)
      else { return }
      let new = values(of: snapshot, try model(snapshot)).filter { record[$0.key] != $0.value }
      guard !new.isEmpty else { return }
      try engine.update(id, set: new)
      changed.insert(id)
    }

    private func values(of snapshot: DefaultSnapshot, _ model: ModelClass) -> [String: Value] {
      var values = snapshot.values
      for property in model.storedProperties where property.isRelationship {
        guard property.isWritten(in: model) || property.isRequired,
          let targets = snapshot.references[property.name]?.compactMap({ records[$0] })
        else { continue }
        values[property.name] =
          property.isToMany
          ? .list(targets.map(Value.record)) : targets.first.map(Value.record) ?? .null
      }
      return values
    }
  }

  extension ModelProperty {
    /// Whether the property is a to-one relationship that cannot be nil.
    fileprivate var needsObject: Bool {
      if case .toOne(_, let isOptional) = kind { !isOptional } else { false }
    }
  }
#endif
