import Model
import Storage
import TestSupport

/// Random records of random models, kept as plain dictionaries for the reference and put into stores.
struct RandomWorld {
  /// A record as the reference sees it, by stored names; its reference is its place in the list.
  struct Record {
    /// The model that it is one of.
    let kind: String
    var values: [AttributePath: Value] = [:]
    var toOne: [String: Int] = [:]
    /// Its position among the members of the target of a to-one relationship, if that is ordered.
    var positions: [String: Int64] = [:]
  }

  /// A pair that a many-to-many relationship links.
  struct Pair {
    let owner: Int
    let member: Int
    /// The place of the member among those of the owner, and of the owner among those of the member.
    let position: Int64
    let inversePosition: Int64
  }

  let schema: RandomSchema
  var records: [String: [Record]] = [:]
  /// The pairs of each many-to-many relationship, from one of its ends.
  var pairs: [RelationshipEnd: [Pair]] = [:]
  /// The members of each record of a root by its to-many relationships, in their order.
  var members: [RelationshipEnd: [[Int64]]] = [:]

  /// - Parameter counts: What is chosen from for the number of records of a root.
  init(_ schema: RandomSchema, counts: [Int], _ random: inout SeededRandom) {
    self.schema = schema
    for root in schema.stored.entities {
      let needed = root.relationships.filter { !$0.isToMany && !$0.isOptional }
      let canBe = needed.allSatisfy { !records(of: $0.destination).isEmpty }
      let kinds = schema.declared.kinds(of: root.name).map { Kind($0, in: schema.declared) }
      records[root.name] = (0..<(canBe ? random.pick(counts) : 0)).map { _ in
        record(of: random.pick(kinds), &random)
      }
    }
    linkRecords(&random)
    for root in schema.stored.entities {
      for relationship in root.relationships where relationship.isToMany {
        let end = RelationshipEnd(entity: root.name, name: relationship.name)
        members[end] = makeMembers(relationship, end)
      }
    }
  }

  func records(of entity: String) -> [Record] { records[entity] ?? [] }

  /// The members of a record in the order of the relationship, or that of their identities.
  func members(of relationship: RelationshipReference, _ record: Int64) -> [Int64] {
    let end = RelationshipEnd(entity: relationship.entity, name: relationship.name)
    return members[end]?[Int(record)] ?? []
  }

  /// Makes a value nil.
  mutating func clear(_ path: AttributePath, of entity: String, _ record: Int) {
    records[entity]?[record].values[path] = .null
  }

  /// Clears the reference of a record that is in no to-many relationship.
  mutating func clear(_ relationship: String, of entity: String, _ record: Int) {
    records[entity]?[record].toOne[relationship] = nil
  }

  // MARK: Values

  /// A model with the names under which its attributes are kept.
  private struct Kind {
    let name: String
    let isRoot: Bool
    let attributes: [(path: AttributePath, type: ValueType, isOptional: Bool)]

    init(_ name: String, in schema: Schema) {
      self.name = name
      isRoot = schema.root(of: name) == name
      attributes = (schema.entity(name)?.attributes ?? []).map { attribute in
        let stored = schema.storedName(of: attribute.name, in: name)
        return (AttributePath([stored]), attribute.type, attribute.isOptional)
      }
    }
  }

  private func record(of kind: Kind, _ random: inout SeededRandom) -> Record {
    var record = Record(kind: kind.name)
    if !kind.isRoot {
      record.values[AttributePath([Schema.kindAttribute])] = .string(kind.name)
    }
    for (place, attribute) in kind.attributes.enumerated() {
      fill(attribute.path, attribute.type, attribute.isOptional, &record, &random)
      // Equal composites are rare among random ones.
      guard case .composite = attribute.type, random.chance(30) else { continue }
      let others = kind.attributes[..<place].filter { $0.type == attribute.type }
      if let other = others.first { Self.copy(other.path, to: attribute.path, &record) }
    }
    return record
  }

  private func fill(
    _ path: AttributePath,
    _ type: ValueType,
    _ isOptional: Bool,
    _ record: inout Record,
    _ random: inout SeededRandom
  ) {
    if isOptional, random.chance(15) { return }
    guard case .composite(let composite) = type else {
      record.values[path] = RandomValues.value(of: type, &random)
      return
    }
    for field in composite.fields {
      fill(path.appending(field.name), field.type, field.isOptional, &record, &random)
    }
  }

  /// Lets a composite have the parts of another one, unless that is nil.
  private static func copy(
    _ path: AttributePath,
    to other: AttributePath,
    _ record: inout Record
  ) {
    let parts = record.values.filter { $0.key.components[0] == path.components[0] }
    if parts.isEmpty { return }
    for part in record.values.keys where part.components[0] == other.components[0] {
      record.values[part] = nil
    }
    for (part, value) in parts {
      record.values[AttributePath(other.components + part.components.dropFirst())] = value
    }
  }
}
