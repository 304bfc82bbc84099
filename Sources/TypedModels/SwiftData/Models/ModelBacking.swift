#if SwiftData
  import Foundation
  import Model
  import Observation

  /// The values of an object, its identity and its context.
  public final class ModelBacking {
    /// The value of each property; nil if it has not been read yet. An unread to-one relationship
    /// may have the identity of the record.
    private var slots: [Any?] = []
    /// The row with the values that no slot has.
    private var source: (values: FetchedValues, row: Int, hasReferences: Bool)?
    /// The slots whose changes are not yet in the context's pending changes.
    var changedSlots: Set<Int> = []
    /// The record, or nil before the first save.
    var record: RecordID?
    var isSaved = false
    var isDeleted = false
    /// The context of an object that is or was in one.
    var link: ContextLink?
    private var ownContext: ModelContext?
    private var temporary: UUID?
    // Model classes are never freed.
    private unowned(unsafe) var knownClass: ModelClass?
    private lazy var registrar = ObservationRegistrar()

    /// Creates the values of a new object.
    public init() {}

    /// Creates the values of a record.
    init(_ record: RecordID, in link: ContextLink) {
      self.record = record
      self.link = link
      isSaved = true
    }

    var context: ModelContext? { link?.context }
    /// The container of an object that has been in a context.
    private var container: ModelContainer? { link?.container }

    func identifier(of type: any PersistentModel.Type) -> PersistentIdentifier {
      if isSaved, let record {
        return container?.identifier(of: record, modelName(type))
          ?? PersistentIdentifier(entityName: modelName(type), key: .saved(record))
      }
      let id = temporary ?? UUID()
      temporary = id
      return PersistentIdentifier(entityName: modelName(type), key: .temporary(id))
    }

    /// The temporary identity, if the object ever had one.
    var temporaryID: UUID? { temporary }

    private func modelName(_ type: any PersistentModel.Type) -> String {
      knownClass?.name ?? ModelClass.of(type).name
    }

    var hasChanges: Bool {
      context?.hasUnsavedChanges(of: ObjectIdentifier(self)) ?? !changedSlots.isEmpty
    }

    func modelClass(of model: any PersistentModel) -> ModelClass {
      if let knownClass { return knownClass }
      let found = ModelClass.of(type(of: model))
      knownClass = found
      return found
    }

    // MARK: Values

    /// Sets the first value of a property, during initialization.
    public func initialize<Value>(_ place: Int, to value: Value) {
      setSlot(place, value)
      changedSlots.insert(place)
    }

    /// Sets the first values of a submodel's own properties.
    public func absorbing(_ own: ModelBacking) -> ModelBacking {
      guard !own.changedSlots.isEmpty else { return self }
      // The object of a record has its values already; these are only the defaults.
      if record == nil {
        for place in own.changedSlots {
          setSlot(place, own.slot(place))
          changedSlots.insert(place)
        }
      }
      own.changedSlots = []
      own.slots = []
      return self
    }

    func setSlot(_ place: Int, _ value: Any?) {
      while slots.count <= place { slots.append(nil) }
      slots[place] = value
    }

    func slot(_ place: Int) -> Any? {
      if place < slots.count, let value = slots[place] { return value }
      guard let source else { return nil }
      return source.values.slotValue(place, source.row, source.hasReferences)
    }

    /// The value of a fetched row, if it is of a type that columns have and was not changed.
    private func fetched<Value>(_ place: Int) -> Value? {
      guard let source else { return nil }
      if place < slots.count, slots[place] != nil { return nil }
      return source.values.plainValue(place, source.row)
    }

    /// The record that a to-one relationship references, without reading it.
    func reference(_ property: ModelProperty) -> RecordID? {
      let value = slot(property.slot)
      return value as? RecordID ?? Self.objects(in: value).first?._$backing.record
    }

    /// Replaces the values with those of a fetched row.
    func take(_ values: FetchedValues, _ row: Int) {
      knownClass = values.model
      if let old = source, !values.isComplete {
        // A row with some of the properties leaves the others as they were.
        for property in values.model.storedProperties
        where !values.hasColumn(property.slot)
          && !(property.slot < slots.count && slots[property.slot] != nil)
        {
          setSlot(
            property.slot,
            old.values.slotValue(property.slot, old.row, old.hasReferences)
          )
        }
      }
      if !slots.isEmpty {
        for property in values.model.storedProperties
        where property.slot < slots.count && (property.isToMany || values.hasColumn(property.slot))
        {
          slots[property.slot] = nil
        }
      }
      source = (values, row, true)
    }

    /// Reads a property.
    public func value<Model: PersistentModel, Value>(
      at place: Int,
      of model: Model,
      _ keyPath: KeyPath<Model, Value>
    ) -> Value {
      registrar.access(model, keyPath: keyPath)
      return read(place, model)
    }

    private func read<Value>(_ place: Int, _ model: any PersistentModel) -> Value {
      if let value: Value = fetched(place) { return value }
      // An identity would be cast to an optional object as nil.
      if let slot = slot(place), !(slot is RecordID), let value = slot as? Value { return value }
      let property = modelClass(of: model).properties[place]
      if let value = loaded(property, model) as? Value { return value }
      let standard = property.defaultValue?() ?? property.none
      if let value = standard as? Value { return value }
      if case .attribute(let coding) = property.kind {
        if let value = coding.empty() as? Value { return value }
        if let value = coding.unknown?() as? Value { return value }
      }
      // The related record is gone, but the type does not allow for that: an object without values.
      if case .toOne(let type, _) = property.kind, let value = Self.vacant(type) as? Value {
        return value
      }
      preconditionFailure("\(property.name) of \(Swift.type(of: model)) has no value")
    }

    private static func vacant<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      Model(backingData: ModelBacking())
    }

    /// The value of a property, read from the store if need be.
    func loaded(_ property: ModelProperty, _ model: any PersistentModel) -> Any? {
      if let value = slot(property.slot), !(value is RecordID && property.isRelationship) {
        return value
      }
      guard record != nil, let context = liveContext(model) else {
        return property.isToMany ? property.value([]) : property.none
      }
      if property.isToMany {
        let members = (try? context.members(of: model, property)) ?? []
        setSlot(property.slot, property.value(members))
        return slot(property.slot)
      }
      if slot(property.slot) == nil { try? context.load(model) }
      guard property.isRelationship else { return slot(property.slot) }
      if let target = slot(property.slot) as? RecordID, let destination = property.destination {
        setSlot(property.slot, property.value([context.related(target, destination)]))
      }
      return slot(property.slot)
    }

    /// The objects that a relationship references.
    func related(_ property: ModelProperty, _ model: any PersistentModel) -> [any PersistentModel] {
      Self.objects(in: loaded(property, model))
    }

    static func objects(in value: Any?) -> [any PersistentModel] {
      guard let value else { return [] }
      if let object = value as? any PersistentModel { return [object] }
      return value as? [any PersistentModel] ?? []
    }

    /// The context, or a new one if the context of the object no longer exists.
    private func liveContext(_ model: any PersistentModel) -> ModelContext? {
      if let context { return context }
      guard let container else { return nil }
      let context = ModelContext(container)
      ownContext = context
      context.adopt(model)
      return context
    }

    // MARK: Changes

    /// Changes a property, and the other side of a relationship with it.
    public func setValue<Model: PersistentModel, Value>(
      _ value: Value,
      at place: Int,
      of model: Model,
      _ keyPath: KeyPath<Model, Value>
    ) {
      let property = modelClass(of: model).properties[place]
      // Read an unknown old value only if it is needed.
      let old: Any? =
        property.isRelationship || context?.undoManager != nil ? loaded(property, model) : nil
      registrar.withMutation(of: model, keyPath: keyPath) { setSlot(place, value) }
      if property.isRelationship {
        Relationships.change(property, of: model, from: Self.objects(in: old))
      } else {
        changedSlots.insert(place)
      }
      context?.noteChange(of: model)
      if let manager = context?.undoManager, let old = old as? Value {
        manager.registerUndo(withTarget: model) { model in
          model._$backing.setValue(old, at: place, of: model, keyPath)
        }
      }
    }

    /// Replaces the value of a relationship without touching the other side.
    func replace(
      _ property: ModelProperty,
      of model: any PersistentModel,
      with objects: [any PersistentModel]
    ) {
      property.mutate(registrar, model) { setSlot(property.slot, property.value(objects)) }
    }

    /// Keeps the values for a new record.
    func becomeNew(of model: any PersistentModel) {
      for property in modelClass(of: model).properties {
        if let value = slot(property.slot), !(value is RecordID) { setSlot(property.slot, value) }
      }
      source = nil
      record = nil
      isSaved = false
    }

    /// Forgets the values, so that they are read again.
    func forgetValues(onlyRelationships: Bool = false, of model: any PersistentModel) {
      for property in modelClass(of: model).storedProperties
      where !onlyRelationships || property.isRelationship {
        if property.slot < slots.count { slots[property.slot] = nil }
      }
      if onlyRelationships { source?.hasReferences = false } else { source = nil }
    }
  }

  extension ModelBacking: CustomStringConvertible {
    /// The identity of the record, such as `Trip#3`; `unsaved` before it has one.
    public var description: String { record?.description ?? "unsaved" }
  }
#endif
