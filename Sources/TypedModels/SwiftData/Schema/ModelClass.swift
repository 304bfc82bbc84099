#if SwiftData
  import Observation
  import Synchronization

  /// The description of a model class at run time.
  final class ModelClass: @unchecked Sendable {
    let type: any PersistentModel.Type
    let name: String
    let superclass: ModelClass?
    /// The inherited properties first. The place of a property is its slot in the backing data.
    let properties: [ModelProperty]
    /// The properties that are in the store.
    let storedProperties: [ModelProperty]
    let uniques: [[AnyKeyPath]]
    let indexes: [[AnyKeyPath]]
    /// The properties that are not saved, by what key paths call them.
    let unsaved: [Substring: Schema.UnsavedProperty]
    private let byKeyPath: [AnyKeyPath: Int]
    private let byMember: [Substring: Int]
    private let resolvedInverses = Mutex<[Int: Inverse?]>([:])

    /// The other side of a relationship.
    struct Inverse {
      let model: ModelClass
      let slot: Int
    }

    private static let known = Mutex<[ObjectIdentifier: ModelClass]>([:])

    static func of(_ type: any PersistentModel.Type) -> ModelClass {
      let id = ObjectIdentifier(type)
      if let model = known.withLock({ $0[id] }) { return model }
      let model = ModelClass(type)
      return known.withLock { known in
        if let first = known[id] { return first }
        known[id] = model
        return model
      }
    }

    private static let inDataStores = Mutex<[String: ModelClass]>([:])

    /// Makes the model the one that snapshots with its name are of.
    static func note(_ model: ModelClass) { inDataStores.withLock { $0[model.name] = model } }

    /// The model of snapshots: that of the store which is being called, if there is one.
    static func named(_ name: String) -> ModelClass? {
      Schema.ofSnapshots?.model(named: name)
        ?? inDataStores.withLock { $0[name] }
        ?? known.withLock { $0.values.first { $0.name == name } }
    }

    private init(_ type: any PersistentModel.Type) {
      self.type = type
      name = String(describing: type)
      superclass = (_getSuperclass(type) as? any PersistentModel.Type).map(ModelClass.of)
      var properties: [ModelProperty] = []
      var uniques: [[AnyKeyPath]] = []
      var indexes: [[AnyKeyPath]] = []
      var unsaved: [Substring: Schema.UnsavedProperty] = [:]
      for metadata in type.schemaMetadata {
        switch metadata.content {
        case .property(let declared): properties.append(ModelProperty(declared, properties.count))
        case .unsaved(let property, let keyPath):
          if let member = KeyPathNames(keyPath).members.first { unsaved[member] = property }
        case .unique(let keys): uniques += keys
        case .index(let keys): indexes += keys
        }
      }
      self.properties = properties
      storedProperties = properties.filter { !$0.isEphemeral }
      self.uniques = uniques
      self.indexes = indexes
      self.unsaved = unsaved
      byMember = Dictionary(
        properties.compactMap { property in
          KeyPathNames(property.keyPath).members.first.map { ($0, property.slot) }
        }
      ) { first, _ in first }
      byKeyPath = Dictionary(properties.map { ($0.keyPath, $0.slot) }) { first, _ in first }
    }

    /// The property of a key path, which may begin at a submodel.
    func property(_ keyPath: AnyKeyPath) -> ModelProperty? {
      if let slot = byKeyPath[keyPath] { return properties[slot] }
      let members = KeyPathNames(keyPath).members
      return members.count == 1 ? property(member: members[0]) : nil
    }

    /// The property that a key path calls `member`.
    func property(member: Substring) -> ModelProperty? { byMember[member].map { properties[$0] } }

    func property(named name: String) -> ModelProperty? { properties.first { $0.name == name } }

    /// The class that declares the records' common properties.
    var root: ModelClass { superclass?.root ?? self }

    func inherits(from other: ModelClass) -> Bool {
      self === other || (superclass?.inherits(from: other) ?? false)
    }

    /// The models, their superclasses and all models that they reference.
    static func reachable(from types: [any PersistentModel.Type]) -> [ModelClass] {
      var found: [ModelClass] = []
      var waiting = types.map(of)
      while !waiting.isEmpty {
        let model = waiting.removeFirst()
        guard !found.contains(where: { $0 === model }) else { continue }
        found.append(model)
        if let superclass = model.superclass { waiting.append(superclass) }
        waiting += model.properties.compactMap(\.destination)
      }
      return found
    }

    // MARK: Inverses

    /// The inverse of a relationship: declared on either side, or the only one that fits.
    func inverse(of property: ModelProperty) -> Inverse? {
      if let known = resolvedInverses.withLock({ $0[property.slot] }) { return known }
      let inverse = findInverse(of: property)
      resolvedInverses.withLock { $0[property.slot] = .some(inverse) }
      return inverse
    }

    private func findInverse(of property: ModelProperty) -> Inverse? {
      guard let target = property.destination else { return nil }
      if let declared = property.relationship?.inverseKeyPath {
        guard let other = target.property(declared), let back = other.destination,
          inherits(from: back) || back.inherits(from: self)
        else { return nil }
        return Inverse(model: target, slot: other.slot)
      }
      let candidates = target.properties.filter { other in
        guard let destination = other.destination else { return false }
        return inherits(from: destination) && !(target === self && other.slot == property.slot)
      }
      if let declared = candidates.first(where: {
        $0.relationship?.inverseKeyPath == property.keyPath
      }) {
        return Inverse(model: target, slot: declared.slot)
      }
      let open = candidates.filter { $0.relationship?.inverseKeyPath == nil }
      let rivals = properties.filter { other in
        guard let destination = other.destination, other.relationship?.inverseKeyPath == nil else {
          return false
        }
        return destination === target
          && !target.properties.contains { $0.relationship?.inverseKeyPath == other.keyPath }
      }
      // Infer an inverse only if there is a single candidate.
      guard open.count == 1, rivals.count == 1, target !== self else { return nil }
      return Inverse(model: target, slot: open[0].slot)
    }
  }

  extension ModelClass: Hashable {
    static func == (left: ModelClass, right: ModelClass) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A property of a model class.
  final class ModelProperty {
    enum Kind {
      case attribute(ValueCoding)
      case toOne(any PersistentModel.Type, isOptional: Bool)
      case toMany(any PersistentModel.Type, isOptional: Bool)
    }

    let name: String
    let slot: Int
    let keyPath: AnyKeyPath
    let kind: Kind
    let defaultValue: (() -> Any)?
    let options: (any SchemaProperty)?
    let valueType: Any.Type
    /// Whether the value is only in the object, not in the store.
    let isEphemeral: Bool
    let mutate: (ObservationRegistrar, any PersistentModel, () -> Void) -> Void

    init(_ declared: DeclaredProperty, _ slot: Int) {
      name = declared.name
      self.slot = slot
      isEphemeral = (declared.options as? Schema.Attribute)?.options.contains(.ephemeral) ?? false
      keyPath = declared.keyPath
      defaultValue = declared.defaultValue
      options = declared.options
      valueType = declared.valueType
      mutate = declared.mutate
      kind = Kind(declared.valueType)
    }

    var relationship: Schema.Relationship? { options as? Schema.Relationship }
    var attribute: Schema.Attribute? { options as? Schema.Attribute }

    var isRelationship: Bool {
      if case .attribute = kind { false } else { true }
    }

    /// The value of a property that was not set.
    var none: Any? { (valueType as? any OptionalValue.Type)?.none }

    /// The value of the relationship to these objects, or nil if a required one is missing.
    func value(_ objects: [any PersistentModel]) -> Any? {
      func list<Model: PersistentModel>(_: Model.Type) -> [Model] {
        objects.compactMap { $0 as? Model }
      }
      switch kind {
      case .attribute: return nil
      case .toOne(_, let isOptional):
        guard let object = objects.first else { return none }
        return isOptional ? (valueType as? any OptionalValue.Type)?.some(object) : object
      case .toMany(let type, let isOptional):
        let list = list(type) as Any
        return isOptional ? (valueType as? any OptionalValue.Type)?.some(list) : list
      }
    }

    /// Whether a change is written with this side of the relationship; the other side follows.
    func isWritten(in model: ModelClass) -> Bool {
      guard isToMany, let inverse = model.inverse(of: self) else { return true }
      return inverse.model.properties[inverse.slot].isToMany
    }

    /// Whether the relationship cannot be empty. Its objects are then inserted before the owner.
    var isRequired: Bool { isToMany && (relationship?.minimumModelCount ?? 0) > 0 }

    var isToMany: Bool {
      if case .toMany = kind { true } else { false }
    }

    var destination: ModelClass? {
      switch kind {
      case .attribute: nil
      case .toOne(let type, _), .toMany(let type, _): ModelClass.of(type)
      }
    }
  }

  extension ModelProperty.Kind {
    init(_ type: Any.Type) {
      let (bare, isOptional) =
        (type as? any OptionalValue.Type).map { ($0.wrapped, true) }
        ?? (type, false)
      if let model = bare as? any PersistentModel.Type {
        self = .toOne(model, isOptional: isOptional)
      } else if let list = bare as? any ArrayValue.Type,
        let model = list.element as? any PersistentModel.Type
      {
        self = .toMany(model, isOptional: isOptional)
      } else {
        self = .attribute(ValueCoding(bare, isOptional: isOptional))
      }
    }
  }
#endif
