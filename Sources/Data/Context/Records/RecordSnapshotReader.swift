import Columns
import Execution
import Expressions
public import Model
import Planning
public import Storage

/// Reads records as plain values, from one state of a store.
public final class RecordSnapshotReader {
  private let schema: Schema
  private let names: StoredNames?
  private let store: any Store
  private let snapshot: any StoreSnapshot
  private let executor: Executor

  /// The number of records in a batch.
  private static let chunk = 4096

  init(schema: Schema, store: any Store, snapshot: any StoreSnapshot, executor: Executor) {
    self.schema = schema
    names = StoredNames(schema)
    self.store = store
    self.snapshot = snapshot
    self.executor = executor
  }

  /// The records that match a request, in its order.
  public func find(_ request: FetchRequest) throws -> FoundRecords {
    let references = try executor.references(of: executor.plan(request), first: nil)
    return FoundRecords(root: request.entity, references: references)
  }

  /// The identities of found records.
  public func identifiers(_ found: FoundRecords) throws -> [RecordID] {
    try snapshot.recordIDs(of: found.root, at: found.references)
  }

  /// The found records in `range`, with the properties `names`; nil for all.
  public func records(
    _ found: FoundRecords,
    _ range: Range<Int>,
    only names: Set<String>? = nil
  ) throws -> [RecordSnapshot] {
    try records(at: Array(found.references[range]), of: found.root, only: names)
  }

  /// All found records.
  public func records(_ found: FoundRecords) throws -> [RecordSnapshot] {
    try records(found, 0..<found.count)
  }

  /// The records with identities `ids`, in the same order, with the properties `names` (nil for
  /// all); nil for missing records.
  public func records(
    with ids: [RecordID],
    only names: Set<String>? = nil
  ) throws -> [RecordSnapshot?] {
    var found: [RecordID: RecordSnapshot] = [:]
    for (entity, ids) in Dictionary(grouping: ids, by: \.entity) where isRoot(entity) {
      let references = try snapshot.references(to: .list(Set(ids).map(\.key)), of: entity)
        .filter { $0 != Column.nullReference }
      for record in try records(at: references, of: entity, only: names) {
        found[record.id] = record
      }
    }
    return ids.map { found[$0] }
  }

  /// The model of the record with identity `id`; nil if it does not exist.
  public func entity(of id: RecordID) throws -> String? {
    guard isRoot(id.entity), let reference = try snapshot.reference(to: id) else { return nil }
    return try kinds(of: [reference], id.entity)[0]
  }

  /// Those of the records that exist.
  public func existing(_ ids: [RecordID]) throws -> Set<RecordID> {
    var found: Set<RecordID> = []
    for (entity, ids) in Dictionary(grouping: ids, by: \.entity) where isRoot(entity) {
      let references = try snapshot.references(to: .list(ids.map(\.key)), of: entity)
      for (id, reference) in zip(ids, references) where reference != Column.nullReference {
        found.insert(id)
      }
    }
    return found
  }

  private func isRoot(_ entity: String) -> Bool {
    schema.entity(entity) != nil && schema.root(of: entity) == entity
  }

  /// The records of a root entity at `references`, in the same order.
  private func records(
    at references: [Int64],
    of root: String,
    only names: Set<String>? = nil
  ) throws -> [RecordSnapshot] {
    var records: [RecordSnapshot] = []
    for start in stride(from: 0, to: references.count, by: Self.chunk) {
      records += try chunk(
        Array(references[start..<min(start + Self.chunk, references.count)]),
        of: root,
        only: names
      )
    }
    return records
  }

  private func chunk(
    _ references: [Int64],
    of root: String,
    only names: Set<String>?
  ) throws -> [RecordSnapshot] {
    let kinds = try kinds(of: references, root)
    var records: [RecordSnapshot?] = Array(repeating: nil, count: references.count)
    for (kind, rows) in Dictionary(grouping: references.indices, by: { kinds[$0] }) {
      let read = try read(rows.map { references[$0] }, of: kind, root: root, only: names)
      for (row, record) in zip(rows, read) { records[row] = record }
    }
    return records.compactMap { $0 }
  }

