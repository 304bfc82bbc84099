#if SwiftData
  /// Keeps both sides of relationships consistent.
  enum Relationships {
    /// Updates the other side after a change; the new value is already set.
    static func change(
      _ property: ModelProperty,
      of owner: any PersistentModel,
      from old: [any PersistentModel]
    ) {
      let backing = owner._$backing
      let model = backing.modelClass(of: owner)
      let new = ModelBacking.objects(in: backing.slot(property.slot))
      let before = Set(old.map(ObjectIdentifier.init))
      let after = Set(new.map(ObjectIdentifier.init))
      let added = new.filter { !before.contains(ObjectIdentifier($0)) }
      let removed = old.filter { !after.contains(ObjectIdentifier($0)) }
      if property.isWritten(in: model) { backing.changedSlots.insert(property.slot) }
      if let inverse = model.inverse(of: property) {
        for object in removed { unlink(object, owner, inverse) }
        for object in added { link(object, owner, inverse, from: property) }
      }
      join(owner, added)
    }

    /// Updates the other sides of values that were set in the initializer.
    static func adopt(_ owner: any PersistentModel) {
      let backing = owner._$backing
      let model = backing.modelClass(of: owner)
      for property in model.properties where property.isRelationship {
        let objects = ModelBacking.objects(in: backing.slot(property.slot))
        guard !objects.isEmpty else { continue }
        if let inverse = model.inverse(of: property) {
          for object in objects { link(object, owner, inverse, from: property) }
        }
        join(owner, objects)
      }
    }

    /// Inserts the objects into the context of the other side.
    private static func join(_ owner: any PersistentModel, _ objects: [any PersistentModel]) {
      for object in objects {
        switch (owner._$backing.context, object._$backing.context) {
        case (let context?, nil): context.insert(object)
        case (nil, let context?): context.insert(owner)
        default: break
        }
      }
    }

    private static func link(
      _ object: any PersistentModel,
      _ owner: any PersistentModel,
      _ inverse: ModelClass.Inverse,
      from property: ModelProperty
    ) {
      let backing = object._$backing
      let other = backing.modelClass(of: object).properties[inverse.slot]
      if other.isToMany {
        // An unread list is read with the new member later.
        guard backing.slot(other.slot) != nil || backing.record == nil else { return }
        let members = backing.related(other, object)
        guard !members.contains(where: { $0 === owner }) else { return }
        backing.replace(other, of: object, with: members + [owner])
        return
      }
      let previous = backing.related(other, object).first
      if previous !== owner {
        backing.replace(other, of: object, with: [owner])
        if let previous { drop(object, from: property, of: previous) }
      }
      if property.isToMany {
        backing.changedSlots.insert(other.slot)
        backing.context?.noteChange(of: object)
      }
    }

    private static func unlink(
      _ object: any PersistentModel,
      _ owner: any PersistentModel,
      _ inverse: ModelClass.Inverse
    ) {
      let backing = object._$backing
      let other = backing.modelClass(of: object).properties[inverse.slot]
      guard other.isToMany else {
        guard backing.related(other, object).first === owner else { return }
        backing.replace(other, of: object, with: [])
        backing.changedSlots.insert(other.slot)
        backing.context?.noteChange(of: object)
        return
      }
      drop(owner, from: other, of: object)
    }

    /// Removes a member from a list that has been read.
    private static func drop(
      _ member: any PersistentModel,
      from property: ModelProperty,
      of owner: any PersistentModel
    ) {
      let backing = owner._$backing
      guard let value = backing.slot(property.slot) else { return }
      let members = ModelBacking.objects(in: value)
      guard members.contains(where: { $0 === member }) else { return }
      backing.replace(property, of: owner, with: members.filter { $0 !== member })
    }
  }
#endif
