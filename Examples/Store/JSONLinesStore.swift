import Columns
import Foundation
import Martlet
import Synchronization

/// A read-only store over a folder: each line of `Author.jsonl` is a record of the model `Author`.
final class JSONLinesStore: Store {
  let schema: Schema
  private let folder: URL

  init(folder: URL, schema: Schema) {
    self.folder = folder
    self.schema = schema
  }

  func facts() -> StoreFacts {
    StoreFacts(kind: "JSON lines", storage: [StoreFact("folder", folder.path)])
  }

  /// Reads all files, so that a statement sees one state of them.
  func snapshot() throws -> any StoreSnapshot {
    var files: [String: Data] = [:]
    var changed = Date.distantPast
    for entity in schema.storedEntities {
      let file = folder.appendingPathComponent("\(entity.name).jsonl")
      let facts = try file.resourceValues(forKeys: [.contentModificationDateKey])
      changed = max(changed, facts.contentModificationDate ?? changed)
      files[entity.name] = try Data(contentsOf: file)
    }
    let version = StoreVersion(Timestamp(changed).microseconds)
    return JSONLinesSnapshot(schema: schema.asStored, files: files, version: version)
  }
}

/// One state of the files. The lines of a model are parsed when they are first needed.
final class JSONLinesSnapshot: StoreSnapshot {
  let schema: Schema
  let files: [String: Data]
  let version: StoreVersion
  private let tables = Mutex<[String: LineTable]>([:])

  init(schema: Schema, files: [String: Data], version: StoreVersion) {
    self.schema = schema
    self.files = files
    self.version = version
  }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    try reader(table(entity), sources)
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    let table = try table(entity)
    let rows = references.map { table.rows[$0] ?? Column.nullReference }
    return try sources.map { try column($0, of: table).gathered(at: rows) }
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    let end = schema.entity(relationship.entity)?.relationship(relationship.name)
    let table = try table(relationship.destination)
    guard let end, !end.isOrdered, let targets = table.targets[end.inverse] else {
      throw StoreError.unknownProperty(entity: relationship.entity, property: relationship.name)
    }
    let members = Dictionary(grouping: zip(targets, table.references), by: \.0)
    var found: [Int64] = []
    var starts = [0]
    for owner in owners {
      if owner != Column.nullReference { found += members[owner, default: []].map(\.1) }
      starts.append(found.count)
    }
    return MemberLists(starts: starts, members: found)
  }

  func recordIDs(of entity: String, at references: [Int64]) -> [RecordID] {
    references.map { RecordID(entity: entity, key: .number($0)) }
  }

  func reference(to id: RecordID) throws -> Int64? {
    let table = try table(id.entity)
    guard case .number(let number) = id.key, table.rows[number] != nil else { return nil }
    return number
  }

  /// All records of a model. May be called by several threads.
  private func table(_ name: String) throws -> LineTable {
    if let table = tables.withLock({ $0[name] }) { return table }
    let table = try LineTable(entity(name), lines(of: name))
    tables.withLock { $0[name] = table }
    return table
  }

  func entity(_ name: String) throws -> Entity {
    guard let entity = schema.entity(name) else { throw StoreError.unknownEntity(name) }
    return entity
  }

  func lines(of entity: String) -> [Line] {
    let texts = files[entity, default: Data()]
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return texts.enumerated().map { Line(number: $0 + 1, text: $1) }.filter { !$0.text.isEmpty }
  }

  func reader(_ table: LineTable, _ sources: [ColumnSource]) throws -> any BatchReader {
    let columns = try sources.map { try column($0, of: table) }
    return WholeColumnReader(references: table.references, columns: columns)
  }

  /// The column of a field, or the references of a to-one relationship. Missing records become nil.
  private func column(_ source: ColumnSource, of table: LineTable) throws -> Column {
    switch source {
    case .attribute(let path):
      if let column = table.columns[path] { return column }
      throw StoreError.unknownProperty(entity: table.entity.name, property: path.description)
    case .toOne(let name):
      guard let end = table.entity.relationship(name), let targets = table.targets[name] else {
        throw StoreError.unknownProperty(entity: table.entity.name, property: name)
      }
      let known = try self.table(end.destination).rows
      let references = targets.map { known[$0] == nil ? Column.nullReference : $0 }
      return .reference(FixedColumn(values: references))
    case .position(let name):
      throw StoreError.unknownProperty(entity: table.entity.name, property: name)
    }
  }
}
