import Columns
import Execution
public import Expressions
import Foundation
public import Model
import Planning
import Storage

/// Records of one state of a store, to be copied into another store with their identities.
public final class RecordCopy {
  private let schema: StoredSchema
  private let store: any Store
  private let snapshot: any StoreSnapshot
  private let executor: Executor
  private let cancellation: CancellationFlag
  /// The records to copy; nil for all.
  private let selection: CopySelection?
  private let tables: [String: CopiedTable]
  /// The numbers of missing records that are still referenced, by root entity.
  private var gone: [String: Set<Int64>] = [:]
  /// The views that cannot be read, with the reason.
  public let unreadable: [(entity: String, error: any Error)]

  /// The number of records that are read at once.
  static let chunk = 4096

  init(
    schema: StoredSchema,
    store: any Store,
    snapshot: any StoreSnapshot,
    executor: Executor,
    cancellation: CancellationFlag,
    selection: CopySelection?
  ) throws {
    self.schema = schema
    self.store = store
    self.snapshot = snapshot
    self.executor = executor
    self.cancellation = cancellation
    self.selection = selection
    var tables: [String: CopiedTable] = [:]
    var unreadable: [(entity: String, error: any Error)] = []
    for entity in schema.entities {
      // A view that cannot be read does not keep all other records from being copied.
      if selection == nil, entity.identity == .fixed {
        do {
          _ = try snapshot.count(of: entity.name)
          let sources = try schema.layout(entity.name).fields.map {
            ColumnSource.attribute($0.path)
          }
          _ = try snapshot.gather(sources, of: entity.name, at: [])
        } catch let error where !(error is Cancellation) && error as? StoreError != .outdated {
          unreadable.append((entity.name, error))
          tables[entity.name] = try CopiedTable(schema.layout(entity.name), [], in: snapshot)
          continue
        }
      }
      let found: [Int64] =
        if let selection, !selection.whole.contains(entity.name) {
          try snapshot.references(
            to: .list((selection.found[entity.name] ?? []).sortedByKey()),
            of: entity.name
          )
        } else {
          try executor.references(of: .scan(entity: entity.name), first: nil)
        }
      tables[entity.name] = try CopiedTable(schema.layout(entity.name), found, in: snapshot)
    }
    (self.tables, self.unreadable) = (tables, unreadable)
  }

  /// The number of records that get another identity because theirs are not positive numbers, in
  /// declared order.
  public var renumbered: [ChangeSummary.ModelCount] {
    schema.entities.compactMap { entity in
      guard let count = tables[entity.name]?.renumbered.count, count > 0 else { return nil }
      return ChangeSummary.ModelCount(kind: entity.name, count: count)
    }
  }

  /// The links to records that are not copied: their number for each relationship, in
  /// declared order.
  public func omittedLinks() throws -> [OmittedLinks] {
    guard let selection else { return [] }
    return try OmittedLinkCounter(
      schema: schema,
      snapshot: snapshot,
      selection: selection,
      cancellation: cancellation
    ).links { tables[$0]?.references ?? [] }
  }

  /// The changes that add the records to `target`, and the missing records that they reference.
  func changes(
    for target: any Store,
    _ schema: StoredSchema
  ) throws -> (ChangeSet, gone: [(entity: String, keys: RecordKeys)]) {
    let copied = schema.entities.compactMap { tables[$0.name] }
    for table in copied { try read(table, schema.layout(table.name)) }
    var links = CopiedLinks(tables, from: self.schema, to: schema, snapshot, cancellation)
    try links.complete()
    let first = try target.writable().reservePositions(Int(links.positionCount)).lowerBound
    var changes = ChangeSet()
    changes.inserted = copied.filter { !$0.numbers.isEmpty }.map { $0.rows(from: first) }
    changes.linked = links.linkages.map { linkage in
      RecordLinkage(
        pair: linkage.pair,
        position: linkage.position + first,
        inversePosition: linkage.inversePosition + first
      )
    }
    changes.nextNumbers = try nextNumbers(copied)
    let gone = gone.sorted { $0.key < $1.key }.map {
      ($0.key, RecordKeys.list($0.value.sorted().map(RecordKey.number)))
    }
    return (changes, gone)
  }

