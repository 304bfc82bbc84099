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
      let model = try prepare(descriptor)
      let query = try text(descriptor, model)
      let wanted = try descriptor.propertiesToFetch.map { try saved($0, of: model).slot }
      let found: [Model] = try objects(
        query,
        model,
        reader(descriptor, model),
        slots: wanted.isEmpty ? nil : Set(wanted)
      )
      for keyPath in descriptor.relationshipKeyPathsForPrefetching {
        try prefetch(saved(keyPath, of: model), of: found, model)
      }
      return found
    }

    /// Fetches objects and creates them in batches, on first use.
    public func fetch<Model>(
      _ descriptor: FetchDescriptor<Model>,
      batchSize: Int
    ) throws -> FetchResultsCollection<Model> {
      FetchResultsCollection(try records(descriptor), self, batchSize)
    }

    /// Counts the records that a descriptor finds.
    public func fetchCount<Model>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
      let model = try prepare(descriptor)
      return try reader(descriptor, model).fetchCount(text(descriptor, model))
    }

    /// Fetches the identities of records. Those of unsaved objects are valid in this context.
    public func fetchIdentifiers<Model>(
      _ descriptor: FetchDescriptor<Model>
    ) throws -> [PersistentIdentifier] {
      let name = ModelClass.of(Model.self).name
      return try records(descriptor).map {
        registered[$0]?.persistentModelID ?? container.identifier(of: $0, name)
      }
    }

    /// Fetches the identities of records. All are read at once on Linux.
    public func fetchIdentifiers<Model>(
      _ descriptor: FetchDescriptor<Model>,
      batchSize: Int
    ) throws -> [PersistentIdentifier] {
      try fetchIdentifiers(descriptor)
    }

    private func records<Model>(_ descriptor: FetchDescriptor<Model>) throws -> [RecordID] {
      let model = try prepare(descriptor)
      return try reader(descriptor, model).fetchIdentifiers(text(descriptor, model))
    }

    /// Hands over the changes of the objects, and asks a ``DataStore`` for the current records.
    private func prepare<Model>(_ descriptor: FetchDescriptor<Model>) throws -> ModelClass {
      try flush()
      let model = try known(Model.self)
      if container.hasExternalStores {
        try container.external[container.place(of: model.root.name)]?
          .refresh(descriptor, editingState)
      }
      return model
    }

    /// The untyped context to read from: one without changes if the descriptor leaves them out.
    private func reader<Model>(
      _ descriptor: FetchDescriptor<Model>,
      _ model: ModelClass
    ) throws -> EngineContext {
      let own = engine(model)
      return descriptor.includePendingChanges ? own : EngineContext(own.container)
    }

    private func saved(_ keyPath: AnyKeyPath, of model: ModelClass) throws -> ModelProperty {
      if let property = model.property(keyPath) { return property }
      throw SwiftDataError.unsavedProperty(model, KeyPathNames(keyPath).members.first ?? "")
    }

    /// The model of a type, which must be in the container.
    func known(_ type: any PersistentModel.Type) throws -> ModelClass {
      let model = ModelClass.of(type)
      guard container.schema.contains(model) else {
        throw SwiftDataError.unknownModel(model.name, container.schema)
      }
      return model
    }

    /// Calls a closure with each object, and loads the objects in batches.
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
      let model = ModelClass.of(type)
      var ids = try records(FetchDescriptor<Model>(predicate: predicate))
      if !includeSubclasses, !container.schema.submodels(of: model).isEmpty {
        let own = try engine(model).fetchIdentifiers(
          QueryText("fetch only ") + model.quotedName + " as " + Names.record + " where "
            + Names.record + " in \(ids)"
        )
        ids = own
      }
      guard !ids.isEmpty else { return }
      // A store does not know what was changed before.
      if let store = container.external[container.place(of: model.root.name)],
        !engine(model).hasChanges
      {
        let request = DataStoreBatchDeleteRequest(
          predicate: predicate,
          includeSubclasses: includeSubclasses,
          editingState: editingState
        )
        if let perform = store.batchDeletion(request) {
          batchDeletions.append((store, Set(ids), perform))
        }
      }
      try engine(model).delete(model: model.root.name, where: "self in \(ids)")
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
      guard let record = container.record(of: id),
        let model = container.schema.model(named: id.entityName)
      else {
        return UnknownModel(backingData: ModelBacking())
      }
      return object(record, model)
    }

    private func registered(_ id: PersistentIdentifier) -> (any PersistentModel)? {
      guard case .temporary(let uuid) = id.key else {
        return container.record(of: id).flatMap { registered[$0] }
      }
      return temporaries[uuid]?.object
        ?? (inserted.all + registered.all.map(\.object)).first {
          $0._$backing.temporaryID == uuid
        }
    }

    /// The record with this identity. Call it after a flush, so that each object has a record.
    func record(_ id: PersistentIdentifier) -> RecordID? {
      container.record(of: id) ?? registered(id)?._$backing.record
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
    mutating func appendInterpolation(raw number: Int) { appendLiteral(String(number)) }
  }

  extension Schema {
    func model(named name: String) -> ModelClass? { classes.first { $0.name == name } }

    func contains(_ model: ModelClass) -> Bool { classes.contains { $0 === model } }

    func submodels(of model: ModelClass) -> [ModelClass] {
      classes.filter { $0.superclass === model }
    }
  }
#endif
