import Model
import Storage

/// Resolves the relationships of a graph when all of its records are known.
///
/// A relationship may be given at one end or at both, as long as these do not contradict each
/// other.
struct GraphLinks {
  let loader: GraphLoader
  var schema: StoredSchema { loader.schema }
  /// The first problems.
  private(set) var problems: [GraphProblem] = []
  private(set) var total = 0
  /// Deleted records that are still referenced.
  private(set) var gone: [String: Set<Int64>] = [:]
  var linkages: [RecordLinkage] = []
  private let nextNumbers: [String: Int64]
  private var nextPosition: Int64
  private var kinds: [String: Set<Int32>] = [:]

  /// - Parameters:
  ///   - nextNumbers: The next numbers by root entity; smaller ones may belong to deleted records.
  ///   - firstPosition: The first of ``positionCount(of:)`` reserved positions.
  init(_ loader: GraphLoader, nextNumbers: [String: Int64], firstPosition: Int64) {
    self.loader = loader
    self.nextNumbers = nextNumbers
    nextPosition = firstPosition
  }

  /// The maximum number of positions that ordered relationships need.
  static func positionCount(of loader: GraphLoader) -> Int {
    let references = loader.tables.values.reduce(0) { sum, table in
      sum + table.layout.references.count { $0.hasPositions } * table.count
    }
    let members = loader.lists.values.joined().reduce(0) { $0 + $1.members.count }
    return references + 2 * members
  }

  /// Resolves both ends of all relationships.
  mutating func resolve() throws {
    for (end, lists) in loader.lists.sorted(by: { $0.key.isBefore($1.key) })
    where try !schema.isManyToMany(end) {
      for list in lists { try adopt(list, at: end) }
    }
    for entity in schema.entities {
      guard let table = loader.tables[entity.name] else { continue }
      for place in table.layout.references.indices { try resolve(table, place) }
    }
    for entity in schema.entities {
      for relationship in entity.relationships {
        let end = RelationshipEnd(entity: entity.name, name: relationship.name)
        guard try schema.isManyToMany(end) else { continue }
        let inverse = try schema.inverse(of: end)
        if !inverse.isBefore(end) { try link(end, inverse) }
      }
    }
  }

  // MARK: To-many ends of to-one relationships

  /// Sets the references of a list's members to its owner, in order.
  private mutating func adopt(_ list: GraphLoader.MemberList, at end: RelationshipEnd) throws {
    let inverse = try schema.inverse(of: end)
    guard let table = loader.tables[inverse.entity],
      let place = table.layout.referencePlaces[inverse.name]
    else {
      for member in list.members { note(list, end, missing: member, inverse.entity) }
      return
    }
    var seen: Set<Int64> = []
    for member in list.members {
      guard let row = table.row(of: member) else {
        note(list, end, missing: member, inverse.entity)
        continue
      }
      let previous = table.targets[place][row]
      if !isKind(table, row, of: try model(end)) {
        note(list, end, .wrongTarget(.record(table.id(row)), model: try model(end)))
      } else if !seen.insert(member).inserted {
        note(list, end, .repeatedMember(table.id(row)))
      } else if previous != GraphTable.nowhere, previous != list.owner {
        let owner = RecordID(entity: end.entity, key: .number(previous))
        note(list, end, .contradiction(table.id(row), references: owner))
      } else {
        table.targets[place][row] = list.owner
        if table.layout.references[place].hasPositions {
          table.positions[place][row] = takePosition()
        }
      }
    }
  }

  // MARK: To-one ends

  /// Checks the targets of a to-one relationship, and sets the other end.
  private mutating func resolve(_ table: GraphTable, _ place: Int) throws {
    let reference = table.layout.references[place]
    let end = RelationshipEnd(entity: table.layout.entity.name, name: reference.relationship.name)
    let inverse = try schema.inverse(of: end)
    let mayDangle = try schema.relationship(inverse).deleteRule == .noAction
    let others = loader.tables[inverse.entity]
    let back = others?.layout.referencePlaces[inverse.name]
    for row in 0..<table.count where table.targets[place][row] != GraphTable.nowhere {
      let target = table.targets[place][row]
      if reference.hasPositions, table.positions[place][row] == 0 {
        table.positions[place][row] = takePosition()
      }
      if let others, let other = others.row(of: target) {
        guard isKind(others, other, of: try model(end)) else {
          note(table, row, end, .wrongTarget(.record(others.id(other)), model: try model(end)))
          continue
        }
        guard let back else { continue }
        let previous = others.targets[back][other]
        if previous == GraphTable.nowhere {
          others.targets[back][other] = table.numbers[row]
        } else if previous != table.numbers[row] {
          let partner = RecordID(entity: end.entity, key: .number(previous))
          note(table, row, end, .contradiction(others.id(other), references: partner))
        }
      } else if mayDangle, target < nextNumbers[inverse.entity] ?? 0 {
        gone[inverse.entity, default: []].insert(target)
      } else {
        let id = RecordID(entity: inverse.entity, key: .number(target))
        note(table, row, end, .missingTarget(id))
      }
    }
  }

  mutating func takePosition() -> Int64 {
    defer { nextPosition += 1 }
    return nextPosition
  }

  // MARK: Problems

  /// The declared destination of a relationship.
  func model(_ end: RelationshipEnd) throws -> String {
    try loader.destinations[end] ?? schema.relationship(end).destination
  }

  mutating func isKind(_ table: GraphTable, _ row: Int, of model: String) -> Bool {
    if model == table.layout.entity.name { return true }
    if let known = kinds[model] { return known.contains(table.models[row]) }
    let names = Set(schema.declared.kinds(of: model))
    let places = loader.kinds.indices.filter { names.contains(loader.kinds[$0].name) }
    let known = Set(places.map(Int32.init))
    kinds[model] = known
    return known.contains(table.models[row])
  }

  mutating func note(
    _ list: GraphLoader.MemberList,
    _ end: RelationshipEnd,
    missing member: Int64,
    _ entity: String
  ) {
    note(list, end, .missingTarget(RecordID(entity: entity, key: .number(member))))
  }

  mutating func note(
    _ list: GraphLoader.MemberList,
    _ end: RelationshipEnd,
    _ fact: GraphProblem.Fact
  ) {
    let id = RecordID(entity: end.entity, key: .number(list.owner))
    note(GraphProblem(place: list.place, record: id, property: bare(end.name), fact: fact))
  }

  private mutating func note(
    _ table: GraphTable,
    _ row: Int,
    _ end: RelationshipEnd,
    _ fact: GraphProblem.Fact
  ) {
    note(
      GraphProblem(
        place: table.places[row],
        record: table.id(row),
        property: bare(end.name),
        fact: fact
      )
    )
  }

  private mutating func note(_ problem: GraphProblem) {
    total += 1
    if problems.count < GraphProblems.maxReported { problems.append(problem) }
  }

  /// The name of a relationship without the model that stores prefix.
  private func bare(_ stored: String) -> String {
    loader.bareNames[stored] ?? stored
  }
}
