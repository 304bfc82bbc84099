import Model
import SQLGeneration
import Storage
import TestSupport

/// Random ways to lay models out in tables, as other programs do: other names, other ways to write dates,
/// Decimals and UUIDs, keys that are not row numbers, rows of others among those of an entity.
struct ForeignLayout {
  /// Which rows of a table that others use too are those of the entity.
  static let filter = RowFilter(column: "whose", values: [1, 3])
  /// A text next to the row's number that identifies it. Relationships may reference it.
  static let key = "key"

  private(set) var mapping = PhysicalMapping()
  private let schema: Schema
  /// Whether every value is known to fit its column.
  private let isTrusted: Bool

  init(_ schema: Schema, isTrusted: Bool, _ random: inout SeededRandom) {
    self.schema = schema
    self.isTrusted = isTrusted
    for (number, entity) in schema.entities.enumerated() {
      mapping.entities[entity.name] = table(entity, number, &random)
    }
    for entity in schema.entities {
      for relationship in entity.relationships { map(relationship, of: entity.name, &random) }
    }
  }

  private func table(
    _ entity: Entity,
    _ number: Int,
    _ random: inout SeededRandom
  ) -> EntityMapping {
    let hasColumn = random.chance(60)
    var table = EntityMapping(
      entity: entity.name,
      table: "rows of \(number)",
      rowNumber: hasColumn ? "id" : "rowid",
      key: .number(column: hasColumn ? "id" : nil),
      filter: random.chance(30) ? Self.filter : nil
    )
    for (place, field) in entity.storedFields.enumerated() {
      table.fields[field.path] = ColumnMapping(
        "c\(place)",
        codec(field.type, &random),
        isTrusted: isTrusted
      )
    }
    return table
  }

  private func codec(_ type: ValueType, _ random: inout SeededRandom) -> ColumnCodec {
    switch type {
    case .bool: .bool
    case .int: .integer
    case .double: .real
    case .date: .date(random.pick(Self.dateCodecs))
    case .uuid: random.pick([.uuidBytes, .uuidText])
    case .decimal: random.pick([.decimalText, .decimalNumber])
    case .list: .json
    case .string: random.pick([.text, .text, .looseText])
    default: .text
    }
  }

  private static let dateCodecs: [DateCodec] = [
    .microseconds, .microseconds, .milliseconds, .seconds(epoch: 0),
    .seconds(epoch: 978_307_200), .text, .any,
  ]

  // MARK: Relationships

  private mutating func map(
    _ relationship: Relationship,
    of entity: String,
    _ random: inout SeededRandom
  ) {
    guard let inverse = schema.inverse(of: relationship, in: entity) else { return }
    let end = RelationshipEnd(entity: entity, name: relationship.name)
    let other = RelationshipEnd(entity: relationship.destination, name: inverse.name)
    if relationship.isToMany {
      guard inverse.isToMany else {
        mapping.entities[entity]?.toManys[end.name] = .inverse
        return
      }
      mapPairs(end, relationship, other, inverse, &random)
      return
    }
    // The columns of one end of a one-to-one relationship are enough.
    let isKnown = mapping.entities[other.entity]?.toOnes[other.name]?.columns.isEmpty == false
    let isFollowing = !inverse.isToMany && isKnown && end != other && random.chance(60)
    let toOne = isFollowing ? ToOneMapping(columns: []) : toOne(end, inverse, &random)
    mapping.entities[entity]?.toOnes[end.name] = toOne
  }

  private func toOne(
    _ end: RelationshipEnd,
    _ inverse: Relationship,
    _ random: inout SeededRandom
  ) -> ToOneMapping {
    let number = mapping.entities[end.entity]?.toOnes.count ?? 0
    return ToOneMapping(
      columns: ["r\(number)"],
      targets: random.chance(30) ? [Self.key] : [],
      position: inverse.isOrdered ? "place\(number)" : nil,
      mayDangle: !isTrusted
    )
  }

  private mutating func mapPairs(
    _ end: RelationshipEnd,
    _ relationship: Relationship,
    _ other: RelationshipEnd,
    _ inverse: Relationship,
    _ random: inout SeededRandom
  ) {
    guard mapping.entities[end.entity]?.toManys[end.name] == nil else { return }
    let isSymmetric = end == other
    let join = JoinTableMapping(
      table: "pairs of \(end.entity) \(end.name)",
      owner: JoinColumn("a", target: random.chance(30) ? Self.key : nil),
      member: JoinColumn("b", target: random.chance(30) ? Self.key : nil),
      position: relationship.isOrdered ? "place" : nil,
      inversePosition: inverse.isOrdered && !isSymmetric ? "place of a" : nil,
      isSymmetric: isSymmetric
    )
    mapping.entities[end.entity]?.toManys[end.name] = .joinTable(join)
    if isSymmetric { return }
    mapping.entities[other.entity]?.toManys[other.name] = .joinTable(
      JoinTableMapping(
        table: join.table,
        owner: join.member,
        member: join.owner,
        position: join.inversePosition,
        inversePosition: join.position
      )
    )
  }
}
