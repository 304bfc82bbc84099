import CoreDataModels
import SQLGeneration

/// One end of a relationship, with where it lies in the file.
struct RelationshipLink {
  /// How one end lies in tables.
  enum Place {
    case toOne(ToOneMapping)
    case toMany(ToManyMapping)
  }

  /// The entity that declares it, as the model calls it.
  let entity: String
  /// What the model says of it.
  let relationship: ModelRelationship
  /// Where it lies.
  let place: Place
  /// Where the other end lies, if the model declares none.
  let anonymousInverse: Place?
}

/// Finds where the relationships of a model lie: one whose columns the file has not is left out with
/// its inverse.
struct RelationshipLinks {
  /// The relationships in the order of the entities.
  private(set) var all: [RelationshipLink] = []
  /// The places in `all` of the relationships of each entity.
  private var ofEntity: [String: [Int]] = [:]
  /// The places in `all` of relationships without inverse, by what they lead to.
  private var leadingTo: [String: [Int]] = [:]
  /// What is left out.
  private(set) var notes: [String] = []

  private let model: ManagedObjectModel
  private let placed: MappedEntities
  private let joins: JoinTableSearch

  init(_ model: ManagedObjectModel, _ placed: MappedEntities, _ catalogue: StoreCatalogue) {
    self.model = model
    self.placed = placed
    joins = JoinTableSearch(catalogue)
    for entity in placed.all {
      for relationship in entity.model.relationships where !relationship.isTransient {
        if let link = link(relationship, of: entity) {
          add(link)
        } else {
          notes.append(
            "the relationship `\(entity.model.name).\(relationship.name)` is left out: "
              + "the file has no place for it"
          )
        }
      }
    }
  }

  private mutating func add(_ link: RelationshipLink) {
    ofEntity[link.entity, default: []].append(all.count)
    if link.anonymousInverse != nil {
      leadingTo[link.relationship.destination, default: []].append(all.count)
    }
    all.append(link)
  }

  /// The relationships of an entity.
  func links(of entity: String) -> [RelationshipLink] {
    ofEntity[entity, default: []].map { all[$0] }
  }

  /// The relationships without inverse that lead to an entity.
  func links(to entity: String) -> [RelationshipLink] {
    leadingTo[entity, default: []].map { all[$0] }
  }

  /// Both ends of a relationship whose inverse is declared.
  private struct Ends {
    let entity: MappedEntity
    let relationship: ModelRelationship
    let destination: MappedEntity
    let inverse: ModelRelationship

    var turned: Ends {
      Ends(
        entity: destination,
        relationship: inverse,
        destination: entity,
        inverse: relationship
      )
    }
  }

  private func link(
    _ relationship: ModelRelationship,
    of entity: MappedEntity
  ) -> RelationshipLink? {
    guard let destination = placed[relationship.destination] else { return nil }
    guard let ends = ends(relationship, of: entity, destination) else {
      return linkWithoutInverse(relationship, of: entity, destination)
    }
    guard let place = place(ends), self.place(ends.turned) != nil else { return nil }
    return RelationshipLink(
      entity: entity.model.name,
      relationship: relationship,
      place: place,
      anonymousInverse: nil
    )
  }

  /// The two ends where each says that the other one is its inverse.
  private func ends(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> Ends? {
    guard let name = relationship.inverse else { return nil }
    for owner in model.lineage(of: destination.model.name) {
      guard let owner = placed[owner], let inverse = owner.model.relationship(name) else {
        continue
      }
      guard inverse.inverse == relationship.name, inverse.destination == entity.model.name,
        relationship.destination == owner.model.name, !inverse.isTransient
      else { return nil }
      return Ends(
        entity: entity,
        relationship: relationship,
        destination: owner,
        inverse: inverse
      )
    }
    return nil
  }

  private func place(_ ends: Ends) -> RelationshipLink.Place? {
    switch (ends.relationship.isToMany, ends.inverse.isToMany) {
    case (false, let isToMany):
      if let column = ends.entity.column([ends.relationship.name]) {
        return .toOne(toOne(column, ends.entity, isOrdered: isToMany && ends.inverse.isOrdered))
      }
      // One column is enough where one record at most stands at both ends.
      return !isToMany && ends.destination.column([ends.inverse.name]) != nil
        ? .toOne(ToOneMapping(columns: [])) : nil
    case (true, false):
      return ends.destination.column([ends.inverse.name]) == nil ? nil : .toMany(.inverse)
    case (true, true):
      return joins.table(
        ends.relationship,
        of: ends.entity,
        to: ends.destination,
        inverse: ends.inverse
      ).map { .toMany(.joinTable($0)) }
    }
  }

  private func toOne(_ column: String, _ entity: MappedEntity, isOrdered: Bool) -> ToOneMapping {
    let position = "Z_FOK_" + column.dropFirst()
    return ToOneMapping(
      columns: [column],
      position: isOrdered && entity.table.has(position) ? position : nil,
      // Nothing in the file keeps keys true.
      mayDangle: true,
      holdsNumbers: entity.table.holdsNumbers(column)
    )
  }

  // MARK: Without inverse

  private func linkWithoutInverse(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> RelationshipLink? {
    let places: (RelationshipLink.Place, RelationshipLink.Place)
    if relationship.isToMany {
      guard let column = ownerColumn(relationship, of: entity, destination) else { return nil }
      places = (
        .toMany(.inverse),
        .toOne(toOne(column, destination, isOrdered: relationship.isOrdered))
      )
    } else {
      guard let column = entity.column([relationship.name]) else { return nil }
      places = (.toOne(toOne(column, entity, isOrdered: false)), .toMany(.inverse))
    }
    return RelationshipLink(
      entity: entity.model.name,
      relationship: relationship,
      place: places.0,
      anonymousInverse: places.1
    )
  }

  /// The column of the destination's table with the owner of a to-many relationship:
  /// `Z<owner's number><NAME>`, perhaps with a digit behind.
  private func ownerColumn(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    _ destination: MappedEntity
  ) -> String? {
    let name = "Z\(entity.number)\(relationship.name.uppercased())"
    return ([name] + (1...9).map { "\(name)\($0)" }).first(where: destination.table.has)
  }
}
