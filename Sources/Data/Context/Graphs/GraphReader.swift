import Columns
import Execution
public import Model
import Planning
import Storage

/// Reads the records of a graph in batches, from one state of a store.
public final class GraphReader {
  private let schema: StoredSchema
  private let store: any Store
  private let snapshot: any StoreSnapshot
  private let executor: Executor
  private let cancellation: CancellationFlag
  /// The records of the graph; nil for all.
  private let selection: GraphSelection?
  private var foundNumbers: GraphNumbers?

  /// The number of records in a batch.
  private static let chunk = 4096

  init(
    schema: StoredSchema,
    store: any Store,
    snapshot: any StoreSnapshot,
    executor: Executor,
    cancellation: CancellationFlag,
    selection: GraphSelection?
  ) {
    self.schema = schema
    self.store = store
    self.snapshot = snapshot
    self.executor = executor
    self.cancellation = cancellation
    self.selection = selection
  }

  /// The models of the records.
  public var models: Schema { schema.declared }

  /// The root entities in declared order with their next numbers; empty if the store is read-only.
  public func nextNumbers() throws -> [(entity: String, number: Int64)] {
    guard let store = try store.capability((any WritableStore).self, for: .reading) else {
      return []
    }
    return try schema.entities.map { ($0.name, try store.reserveKeys(0, of: $0.name).lowerBound) }
  }

  /// The number of records that get another identity in the graph because theirs are not positive
  /// numbers, in declared order.
  public func renumbered() throws -> [ChangeSummary.ModelCount] {
    let counts = try numbers().counts
    return schema.entities.compactMap { entity in
      counts[entity.name].map { ChangeSummary.ModelCount(kind: entity.name, count: $0) }
    }
  }

  /// Passes the records of each root entity to `body`, in declared order and identity order.
  ///
  /// All identities are positive numbers; see `renumbered()`.
  public func read(_ body: (_ root: String, [RecordSnapshot]) throws -> Void) throws {
    let models = try Dictionary(
      uniqueKeysWithValues: schema.declared.entities.map {
        ($0.name, try GraphModel($0, in: schema))
      }
    )
    let numbers = try numbers()
    var place = 0
    for entity in schema.entities {
      let references = try references(of: entity.name)
      if references.isEmpty { continue }
      cancellation.progress.begin(.copying, total: references.count)
      let reader = GraphTableReader(
        layout: try schema.layout(entity.name),
        models: models,
        schema: schema,
        snapshot: snapshot
      )
      for start in stride(from: 0, to: references.count, by: Self.chunk) {
        try cancellation.check()
        let part = Array(references[start..<min(start + Self.chunk, references.count)])
        let records = try reader.records(at: part)
        try refuseForbidden(records, from: place)
        place += records.count
        try body(entity.name, try records.map { numbers.numbered(try selected($0)) })
        cancellation.progress.advance(.copying, by: part.count)
      }
    }
  }

  /// Throws if other programs have written values that no store accepts.
  ///
  /// - Parameter first: The index of the first of `records` in the graph.
  private func refuseForbidden(_ records: [RecordSnapshot], from first: Int) throws(GraphProblem) {
    for (index, record) in records.enumerated() {
      guard let field = record.values.first(where: { $0.value.isForbidden }) else { continue }
      throw GraphProblem(
        place: first + index,
        record: record.id,
        property: field.name,
        fact: .forbidden
      )
    }
  }

  /// The links that lead out of the graph and are omitted: their number for each relationship, in
  /// declared order.
  public func omittedLinks() throws -> [OmittedLinks] {
    guard let selection else { return [] }
    return try OmittedLinkCounter(
      schema: schema,
      snapshot: snapshot,
      selection: selection,
      cancellation: cancellation
    ).links(of: references)
  }

  private func numbers() throws -> GraphNumbers {
    if let foundNumbers { return foundNumbers }
    var numbers = GraphNumbers()
    for entity in schema.entities {
      try numbers.add(try references(of: entity.name), of: entity, in: snapshot)
    }
    foundNumbers = numbers
    return numbers
  }

  private func references(of entity: String) throws -> [Int64] {
    guard let selection, !selection.whole.contains(entity) else {
      return try executor.references(of: .scan(entity: entity), first: nil)
    }
    let keys = (selection.found[entity] ?? []).sortedByKey()
    return try snapshot.references(to: .list(keys), of: entity)
  }

  /// The record without references that lead out of the graph.
  private func selected(_ record: RecordSnapshot) throws -> RecordSnapshot {
    guard let selection else { return record }
    func isInside(_ id: RecordID) throws -> Bool {
      if selection.contains(id) { return true }
      return try snapshot.reference(to: id) == nil
    }
    let values = try record.values.compactMap { field -> ObjectField? in
      switch field.value {
      case .record(let id): return try isInside(id) ? field : nil
      case .list(let members):
        let inside = try members.filter { member in
          guard case .record(let id) = member else { return true }
          return try isInside(id)
        }
        if inside.count == members.count { return field }
        return inside.isEmpty ? nil : ObjectField(field.name, .list(inside))
      default: return field
      }
    }
    return RecordSnapshot(id: record.id, entity: record.entity, values: values)
  }
}

/// Reads records of one root entity.
private struct GraphTableReader {
  let layout: EntityLayout
  let models: [String: GraphModel]
  let schema: StoredSchema
  let snapshot: any StoreSnapshot

  func records(at references: [Int64]) throws -> [RecordSnapshot] {
    let rows = try RecordReader(layout, snapshot).rows(at: references)
    let ids = try snapshot.recordIDs(of: layout.entity.name, at: references)
    let lists = try lists(references)
    let kindPlace = layout.fieldPlaces[AttributePath([Schema.kindAttribute])]
    return references.indices.compactMap { row in
      var kind = layout.entity.name
      if let kindPlace, case .string(let text) = rows.fields[kindPlace].value(at: row) {
        kind = text
      }
      guard let model = models[kind] else { return nil }
      let values = model.members.compactMap { name, member -> ObjectField? in
        let value = value(member, row, rows, lists)
        return value.isNull ? nil : ObjectField(name, value)
      }
      return RecordSnapshot(id: ids[row], entity: kind, values: values)
    }
  }

  private func value(
    _ member: GraphModel.Member,
    _ row: Int,
    _ rows: WholeRows,
    _ lists: [RelationshipEnd: [[RecordID]]]
  ) -> Value {
    switch member {
    case .attribute(let shape): return shape.value { rows.fields[$0].value(at: row) }
    case .toOne(let place, _, _):
      let target = rows.references[place].targets[row]
      let entity = layout.references[place].relationship.destination
      return target.map { .record(RecordID(entity: entity, key: $0)) } ?? .null
    case .toMany(let end, _):
      guard let members = lists[end]?[row], !members.isEmpty else { return .null }
      return .list(members.map(Value.record))
    case .computed: return .null
    }
  }

  /// The members of the listed relationships, for each of `owners`.
  private func lists(_ owners: [Int64]) throws -> [RelationshipEnd: [[RecordID]]] {
    var lists: [RelationshipEnd: [[RecordID]]] = [:]
    for relationship in layout.entity.relationships {
      let end = RelationshipEnd(entity: layout.entity.name, name: relationship.name)
      guard try schema.listsMembers(at: end) else { continue }
      let found = try snapshot.members(of: schema.reference(end), owners: owners)
      let ids = try snapshot.recordIDs(of: relationship.destination, at: found.members)
      lists[end] = owners.indices.map { Array(ids[found.places(of: $0)]) }
    }
    return lists
  }
}
