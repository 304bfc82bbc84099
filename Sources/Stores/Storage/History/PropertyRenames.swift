public import Model

/// The properties that a change of the models renames, adds or stores in another way.
public struct PropertyRenames: Sendable {
  /// The new paths by old ones, for each root entity.
  public private(set) var paths: [String: [AttributePath: AttributePath]] = [:]
  /// Whether a removed model or a property of another type breaks the history.
  public private(set) var breaksHistory = false

  /// Compares two versions of the models. Entities have the same names in both, unless the change
  /// itself renames them.
  public init(from old: Schema, to new: Schema) {
    let entities = Dictionary(new.storedEntities.map { ($0.name, $0) }) { first, _ in first }
    for previous in old.storedEntities {
      guard let entity = new.currentName(of: previous.name, in: old).flatMap({ entities[$0] })
      else {
        breaksHistory = true
        continue
      }
      add(entity, previous)
    }
  }

  /// The name in the history of a removed property, if another one has its name now. No member has
  /// such a name.
  private static func removed(_ path: AttributePath) -> AttributePath {
    AttributePath(["@removed \(path.components[0])"] + path.components.dropFirst())
  }

  /// The current path of a property.
  public func current(_ path: AttributePath, of entity: String) -> AttributePath {
    paths[entity]?[path] ?? path
  }

  /// The current name of a position, which can be what a merge noted about a property.
  func currentPosition(_ path: AttributePath, of entity: String) -> AttributePath {
    guard let word = path.components.first, RecordChange.NoteWord(rawValue: word) != nil else {
      return current(path, of: entity)
    }
    let property = AttributePath(Array(path.components.dropFirst()))
    return AttributePath([word] + current(property, of: entity).components)
  }

  private mutating func add(_ entity: Entity, _ old: Entity) {
    let oldTypes = Dictionary(old.storedFields.map { ($0.path, $0.type) }) { first, _ in first }
    for attribute in entity.attributes {
      for field in StoredField.leaves(of: attribute) {
        var path = field.path
        if oldTypes[path] == nil, let name = attribute.oldName {
          path = AttributePath([name] + path.components.dropFirst())
          if oldTypes[path] != nil { paths[entity.name, default: [:]][path] = field.path }
        }
        if oldTypes[path] == nil {
          paths[entity.name, default: [:]][field.path] = Self.removed(field.path)
        }
        if let type = oldTypes[path], type != field.type { breaksHistory = true }
      }
    }
    for relationship in entity.relationships {
      var previous = old.relationship(relationship.name)
      if previous == nil, let name = relationship.oldName, let found = old.relationship(name) {
        previous = found
        paths[entity.name, default: [:]][AttributePath([name])] = AttributePath([relationship.name])
      }
      if previous == nil {
        let path = AttributePath([relationship.name])
        paths[entity.name, default: [:]][path] = Self.removed(path)
      }
      if let previous, previous.isToMany != relationship.isToMany { breaksHistory = true }
    }
  }
}

extension HistoryEvent {
  /// The event with renamed properties.
  public func renaming(_ renames: PropertyRenames) -> HistoryEvent {
    func renamed(
      _ values: [RecordChange.ValueChange],
      _ current: (AttributePath) -> AttributePath
    ) -> [RecordChange.ValueChange] {
      values.map {
        RecordChange.ValueChange(
          property: current($0.property),
          old: $0.old,
          new: $0.new
        )
      }
    }
    return HistoryEvent(
      number: number,
      time: time,
      author: author,
      title: title,
      bulkInserts: bulkInserts,
      records: records.map { change in
        let entity = change.record.entity
        return RecordChange(
          record: change.record,
          action: change.action,
          values: renamed(change.values) { renames.current($0, of: entity) },
          links: change.links.map {
            let path = renames.current(AttributePath([$0.relationship]), of: entity)
            return RecordChange.LinkChange(
              relationship: path.components[0],
              member: $0.member,
              isAdded: $0.isAdded
            )
          },
          positions: renamed(change.positions) { renames.currentPosition($0, of: entity) }
        )
      }
    )
  }
}