  /// The models of the records.
  private func kinds(of references: [Int64], _ root: String) throws -> [String] {
    guard schema.kinds(of: root).count > 1 else {
      return Array(repeating: root, count: references.count)
    }
    return try snapshot.kinds(of: root, at: references)
  }

  /// The records at `references`, all of one model.
  private func read(
    _ references: [Int64],
    of kind: String,
    root: String,
    only wanted: Set<String>?
  ) throws -> [RecordSnapshot] {
    let properties = (schema.entity(kind)?.shownProperties ?? []).filter {
      wanted?.contains($0.name) ?? true
    }
    let record = RecordExpression.scope(level: 0, entity: kind)
    let columns = properties.compactMap { property in
      property.expression(of: record).map {
        OutputColumn(name: property.name, expression: names?.expression($0) ?? $0)
      }
    }
    let rows = try executor.rows(columns, for: references, in: root)
    let batch = try rows.rows(0..<references.count)
    let places = Dictionary(keepingFirst: columns.enumerated().map { ($1.name, $0) })
    let lists = try properties.reduce(into: [String: [[RecordID]]]()) { result, property in
      guard case .relationship(let relationship) = property, relationship.isToMany else { return }
      result[property.name] = try members(relationship, of: references, kind)
    }
    let ids = try snapshot.recordIDs(of: root, at: references)
    return references.indices.map { row in
      let values = properties.map { property in
        let value =
          places[property.name].map { batch.value(row: row, column: $0) }
          ?? .list((lists[property.name]?[row] ?? []).map(Value.record))
        return ObjectField(property.name, value)
      }
      return RecordSnapshot(id: ids[row], entity: kind, values: values)
    }
  }

  /// The members of a to-many relationship for each owner.
  private func members(
    _ relationship: Relationship,
    of owners: [Int64],
    _ kind: String
  ) throws -> [[RecordID]] {
    let declared = RelationshipReference(
      entity: kind,
      name: relationship.name,
      destination: relationship.destination,
      isToMany: true
    )
    let stored = names?.relationship(declared) ?? declared
    let lists = try snapshot.members(of: stored, owners: owners)
    let ids = try snapshot.recordIDs(of: stored.destination, at: lists.members)
    return owners.indices.map { Array(ids[lists.places(of: $0)]) }
  }
}

/// The result of ``RecordSnapshotReader/find(_:)``.
public struct FoundRecords: Sendable {
  let root: String
  let references: [Int64]

  /// The number of records.
  public var count: Int { references.count }
}

extension Entity {
  /// The properties to include: stored ones, then computed ones.
  fileprivate var shownProperties: [Property] {
    let visible = properties.filter { !$0.isAnonymous }
    func isComputed(_ property: Property) -> Bool {
      if case .computed = property { true } else { false }
    }
    return visible.filter { !isComputed($0) } + visible.filter(isComputed)
  }
}

extension Property {
  /// The value of the property; nil for a to-many relationship.
  fileprivate func expression(of record: RecordExpression) -> TypedExpression? {
    switch self {
    case .computed(let computed): return computed.expression
    case .attribute(let attribute): return attribute.expression(of: record)
    case .relationship(let relationship):
      guard !relationship.isToMany else { return nil }
      let reference = RelationshipReference(
        entity: record.entity,
        name: relationship.name,
        destination: relationship.destination,
        isToMany: false
      )
      let target = RecordExpression.toOne(reference, of: record)
      return TypedExpression(.record(target), .record(entity: relationship.destination))
    }
  }
}

extension Attribute {
  fileprivate func expression(of record: RecordExpression) -> TypedExpression {
    guard case .composite = type else {
      return TypedExpression(.attribute(AttributePath([name]), of: record), type)
    }
    let leaves = StoredField.leaves(of: self).map {
      CompositeLeaf(
        names: Array($0.path.components.dropFirst()),
        path: $0.path,
        type: $0.type
      )
    }
    return TypedExpression(.composite(leaves, of: record), type)
  }
}
