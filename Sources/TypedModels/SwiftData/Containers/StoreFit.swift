#if SwiftData
  import Model

  /// Compares classes with the models of a store that cannot be migrated.
  struct StoreFit {
    private let schema: Schema
    private let store: Model.Schema

    init(_ schema: Schema, _ store: Model.Schema) {
      self.schema = schema
      self.store = store
    }

    /// Throws an error that lists all differences that matter.
    func check(_ name: String) throws {
      let differences = schema.classes.flatMap(self.differences)
      if !differences.isEmpty { throw SwiftDataError.storeDoesNotFit(name, differences) }
    }

    /// Whether the store fits and has members that the classes lack, such as computed attributes
    /// of the shell. It is used as it is then; a migration would delete them.
    var hasMore: Bool {
      guard schema.classes.allSatisfy({ differences($0).isEmpty }) else { return false }
      var hasMore = false
      for model in schema.classes {
        for property in store.entity(model.name)?.properties ?? []
        where !property.isAnonymous && model.property(named: property.name) == nil {
          switch property {
          case .attribute(let attribute) where !attribute.isOptional:
            if attribute.defaultValue == nil { return false }
          case .relationship(let other) where !other.isToMany && !other.isOptional: return false
          default: break
          }
          hasMore = true
        }
      }
      return hasMore
    }

    private func differences(_ model: ModelClass) -> [String] {
      guard let entity = store.entity(model.name) else {
        return ["the store has no model \(model.name)"]
      }
      return model.storedProperties.compactMap { property in
        let name = "\(model.name).\(property.name)"
        guard let stored = entity.property(property.name) else {
          return "the store has no `\(name)`"
        }
        switch (property.kind, stored) {
        case (.attribute(let coding), .attribute(let attribute)):
          return difference(name, coding, attribute)
        case (.toOne(let type, _), .relationship(let other)) where !other.isToMany,
          (.toMany(let type, _), .relationship(let other)) where other.isToMany:
          let wanted = ModelClass.of(type).name
          return wanted == other.destination
            ? nil
            : "`\(name)` references \(other.destination) in the store, and \(wanted) in the class"
        case (_, .attribute(let attribute)):
          return "`\(name)` is an attribute of type \(attribute.type) in the store"
        case (_, .relationship(let other)):
          return "`\(name)` is a to-\(other.isToMany ? "many" : "one") relationship in the store"
        case (_, .computed): return "`\(name)` is computed in the store"
        }
      }
    }

    private func difference(
      _ name: String,
      _ coding: ValueCoding,
      _ attribute: Attribute
    ) -> String? {
      let found = attribute.type
      let fits =
        switch found {
        case .composite: coding.composite != nil
        case .int: ["Int", "Double", "Decimal", "Bool"].contains(coding.storedType)
        case .enumeration: coding.storedType == "String"
        case .string: coding.storedType == "String" || coding.isEncoded
        case .data: coding.storedType == "Data" || coding.isEncoded
        default: coding.storedType == "\(found)"
        }
      if !fits {
        return "`\(name)` is of type \(found) in the store, and \(coding.storedType) in the class"
      }
      return attribute.isOptional && !coding.isOptional && coding.empty() == nil
        ? "`\(name)` can be nil in the store, but not in the class" : nil
    }
  }
#endif
