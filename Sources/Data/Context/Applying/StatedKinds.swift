import Columns
import Model
import Storage

/// Checks that stated changes fit the models of records with submodels.
struct StatedKinds {
  private let stated: StatedChanges
  /// By root entity: the fields that only some submodels have, and the relationships to submodels.
  private var fields: [String: [SubmodelField]] = [:]
  private var destinations: [String: [String: (kind: String, all: Set<String>)]] = [:]
  /// The models of unchanged records that the changes reference.
  private var kinds: [RecordID: String] = [:]
  /// Values that the model of a record does not have or that it lacks, and references to records of
  /// other models.
  private(set) var conflicts: [ChangeConflict] = []

  /// A record that a change references.
  private struct Use {
    let end: RelationshipEnd
    let target: RecordID
    let part: ChangeConflict.Part
  }

  init(_ stated: StatedChanges) throws {
    self.stated = stated
    for entity in stated.schema.entities.map(\.name) {
      fields[entity] = stated.schema.fieldsOfKinds(of: entity)
      destinations[entity] = stated.schema.destinationKinds(of: entity)
    }
    try readKinds()
    for (place, change) in stated.changes.enumerated() where change.action != .deleted {
      if change.action == .updated, !stated.isPresent(change.record) { continue }
      checkFields(change, place)
      try checkTargets(change, place)
    }
  }

  private static let kindPath = AttributePath([Schema.kindAttribute])

  private mutating func add(
    _ fact: ChangeConflict.Fact,
    _ place: Int,
    _ part: ChangeConflict.Part
  ) {
    conflicts.append(
      ChangeConflict(
        record: stated.changes[place].record,
        change: place,
        part: part,
        fact: fact
      )
    )
  }

  // MARK: Models

  private mutating func readKinds() throws {
    var wanted: Set<RecordID> = []
    for change in stated.changes where change.action != .deleted {
      for use in uses(of: change) where destinations[use.end.entity]?[use.end.name] != nil {
        if stated.places[use.target] == nil { wanted.insert(use.target) }
      }
    }
    for (entity, records) in Dictionary(grouping: wanted, by: \.entity) {
      let keys = records.map(\.key).sortedByKey()
      let found = try stated.snapshot.references(to: .list(keys), of: entity)
      let there = zip(keys, found).filter { $1 != Column.nullReference }
      let names = try stated.snapshot.kinds(of: entity, at: there.map(\.1))
      for ((key, _), name) in zip(there, names) {
        kinds[RecordID(entity: entity, key: key)] = name
      }
    }
  }

  /// The model of a record after the changes; nil if it is not known.
  private func kind(of record: RecordID) -> String? {
    guard let place = stated.places[record] else { return kinds[record] }
    let change = stated.changes[place]
    if change.action == .deleted { return nil }
    if case .string(let kind) = value(Self.kindPath, of: change) { return kind }
    return record.entity
  }

  /// A value of a record after the changes.
  private func value(_ path: AttributePath, of change: RecordChange) -> Value {
    if let value = change.values.first(where: { $0.property == path }) { return value.new }
    return change.action == .inserted ? .null : stated.presentValue(change.record, path)
  }

  private func uses(of change: RecordChange) -> [Use] {
    let entity = change.record.entity
    var uses: [Use] = []
    for (index, value) in change.values.enumerated() {
      guard case .record(let target) = value.new else { continue }
      let end = RelationshipEnd(entity: entity, name: value.property.components[0])
      uses.append(Use(end: end, target: target, part: .value(index)))
    }
    for (index, link) in change.links.enumerated() where link.isAdded {
      let end = RelationshipEnd(entity: entity, name: link.relationship)
      uses.append(Use(end: end, target: link.member, part: .link(index)))
    }
    return uses
  }

  // MARK: Checks

  private mutating func checkFields(_ change: RecordChange, _ place: Int) {
    guard let fields = fields[change.record.entity], !fields.isEmpty,
      let kind = kind(of: change.record)
    else { return }
    let isNew = change.action == .inserted
    let changesModel = change.values.contains { $0.property == Self.kindPath }
    for field in fields {
      let path = field.field.path
      let index = change.values.firstIndex { $0.property == path }
      // Other values stay as they are.
      guard isNew || changesModel || index != nil else { continue }
      let isNull = value(path, of: change).isNull
      let part = index.map { ChangeConflict.Part.value($0) } ?? .record
      if field.kinds.contains(kind) {
        if isNull, !field.field.isOptional { add(.lacks(path), place, part) }
      } else if !isNull {
        add(.notInModel(path, model: kind), place, part)
      }
    }
  }

  /// Both ends of a relationship can be limited to a submodel.
  private mutating func checkTargets(_ change: RecordChange, _ place: Int) throws {
    for use in uses(of: change) {
      if let wanted = destinations[use.end.entity]?[use.end.name], let kind = kind(of: use.target),
        !wanted.all.contains(kind)
      {
        let fact = ChangeConflict.Fact.otherModel(
          of: change.record,
          use.end.name,
          use.target,
          model: kind,
          wanted: wanted.kind
        )
        add(fact, place, use.part)
      }
      let inverse = try stated.schema.inverse(of: use.end)
      guard let wanted = destinations[inverse.entity]?[inverse.name],
        let kind = kind(of: change.record), !wanted.all.contains(kind)
      else { continue }
      add(.notInModel(AttributePath([use.end.name]), model: kind), place, use.part)
    }
  }
}