  /// The lowest numbers of the next new records.
  private func nextNumbers(_ tables: [CopiedTable]) throws -> [String: Int64] {
    var next = gone.compactMapValues { $0.max().map { $0 + 1 } }
    guard let store = try store.capability((any WritableStore).self, for: .reading) else {
      return next
    }
    for table in tables {
      do {
        let own = try store.reserveKeys(0, of: table.name).lowerBound
        next[table.name] = max(own, next[table.name] ?? 0)
      } catch StoreError.missingValue {
        // The table numbers no records.
      } catch StoreError.full {
        // Its sequence has no more positive numbers.
      } catch is StoreFileError {
        // The user may not use its sequence.
      }
    }
    return next
  }

  // MARK: Columns

  /// Reads the columns of `layout`.
  private func read(_ table: CopiedTable, _ layout: EntityLayout) throws {
    let builders = layout.emptyColumns.map { makeColumnBuilder(continuing: $0) }
    let count = table.references.count
    if count > 0 { cancellation.progress.begin(.copying, total: count) }
    for reference in layout.references { table.targets[reference.relationship.name] = [] }
    for start in stride(from: 0, to: count, by: Self.chunk) {
      try cancellation.check()
      let part = Array(table.references[start..<min(start + Self.chunk, count)])
      let rows = try RecordReader(table.source, snapshot).rows(at: part)
      for (field, builder) in zip(layout.fields, builders) {
        if let place = table.source.fieldPlaces[field.path] {
          try append(rows.fields[place], of: field, table, at: part, to: builder)
        } else {
          builder.append(nulls: part.count)
        }
      }
      for reference in layout.references {
        let place = table.source.referencePlaces[reference.relationship.name]
        let keys = place.map { rows.references[$0].targets }
        table.targets[reference.relationship.name]? += try
          (keys ?? Array(repeating: nil, count: part.count))
          .map { try $0.map { try number(of: $0, reference) } ?? CopiedTable.nowhere }
      }
      cancellation.progress.advance(.copying, by: part.count)
    }
    for (field, builder) in zip(layout.fields, builders) {
      table.columns[field.path] = builder.column
    }
  }

  private func append(
    _ column: Column,
    of field: StoredField,
    _ table: CopiedTable,
    at references: [Int64],
    to builder: any ColumnBuilder
  ) throws {
    for (row, reference) in references.enumerated() {
      let value = column.value(at: row)
      if !value.isForbidden, builder.append(value) { continue }
      throw CopyProblem(
        record: try snapshot.recordIDs(of: table.name, at: [reference])[0],
        property: field.path.description,
        fact: value.isForbidden ? .forbidden : .mismatch(field.type)
      )
    }
  }

  /// The number of a related record; nowhere if it is not copied.
  private func number(of key: RecordKey, _ reference: ReferenceLayout) throws -> Int64 {
    let entity = reference.relationship.destination
    if let table = tables[entity], let row = table.row(of: key) { return table.numbers[row] }
    guard reference.keepsDangling, case .number(let number) = key, number > 0, number < .max,
      try snapshot.reference(to: RecordID(entity: entity, key: key)) == nil
    else { return CopiedTable.nowhere }
    gone[entity, default: []].insert(number)
    return number
  }
}

extension ModelContext {
  /// Prepares a copy of all current records, including pending changes.
  public func copyOfAll(_ evaluation: EvaluationContext) throws -> RecordCopy {
    try copy(of: snapshot(), selection: nil, evaluation)
  }

  /// Prepares a copy of all records of root entities and the given records, with the records they
  /// require.
  public func copy(
    ofAll roots: [String],
    and ids: [RecordID],
    _ evaluation: EvaluationContext
  ) throws -> RecordCopy {
    let snapshot = try snapshot()
    let selection = try CopySelection(allOf: roots, and: ids, schema(), snapshot, cancellation)
    return try copy(of: snapshot, selection: selection, evaluation)
  }

  private func copy(
    of snapshot: any StoreSnapshot,
    selection: CopySelection?,
    _ evaluation: EvaluationContext
  ) throws -> RecordCopy {
    try RecordCopy(
      schema: schema(),
      store: container.store,
      snapshot: snapshot,
      executor: executor(evaluation, over: snapshot),
      cancellation: cancellation,
      selection: selection
    )
  }
}

extension Value {
  /// Whether no attribute may have this value, or a part of it.
  fileprivate var isForbidden: Bool {
    switch self {
    case .string(let text): text.utf8.contains(0)
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .list(let elements): elements.contains(where: \.isForbidden)
    default: false
    }
  }
}
