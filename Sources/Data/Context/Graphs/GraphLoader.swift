import Columns
import Foundation
public import Model
import Storage

/// Collects the records of a graph, in any order, before they are restored into a store.
public final class GraphLoader {
  /// The number of records so far.
  public private(set) var count = 0
  /// The models of the records.
  public var models: Schema { schema.declared }
  let schema: StoredSchema
  private(set) var tables: [String: GraphTable] = [:]
  /// All models; tables refer to them by index.
  let kinds: [GraphModel]
  private let modelPlaces: [String: Int]
  /// The given members of to-many relationships.
  private(set) var lists: [RelationshipEnd: [MemberList]] = [:]

  /// The declared destinations of relationships.
  let destinations: [RelationshipEnd: String]
  /// The declared names of relationships by their stored names.
  let bareNames: [String: String]

  /// The ordered members of a record.
  struct MemberList {
    let owner: Int64
    /// The index of the owner in the graph.
    let place: Int
    let members: [Int64]
  }

  /// Creates a loader for records of the models of a schema.
  public init(schema: Schema) throws {
    let stored = StoredSchema(schema)
    self.schema = stored
    kinds = try schema.entities.map { try GraphModel($0, in: stored) }
    modelPlaces = Dictionary(keepingFirst: kinds.enumerated().map { ($1.name, $0) })
    let ends = kinds.flatMap(\.ends)
    destinations = Dictionary(keepingFirst: ends.map { ($0.end, $0.model) })
    bareNames = Dictionary(keepingFirst: ends.map { ($0.end.name, $0.name) })
  }

  /// Adds a record with the stored properties that are not nil.
  public func add(_ record: RecordSnapshot) throws {
    guard let modelPlace = modelPlaces[record.entity] else {
      throw problem(record.id, nil, .unknownModel(record.entity))
    }
    let model = kinds[modelPlace]
    let number = try number(of: record.id, model)
    let table = try table(model.root)
    var cells = Array(repeating: Value.null, count: table.layout.fields.count)
    var links = Array(repeating: GraphTable.nowhere, count: table.layout.references.count)
    if model.name != model.root,
      let place = table.layout.fieldPlaces[AttributePath([Schema.kindAttribute])]
    {
      cells[place] = .string(model.name)
    }
    var given = Array(repeating: false, count: model.members.count)
    for field in record.values {
      guard let place = model.places[field.name] else {
        throw problem(record.id, field.name, .unknownProperty(model: model.name))
      }
      guard !given[place] else { throw problem(record.id, field.name, .repeatedProperty) }
      given[place] = true
      try setting(record.id, field.name) { () throws(InvalidValueError) in
        try set(model.members[place].member, to: field.value, number, &cells, &links)
      }
    }
    let invalidField = table.append(
      number: number,
      model: Int32(modelPlace),
      place: count,
      cells: cells,
      links: links
    )
    if let invalidField {
      let field = table.layout.fields[invalidField]
      throw problem(record.id, field.path.description, .mismatch(field.type))
    }
    count += 1
  }

  /// A problem with a single value.
  private struct InvalidValueError: Error {
    let fact: GraphProblem.Fact
  }

  private func setting(
    _ record: RecordID,
    _ property: String,
    _ body: () throws(InvalidValueError) -> Void
  ) throws {
    do {
      try body()
    } catch {
      throw problem(record, property, error.fact)
    }
  }

  private func problem(
    _ record: RecordID,
    _ property: String?,
    _ fact: GraphProblem.Fact
  ) -> GraphProblem {
    GraphProblem(place: count, record: record, property: property, fact: fact)
  }

  private func number(of id: RecordID, _ model: GraphModel) throws -> Int64 {
    guard id.entity == model.root else {
      throw problem(id, nil, .wrongEntity(model: model.name, root: model.root))
    }
    // The next record needs a number, too.
    guard case .number(let number) = id.key, number > 0, number < .max else {
      throw problem(id, nil, .badNumber)
    }
    return number
  }

  private func table(_ root: String) throws -> GraphTable {
    if let table = tables[root] { return table }
    let table = GraphTable(try schema.layout(root))
    tables[root] = table
    return table
  }

  // MARK: Values

  private func set(
    _ member: GraphModel.Member,
    to value: Value,
    _ number: Int64,
    _ cells: inout [Value],
    _ links: inout [Int64]
  ) throws(InvalidValueError) {
    switch member {
    case .computed: throw InvalidValueError(fact: .computedProperty)
    case .attribute(let shape): try set(shape, to: value, &cells)
    case .toOne(let place, let end, let model):
      if value.isNull { return }
      links[place] = try target(value, end, model)
    case .toMany(let end, let model):
      guard case .list(let members) = value else {
        throw InvalidValueError(fact: .mismatch(.toMany(entity: model)))
      }
      var targets: [Int64] = []
      for member in members { targets.append(try target(member, end, model)) }
      let list = MemberList(owner: number, place: count, members: targets)
      lists[end, default: []].append(list)
    }
  }

  private func target(
    _ value: Value,
    _ end: RelationshipEnd,
    _ model: String
  ) throws(InvalidValueError) -> Int64 {
    guard case .record(let id) = value, case .number(let number) = id.key, number > 0,
      id.entity == schema.declared.root(of: model)
    else { throw InvalidValueError(fact: .wrongTarget(value, model: model)) }
    return number
  }

  private func set(
    _ shape: ValueShape,
    to value: Value,
    _ cells: inout [Value]
  ) throws(InvalidValueError) {
    if value.isNull { return }
    switch shape {
    case .scalar(let place, let type):
      try check(value, type)
      cells[place] = value
    case .composite(let shapes, let type):
      guard case .object(let fields) = value else { throw InvalidValueError(fact: .mismatch(type)) }
      var given: Set<String> = []
      for field in fields {
        guard let part = shapes.first(where: { $0.name == field.name }),
          given.insert(field.name).inserted
        else { throw InvalidValueError(fact: .mismatch(type)) }
        try set(part.shape, to: field.value, &cells)
      }
    }
  }

  /// Checks for values that would fit the column but that no store may contain.
  private func check(_ value: Value, _ type: ValueType) throws(InvalidValueError) {
    switch (value, type) {
    case (.string(let text), .enumeration(let cases)):
      if cases.ordinal(of: text) == nil { throw InvalidValueError(fact: .noCase(text, cases)) }
    case (.list(let elements), .list(let element)):
      for value in elements { try check(value, element) }
    case (.string, .string):
      if value.isForbidden { throw InvalidValueError(fact: .forbidden) }
    default:
      if value.isForbidden { throw InvalidValueError(fact: .forbidden) }
      if !value.isNull, !value.fits(type) { throw InvalidValueError(fact: .mismatch(type)) }
    }
  }
}

extension Value {
  /// Whether no attribute may have this value, or a part of it.
  var isForbidden: Bool {
    switch self {
    case .string(let text): text.utf8.contains(0)
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .list(let elements): elements.contains(where: \.isForbidden)
    case .object(let fields): fields.contains { $0.value.isForbidden }
    default: false
    }
  }

  /// Whether the value fits a column of a scalar type.
  fileprivate func fits(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.bool, .bool), (.int, .int), (.double, .double), (.decimal, .decimal),
      (.date, .date), (.uuid, .uuid), (.data, .data):
      true
    default: false
    }
  }
}
