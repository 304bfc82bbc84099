#if SwiftData
  import Context
  import Martlet
  import Model

  extension ModelContext {
    func text<Model>(_ descriptor: FetchDescriptor<Model>, _ model: ModelClass) throws -> QueryText
    {
      var text = QueryText("fetch ") + model.quotedName + " as " + Names.record
      if let predicate = descriptor.predicate {
        var translator = PredicateTranslator(resolve: record)
        text = text + " where (" + (try translator.condition(predicate)) + ")"
      }
      let keys = try descriptor.sortBy.map { try SortTranslator.text($0, model) }
      for (place, key) in keys.enumerated() { text = text + (place == 0 ? " sort " : ", ") + key }
      if let limit = descriptor.fetchLimit { text = text + QueryText(" limit \(raw: limit)") }
      if let offset = descriptor.fetchOffset, offset > 0 {
        text = text + QueryText(" offset \(raw: offset)")
      }
      return text
    }

    /// The objects that a query finds, of any model.
    func objects(_ query: QueryText, _ model: ModelClass) throws -> [any PersistentModel] {
      func objects<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
        let found: [Model] = try self.objects(query, model)
        return found
      }
      return try objects(model.type)
    }

    /// The objects that a query finds. Their values are read on first use.
    ///
    /// - Parameter slots: The properties to read now, or nil for all.
    func objects<Model: PersistentModel>(
      _ query: QueryText,
      _ model: ModelClass,
      _ engine: EngineContext? = nil,
      slots: Set<Int>? = nil
    ) throws -> [Model] {
      let own = self.engine(model)
      let engine = engine ?? own
      guard container.schema.submodels(of: model).isEmpty, model.superclass == nil else {
        return try engine.fetch(query).compactMap { record in
          let kind = container.schema.model(named: record.entity) ?? model
          let object = object(record.id, kind, isOwn: engine === own) {
            $0.isToMany ? nil : record[$0.name]
          }
          return object as? Model
        }
      }
      let store = engine.container.store.schema
      let read = model.storedProperties.filter { property in
        guard !property.isToMany, slots?.contains(property.slot) ?? true else { return false }
        // References with compound identities are read with the record.
        return property.destination.map { target in
          store.entity(target.root.name)?.identity == .number
        } ?? true
      }
      // A related record would be selected as its display attribute.
      let columns = read.map { property in
        property.isRelationship
          ? ", `\(property.name)`.@id as `\(property.name)`" : ", `\(property.name)`"
      }.joined()
      let rows = try engine.fetchedRows(query + QueryText(" select self as `@id`" + columns))
      return objects(rows, FetchedValues(rows, model, read), isOwn: engine === own)
    }

    /// The objects of rows, whose first column has the records.
    private func objects<Model: PersistentModel>(
      _ rows: ReadRows,
      _ source: FetchedValues,
      isOwn: Bool
    ) -> [Model] {
      let table = registered.table(source.model.name)
      let link = self.link
      table.reserve(rows.count)
      var objects: [Model] = []
      objects.reserveCapacity(rows.count)
      for row in 0..<rows.count {
        guard case .record(let id) = rows.value(row, 0) else { continue }
        if let known = table[id.key] {
          guard let object = known as? Model else { continue }
          let backing = object._$backing
          if isReplaceable(backing, isOwn) { backing.take(source, row) }
          objects.append(object)
        } else {
          let backing = ModelBacking(id, in: link)
          backing.take(source, row)
          let object = Model(backingData: backing)
          table[id.key] = object
          objects.append(object)
        }
      }
      return objects
    }

    /// Whether the values of an object can be replaced with those of the store.
    private func isReplaceable(_ backing: ModelBacking, _ isOwn: Bool) -> Bool {
      // Changes that are not handed over yet, or are left out, are newer than the record.
      backing.changedSlots.isEmpty
        && (isOwn || !hasUnsavedChanges(of: ObjectIdentifier(backing)))
    }

    /// The object of a record: the one that exists, or a new one without values.
    func object(_ id: RecordID, _ model: ModelClass) -> any PersistentModel {
      if let object = registered[id] { return object }
      let object = create(model.type, ModelBacking(id, in: link))
      registered[id] = object
      return object
    }

    /// The object of a related record, which may be of a submodel.
    func related(_ id: RecordID, _ model: ModelClass) -> any PersistentModel {
      if registered[id] == nil, !container.schema.submodels(of: model).isEmpty,
        let record = try? engine(model).record(id),
        let kind = container.schema.model(named: record.entity)
      {
        return object(id, kind)
      }
      return object(id, model)
    }

    private func create<Model: PersistentModel>(
      _ type: Model.Type,
      _ backing: ModelBacking
    ) -> any PersistentModel {
      Model(backingData: backing)
    }

    private func object(
      _ id: RecordID,
      _ model: ModelClass,
      isOwn: Bool,
      _ value: (ModelProperty) -> Value?
    ) -> any PersistentModel {
      let object = object(id, model)
      let backing = object._$backing
      guard isReplaceable(backing, isOwn) else { return object }
      for property in backing.modelClass(of: object).storedProperties {
        backing.setSlot(property.slot, value(property).flatMap { property.slotValue($0) })
      }
      return object
    }

    /// Reads the values of an object.
    func load(_ object: any PersistentModel) throws {
      let backing = object._$backing
      guard let id = backing.record else { return }
      let model = backing.modelClass(of: object)
      guard let record = try engine(model).record(id) else { return }
      for property in model.storedProperties
      where !property.isToMany && backing.slot(property.slot) == nil {
        backing.setSlot(
          property.slot,
          record.value(of: property.name).flatMap { property.slotValue($0) }
        )
      }
    }

    /// The members of a to-many relationship.
    func members(
      of object: any PersistentModel,
      _ property: ModelProperty
    ) throws -> [any PersistentModel] {
      try flush()
      guard let id = object._$backing.record, let target = property.destination else { return [] }
      let model = object._$backing.modelClass(of: object)
      let head = QueryText("fetch ") + target.quotedName + " as " + Names.record
      if let inverse = model.inverse(of: property),
        !inverse.model.properties[inverse.slot].isToMany
      {
        let name = QueryText(".`" + inverse.model.properties[inverse.slot].name + "`")
        return try objects(head + " where " + Names.record + name + " == \(id)", target)
      }
      guard case .list(let list) = try engine(model).record(id)?[property.name] else { return [] }
      let ids = list.compactMap { value -> RecordID? in
        if case .record(let id) = value { id } else { nil }
      }
      let missing = ids.filter { registered[$0] == nil }
      // Held until each has been found in the map of the registered objects.
      let read =
        missing.isEmpty
        ? [] : try objects(head + " where " + Names.record + " in \(missing)", target)
      return withExtendedLifetime(read) { ids.map { self.object($0, target) } }
    }
  }

  extension ModelContext {
    /// Reads the related objects of many objects at once.
    fileprivate func prefetchMembers(
      _ property: ModelProperty,
      _ inverse: ModelClass.Inverse,
      _ owners: [RecordID: any PersistentModel]
    ) throws {
      let link = inverse.model.properties[inverse.slot]
      let path = Names.record + QueryText(".`" + link.name + "`")
      let query =
        QueryText("fetch ") + inverse.model.quotedName + " as " + Names.record + " where " + path
        + " in \(Array(owners.keys))"
      var members: [RecordID: [any PersistentModel]] = [:]
      for member in try objects(query, inverse.model) {
        guard let owner = member._$backing.reference(link) else { continue }
        members[owner, default: []].append(member)
      }
      for (id, owner) in owners {
        owner._$backing.setSlot(property.slot, property.value(members[id] ?? []))
      }
    }

    /// Reads a relationship of many objects with one query.
    func prefetch(
      _ property: ModelProperty,
      of objects: [any PersistentModel],
      _ model: ModelClass
    ) throws {
      guard let target = property.destination else { return }
      if property.isToMany {
        guard let inverse = model.inverse(of: property),
          !inverse.model.properties[inverse.slot].isToMany
        else { return }
        let owners = objects.compactMap { object in
          object._$backing.slot(property.slot) == nil
            ? object._$backing.record.map { ($0, object) } : nil
        }
        guard !owners.isEmpty else { return }
        return try prefetchMembers(
          property,
          inverse,
          Dictionary(owners) { first, _ in first }
        )
      }
      let ids = Set(objects.compactMap { $0._$backing.reference(property) })
      let missing = ids.filter { registered[$0] == nil }
      guard !missing.isEmpty else { return }
      let found = try self.objects(
        QueryText("fetch ") + target.quotedName + " as " + Names.record + " where " + Names.record
          + " in \(Array(missing))",
        target
      )
      // The owners hold the objects from now on.
      withExtendedLifetime(found) {
        for object in objects { _ = object._$backing.related(property, object) }
      }
    }
  }
#endif
