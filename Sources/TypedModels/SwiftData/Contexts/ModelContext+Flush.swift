#if SwiftData
  import Context
  import Martlet
  import Model

  extension ModelContext {
    /// Passes the changes of the objects to the untyped context, so that queries include them.
    ///
    /// - Throws: The error that ``save()`` would throw, if a change is invalid.
    func flush() throws {
      guard !(toInsert.isEmpty && toUpdate.isEmpty && toDelete.isEmpty) else { return }
      var flush = Flush(self)
      do {
        try restoringOnFailure(engines[...]) {
          try flush.insert(toInsert.all)
          try flush.update(toUpdate.all)
          try flush.delete(toDelete.all)
        }
      } catch {
        throw SaveFailure.named(error)
      }
      for (model, record) in flush.records {
        // An object with the same unique key reads the new values.
        if let old = registered[record], old !== model {
          old._$backing.forgetValues(of: old)
        }
        model._$backing.record = record
        registered[record] = model
      }
      for model in toInsert.all + toUpdate.all { model._$backing.changedSlots = [] }
      let hasDeletions = !toDelete.isEmpty
      toInsert.removeAll()
      toUpdate.removeAll()
      toDelete.removeAll()
      if hasDeletions { try followDeletions() }
    }

    private func restoringOnFailure(
      _ engines: ArraySlice<EngineContext>,
      _ body: () throws -> Void
    ) throws {
      guard let first = engines.first else { return try body() }
      try first.restoringOnFailure { try restoringOnFailure(engines.dropFirst(), body) }
    }

    /// Marks the objects whose records the delete rules deleted; other links are read again.
    func followDeletions() throws {
      let objects = registered.all
      var found: Set<RecordID> = []
      for (root, part) in Dictionary(grouping: objects, by: \.id.entity) {
        found.formUnion(try engine(of: root).existing(part.map(\.id)))
      }
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
  struct Flush {
    let context: ModelContext
    var records: [(any PersistentModel, RecordID)] = []
    private var new: [ObjectIdentifier: RecordID] = [:]

    init(_ context: ModelContext) {
      self.context = context
    }

    mutating func insert(_ models: [any PersistentModel]) throws {
      let groups = models.grouped { $0._$backing.modelClass(of: $0) }
      var later: [(any PersistentModel, ModelProperty)] = []
      for model in order(groups.map(\.key)) {
        guard let group = groups.first(where: { $0.key == model }) else { continue }
        _ = try context.known(model.type)
        try insert(group.elements, model, &later)
      }
      for (object, property) in later {
        guard let record = record(of: object) else { continue }
        let value = try value(of: property, of: object)
        try context.engine(of: record.entity)
          .update(record, set: [property.name: value ?? .null])
      }
    }

    private mutating func insert(
      _ objects: [any PersistentModel],
      _ model: ModelClass,
      _ later: inout [(any PersistentModel, ModelProperty)]
    ) throws {
      if objects.count > 1, let ids = try insertColumns(objects, model, &later) {
        return note(ids, of: objects)
      }
      var rows: [[String: Value]] = []
      for object in objects {
        var row: [String: Value] = [:]
        for property in model.storedProperties {
          guard !property.isRelationship || property.isRequired || property.isWritten(in: model)
          else { continue }
          if let value = try value(of: property, of: object) {
            row[property.name] = value
          } else {
            later.append((object, property))
          }
        }
        rows.append(row)
      }
      let ids =
        model.hasUniqueKeys && context.container.uniqueConflictRule == .update
        ? try context.engine(model).upsert(model.name, rows)
        : try context.engine(model).insert(model.name, rows)
      note(ids, of: objects)
    }

    private mutating func note(_ ids: [RecordID], of objects: [any PersistentModel]) {
      for (object, id) in zip(objects, ids) {
        new[ObjectIdentifier(object)] = id
        records.append((object, id))
      }
    }

    func update(_ models: [any PersistentModel]) throws {
      for object in try updateColumns(models) {
        let backing = object._$backing
        guard let record = record(of: object), !backing.changedSlots.isEmpty else { continue }
        let model = backing.modelClass(of: object)
        var values: [String: Value] = [:]
        for slot in backing.changedSlots {
          let property = model.properties[slot]
          guard !property.isEphemeral else { continue }
          values[property.name] = try value(of: property, of: object) ?? .null
        }
        guard !values.isEmpty else { continue }
        try context.engine(model).update(record, set: values)
      }
    }

    func delete(_ models: [any PersistentModel]) throws {
      let ids = models.compactMap { record(of: $0) }
      for (entity, ids) in Dictionary(grouping: ids, by: \.entity) {
        try context.engine(of: entity).delete(model: entity, where: "self in \(ids)")
      }
    }

    func record(of object: any PersistentModel) -> RecordID? {
      object._$backing.record ?? new[ObjectIdentifier(object)]
    }

    /// The value of a property in the store, or nil if it references objects without a record yet.
    func value(of property: ModelProperty, of object: any PersistentModel) throws -> Value? {
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
      var visited: Set<ModelClass> = []
      func visit(_ model: ModelClass) {
        guard visited.insert(model).inserted else { return }
        for property in model.properties where property.isRequired || property.isWritten(in: model)
        {
          guard let target = property.destination,
            !(model.inverse(of: property).map { $0.model.properties[$0.slot].isRequired } ?? false)
          else { continue }
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
