#if SwiftData
  import Context
  import Martlet
  import Model

  extension ModelContext {
    /// Passes the changes of the objects to the untyped context, so that queries include them.
    func flush() throws {
      guard !(toInsert.isEmpty && toUpdate.isEmpty && toDelete.isEmpty) else { return }
      var flush = Flush(self)
      try engine.restoringOnFailure {
        try flush.insert(toInsert.all)
        try flush.update(toUpdate.all)
        try flush.delete(toDelete.all)
      }
      for (model, record) in flush.records {
        model._$backing.record = record
        registered[record] = WeakModel(object: model)
      }
      for model in toInsert.all + toUpdate.all { model._$backing.changedSlots = [] }
      let hasDeletions = !toDelete.isEmpty
      toInsert.removeAll()
      toUpdate.removeAll()
      toDelete.removeAll()
      if hasDeletions { try followDeletions() }
    }

    /// Marks objects whose records the delete rules deleted; relationships are read again.
    func followDeletions() throws {
      let objects = registered.compactMap { id, weak in weak.object.map { (id, $0) } }
      let found = try engine.existing(objects.map(\.0))
      for (id, object) in objects {
        if found.contains(id) {
          object._$backing.forgetValues(onlyRelationships: true, of: object)
        } else {
          object._$backing.isDeleted = true
          inserted.remove(object)
          changed.remove(object)
          deleted.add(object)
        }
      }
    }
  }

  /// The changes of objects as changes of records.
  private struct Flush {
    let context: ModelContext
    var records: [(any PersistentModel, RecordID)] = []
    private var new: [ObjectIdentifier: RecordID] = [:]

    init(_ context: ModelContext) {
      self.context = context
    }

    mutating func insert(_ models: [any PersistentModel]) throws {
      var groups: [(model: ModelClass, objects: [any PersistentModel])] = []
      var places: [ObjectIdentifier: Int] = [:]
      for object in models {
        let model = object._$backing.modelClass(of: object)
        let place = places[ObjectIdentifier(model)] ?? groups.count
        if place == groups.count {
          groups.append((model, []))
          places[ObjectIdentifier(model)] = place
        }
        groups[place].objects.append(object)
      }
      var later: [(any PersistentModel, ModelProperty)] = []
      for model in order(groups.map(\.model)) {
        guard let place = places[ObjectIdentifier(model)] else { continue }
        try insert(groups[place].objects, model, &later)
      }
      for (object, property) in later {
        guard let record = record(of: object) else { continue }
        let value = try value(of: property, of: object)
        try context.engine.update(record, set: [property.name: value ?? .null])
      }
    }

    private mutating func insert(
      _ objects: [any PersistentModel],
      _ model: ModelClass,
      _ later: inout [(any PersistentModel, ModelProperty)]
    ) throws {
      var rows: [[String: Value]] = []
      for object in objects {
        var row: [String: Value] = [:]
        for property in model.properties {
          guard !property.isRelationship || property.isWritten(in: model) else { continue }
          if let value = try value(of: property, of: object) {
            row[property.name] = value
          } else {
            later.append((object, property))
          }
        }
        rows.append(row)
      }
      let ids =
        model.hasUniqueKeys
        ? try context.engine.upsert(model.name, rows)
        : try context.engine.insert(model.name, rows)
      for (object, id) in zip(objects, ids) {
        new[ObjectIdentifier(object)] = id
        records.append((object, id))
      }
    }

    func update(_ models: [any PersistentModel]) throws {
      for object in models {
        let backing = object._$backing
        guard let record = record(of: object), !backing.changedSlots.isEmpty else { continue }
        let model = backing.modelClass(of: object)
        var values: [String: Value] = [:]
        for slot in backing.changedSlots {
          let property = model.properties[slot]
          values[property.name] = try value(of: property, of: object) ?? .null
        }
        try context.engine.update(record, set: values)
      }
    }

    func delete(_ models: [any PersistentModel]) throws {
      let ids = models.compactMap { record(of: $0) }
      for (entity, ids) in Dictionary(grouping: ids, by: \.entity) {
        try context.engine.delete(model: entity, where: "self in \(ids)")
      }
    }

    private func record(of object: any PersistentModel) -> RecordID? {
      object._$backing.record ?? new[ObjectIdentifier(object)]
    }

    /// The value of a property in the store, or nil if it references objects without a record yet.
    private func value(of property: ModelProperty, of object: any PersistentModel) throws -> Value?
    {
      let backing = object._$backing
      guard case .attribute(let coding) = property.kind else {
        if let id = backing.slot(property.slot) as? RecordID { return .record(id) }
        let related = ModelBacking.objects(in: backing.slot(property.slot))
        let ids = related.compactMap { record(of: $0) }
        guard ids.count == related.count else { return nil }
        return property.isToMany
          ? .list(ids.map(Value.record)) : ids.first.map(Value.record) ?? .null
      }
      guard let value = backing.slot(property.slot) else { return .null }
      return try coding.stored(value)
    }

    /// The models, sorted so that the targets of references come first where possible.
    private func order(_ models: [ModelClass]) -> [ModelClass] {
      var ordered: [ModelClass] = []
      var visited: Set<ObjectIdentifier> = []
      func visit(_ model: ModelClass) {
        guard visited.insert(ObjectIdentifier(model)).inserted else { return }
        for property in model.properties where property.isWritten(in: model) {
          guard let target = property.destination else { continue }
          for other in models where other.inherits(from: target) { visit(other) }
        }
        ordered.append(model)
      }
      for model in models { visit(model) }
      return ordered
    }
  }

  extension ModelClass {
    var hasUniqueKeys: Bool {
      !uniques.isEmpty || properties.contains { $0.attribute?.isUnique ?? false }
    }
  }
#endif
