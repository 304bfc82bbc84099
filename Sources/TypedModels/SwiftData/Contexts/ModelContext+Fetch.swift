#if SwiftData
  import Context
  public import Foundation
  import Martlet
  import Model

  extension ModelContext {
    /// Fetches objects, including changes that are not saved.
    ///
    /// ```swift
    /// let trips = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.days > 3 }))
    /// ```
    ///
    /// - Throws: ``SwiftDataError`` if a predicate cannot be translated.
    public func fetch<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
      try flush()
      let model = ModelClass.of(Model.self)
      let query = try text(descriptor, model)
      let engine = descriptor.includePendingChanges ? engine : EngineContext(container.engine)
      return try objects(query, model, engine).compactMap { $0 as? Model }
    }

    /// Fetches objects and creates them in batches, on first use.
    public func fetch<Model>(
      _ descriptor: FetchDescriptor<Model>,
      batchSize: Int
    ) throws -> FetchResultsCollection<Model> {
      FetchResultsCollection(try fetchIdentifiers(descriptor).compactMap(\.record), self, batchSize)
    }

    /// Counts the records that a descriptor finds.
    public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
      try flush()
      return try engine.fetchCount(text(descriptor, ModelClass.of(Model.self)))
    }

    /// Fetches the identities of records. Those of unsaved objects are valid in this context.
    public func fetchIdentifiers<Model>(
      _ descriptor: FetchDescriptor<Model>
    ) throws -> [PersistentIdentifier] {
      try flush()
      let name = ModelClass.of(Model.self).name
      return try engine.fetchIdentifiers(text(descriptor, ModelClass.of(Model.self))).map {
        PersistentIdentifier(entityName: name, key: .saved($0))
      }
    }

    /// Calls a closure with each object. The objects are loaded in batches.
    public func enumerate<Model>(
      _ descriptor: FetchDescriptor<Model>,
      batchSize: Int = 5000,
      allowEscapingMutations: Bool = false,
      block: (Model) throws -> Void
    ) throws {
      for object in try fetch(descriptor, batchSize: batchSize) { try block(object) }
    }

    /// Deletes the records that match a predicate, or all records of the model.
    public func delete<Model: PersistentModel>(
      model type: Model.Type,
      where predicate: Predicate<Model>? = nil,
      includeSubclasses: Bool = true
    ) throws {
      let found = try fetchIdentifiers(FetchDescriptor<Model>(predicate: predicate))
      let ids = found.compactMap(\.record)
      guard !ids.isEmpty else { return }
      try engine.delete(model: ModelClass.of(type).root.name, where: "self in \(ids)")
      try followDeletions()
    }

    // MARK: Identities

    /// The object with this identity, if this context already has it.
    public func registeredModel<Model: PersistentModel>(
      for id: PersistentIdentifier
    ) -> Model? {
      registered(id) as? Model
    }

    /// The object with this identity. Its values are read on first use.
    public func model(for id: PersistentIdentifier) -> any PersistentModel {
      if let object = registered(id) { return object }
      guard let record = id.record, let model = container.schema.model(named: id.entityName) else {
        preconditionFailure("\(id.entityName) is not a model of this container")
      }
      return object(record, model)
    }

    private func registered(_ id: PersistentIdentifier) -> (any PersistentModel)? {
      switch id.key {
      case .saved(let record): registered[record]?.object
      case .temporary(let uuid):
        temporaries[uuid]?.object
          ?? (inserted.all + registered.values.compactMap(\.object)).first {
            $0._$backing.temporaryID == uuid
          }
      }
    }

    /// The record with this identity. Call it after a flush, so that each object has a record.
    func record(_ id: PersistentIdentifier) -> RecordID? {
      id.record ?? registered(id)?._$backing.record
    }

    // MARK: Objects

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

    /// The objects that a query finds, with the values of their attributes.
    func objects(
      _ query: QueryText,
      _ model: ModelClass,
      _ engine: EngineContext? = nil
    ) throws -> [any PersistentModel] {
      let engine = engine ?? self.engine
      guard container.schema.submodels(of: model).isEmpty, model.superclass == nil else {
        return try engine.fetch(query).map { record in
          let kind = container.schema.model(named: record.entity) ?? model
          return object(record.id, kind) { $0.isToMany ? nil : record[$0.name] }
        }
      }
      let read = model.properties.filter { !$0.isToMany }
      // A related record would be selected as its display attribute.
      let columns = read.map { property in
        property.isRelationship
          ? ", `\(property.name)`.@id as `\(property.name)`" : ", `\(property.name)`"
      }.joined()
      let rows = try engine.fetchRows(query + QueryText(" select self as `@id`" + columns))
      let places = Dictionary(uniqueKeysWithValues: zip(read.map(\.slot), 1...))
      return rows.compactMap { row in
        guard case .record(let id) = row[0] else { return nil }
        return object(id, model) { property in places[property.slot].map { row[$0] } }
      }
    }

    /// The object of a record: the one that exists, or a new one without values.
    func object(_ id: RecordID, _ model: ModelClass) -> any PersistentModel {
      if let object = registered[id]?.object { return object }
      let backing = ModelBacking()
      backing.record = id
      backing.isSaved = true
      backing.context = self
      backing.container = container
      let object = create(model.type, backing)
      registered[id] = WeakModel(object: object)
      return object
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
      _ value: (ModelProperty) -> Value?
    ) -> any PersistentModel {
      let object = object(id, model)
      let backing = object._$backing
      // Changes that were not flushed are newer than the record.
      guard backing.changedSlots.isEmpty else { return object }
      for property in backing.modelClass(of: object).properties {
        backing.setSlot(property.slot, value(property).flatMap { slot($0, property) })
      }
      return object
    }

    private func slot(_ value: Value, _ property: ModelProperty) -> Any? {
      if case .attribute(let coding) = property.kind {
        return value.isNull ? property.none : coding.restored(value)
      }
      if case .record(let id) = value { return id }
      return property.none
    }

    /// Reads the values of an object.
    func load(_ object: any PersistentModel) throws {
      let backing = object._$backing
      guard let id = backing.record else { return }
      let model = backing.modelClass(of: object)
      guard let record = try engine.record(id) else { return }
      for property in model.properties
      where !property.isToMany && backing.slot(property.slot) == nil {
        backing.setSlot(
          property.slot,
          record.value(of: property.name).flatMap { slot($0, property) }
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
      guard case .list(let list) = try engine.record(id)?[property.name] else { return [] }
      let ids = list.compactMap { value -> RecordID? in
        if case .record(let id) = value { id } else { nil }
      }
      let missing = ids.filter { registered[$0]?.object == nil }
      // Keep the objects alive until each was found among the registered objects.
      let read =
        missing.isEmpty
        ? [] : try objects(head + " where " + Names.record + " in \(missing)", target)
      return withExtendedLifetime(read) { ids.map { self.object($0, target) } }
    }
  }

  enum Names {
    /// The name of the fetched record in a query.
    static let record = QueryText("`the record`")
  }

  extension ModelClass {
    var quotedName: QueryText { QueryText("`" + name + "`") }
  }

  extension QueryText.StringInterpolation {
    fileprivate mutating func appendInterpolation(raw number: Int) { appendLiteral(String(number)) }
  }

  extension Schema {
    func model(named name: String) -> ModelClass? { classes.first { $0.name == name } }

    func submodels(of model: ModelClass) -> [ModelClass] {
      classes.filter { $0.superclass === model }
    }
  }
#endif
