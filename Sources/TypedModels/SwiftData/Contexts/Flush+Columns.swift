#if SwiftData
  import Context
  import Martlet
  import Model

  /// Saves many objects as columns, much faster than with one statement per record.
  extension Flush {
    /// Inserts objects of one model.
    ///
    /// - Parameter later: Receives the relationships to objects that have no record yet.
    /// - Returns: The identities, or nil if the objects must be inserted one by one.
    func insertColumns(
      _ objects: [any PersistentModel],
      _ model: ModelClass,
      _ later: inout [(any PersistentModel, ModelProperty)]
    ) throws -> [RecordID]? {
      guard isPlain(model), !model.properties.contains(where: \.isRequired) else { return nil }
      let engine = context.engine(model)
      var waiting: [(any PersistentModel, ModelProperty)] = []
      for property in model.properties where property.isToMany && property.isWritten(in: model) {
        for object in objects where !object._$backing.related(property, object).isEmpty {
          waiting.append((object, property))
        }
      }
      let slots = model.storedProperties.filter { !$0.isToMany }
      guard let columns = try columns(objects, model, slots, engine, isWhole: true, &waiting),
        let ids = try engine.insert(columns)
      else { return nil }
      later += waiting
      return ids
    }

    /// Updates objects that share their changed properties with others.
    ///
    /// - Returns: The other objects.
    func updateColumns(_ objects: [any PersistentModel]) throws -> [any PersistentModel] {
      struct Group: Hashable {
        let model: ModelClass
        let slots: Set<Int>
      }
      guard objects.count > 1 else { return objects }
      var left: [any PersistentModel] = []
      let groups = objects.grouped {
        Group(model: $0._$backing.modelClass(of: $0), slots: $0._$backing.changedSlots)
      }
      for (group, objects) in groups {
        let properties = group.slots.sorted().map { group.model.properties[$0] }
          .filter { !$0.isEphemeral }
        if try !update(objects, group.model, properties) { left += objects }
      }
      return left
    }

    private func update(
      _ objects: [any PersistentModel],
      _ model: ModelClass,
      _ properties: [ModelProperty]
    ) throws -> Bool {
      guard !properties.isEmpty else { return true }
      let ids = objects.compactMap { record(of: $0) }
      let engine = context.engine(model)
      var waiting: [(any PersistentModel, ModelProperty)] = []
      guard objects.count > 1, isPlain(model), Set(ids).count == objects.count,
        !properties.contains(where: \.isToMany),
        let columns = try columns(
          objects,
          model,
          properties,
          engine,
          isWhole: false,
          &waiting
        ), waiting.isEmpty, try engine.existing(ids).count == ids.count
      else { return false }
      return try engine.update(ids, columns)
    }

    private func isPlain(_ model: ModelClass) -> Bool {
      model.superclass == nil && context.container.schema.submodels(of: model).isEmpty
    }

    private func columns(
      _ objects: [any PersistentModel],
      _ model: ModelClass,
      _ properties: [ModelProperty],
      _ engine: EngineContext,
      isWhole: Bool,
      _ waiting: inout [(any PersistentModel, ModelProperty)]
    ) throws -> RecordColumns? {
      guard let entity = engine.container.store.schema.entity(model.name) else { return nil }
      var references: [String: [RecordID?]] = [:]
      var values: [String: [Value]] = [:]
      for property in properties {
        if property.isRelationship {
          references[property.name] = try objects.map { object in
            switch try value(of: property, of: object) {
            case .record(let id): return id
            case nil: waiting.append((object, property))
            default: break
            }
            return nil
          }
        } else {
          values[property.name] = try objects.map { try value(of: property, of: $0) ?? .null }
        }
      }
      guard let fields = fields(of: entity, values, isWhole: isWhole) else { return nil }
      return RecordColumns(
        model.name,
        count: objects.count,
        fields: fields,
        references: references
      )
    }

    /// The columns of the values, or nil if one is missing that a new record may need.
    private func fields(
      of entity: Entity,
      _ values: [String: [Value]],
      isWhole: Bool
    ) -> [AttributePath: [Value]]? {
      var fields: [AttributePath: [Value]] = [:]
      for field in entity.storedFields {
        guard let whole = field.path.components.first.flatMap({ values[$0] }) else {
          // A column that the class does not have may need a default.
          if isWhole { return nil }
          continue
        }
        let path = field.path.components.dropFirst()
        fields[field.path] = path.isEmpty ? whole : whole.map { $0.field(path) }
      }
      return fields
    }
  }

  extension Value {
    /// A field of a struct, or nil.
    fileprivate func field(_ path: ArraySlice<String>) -> Value {
      guard let name = path.first else { return self }
      guard case .object(let fields) = self else { return .null }
      return fields.first { $0.name == name }?.value.field(path.dropFirst()) ?? .null
    }
  }
#endif
