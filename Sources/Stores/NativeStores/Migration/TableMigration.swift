import Columns
import Model
import SQLGeneration
import Storage

/// Migrates the rows of one table to a changed layout, and finds conflicts.
struct TableMigration<Database: NativeDatabase> {
  private static var temporaryName: String { "martlet_new" }

  private let entity: Entity
  private let old: NativeModel.Table
  private let new: NativeModel.Table
  private let oldModel: NativeModel
  private let newModel: NativeModel
  private let fills: [FieldFill]
  private let relations: [ColumnRelation]
  private let referenceFills: [ReferenceFill]
  private let allowsLoss: Bool
  private let renames: ColumnRenames
  private let db: Database

  init(
    _ entity: Entity,
    from old: NativeModel.Table,
    to new: NativeModel.Table,
    by change: SchemaChange,
    old oldModel: NativeModel,
    new newModel: NativeModel,
    _ db: Database
  ) {
    self.entity = entity
    self.old = old
    self.new = new
    self.oldModel = oldModel
    self.newModel = newModel
    fills = change.fills.filter { $0.entity == entity.name }
    relations = change.relations.filter { $0.entity == entity.name }
    referenceFills = change.referenceFills.filter { $0.entity == entity.name }
    allowsLoss = change.allowsLoss
    renames = ColumnRenames(of: entity, from: old.layout)
    self.db = db
  }

  /// Replaces the table; throws if there are conflicts.
  func run(_ tables: NativeStoreTables) throws {
    let joins =
      try relations.map { ($0.relationship, try references(of: $0)) }
      + referenceFills.map { ($0.relationship, try references(of: $0)) }
    let count = Int(try db.number("SELECT count(*) FROM \(old.mapping.table.quotedForSQL)"))
    try db.execute(tables.creation(of: entity, as: Self.temporaryName, requiresValues: false))
    try copy()
    let ids = fills.isEmpty && joins.isEmpty ? [] : try old.numbers(db)
    for fill in fills where fill.replaces || preservedPath(fill.path) == nil {
      // The fill was computed for other records than those in the table.
      guard fill.column.count == count else { throw StoreError.outdated }
      try write(fill, ids)
    }
    for (relationship, targets) in joins { try write(targets, to: relationship, ids) }
    if count > 0 {
      let conflicts = try TableConflicts(
        old: old,
        new: new,
        renames: renames,
        relations: relations,
        allowsLoss: allowsLoss,
        name: Self.temporaryName,
        db: db
      ).all()
      guard conflicts.isEmpty else {
        throw StoreError.schemaConflict(entity: entity.name, conflicts: conflicts)
      }
    }
    try forgetDangling()
    try db.drop(old.mapping.table)
    // Copy once more to a table with NOT NULL constraints.
    try db.execute(tables.creation(of: entity, as: new.mapping.table))
    try db.execute(
      "INSERT INTO \(new.mapping.table.quotedForSQL)"
        + " SELECT * FROM \(Self.temporaryName.quotedForSQL)"
    )
    try db.execute("DROP TABLE \(Self.temporaryName.quotedForSQL)")
  }

  // MARK: Preserved values

  /// The previous path of a field whose values are preserved; nil for others.
  private func preservedPath(_ path: AttributePath) -> AttributePath? {
    guard let place = new.layout.place(of: path) else { return nil }
    let previous = renames.previous(path)
    return old.layout.keeps(new.layout.fields[place], at: previous) ? previous : nil
  }

  private func copy() throws {
    var pairs = [(new.mapping.rowNumber, old.mapping.rowNumber.quotedForSQL)]
    for field in new.layout.fields {
      guard let column = new.mapping.fields[field.path],
        let previous = preservedPath(field.path).flatMap({ old.mapping.fields[$0] })
      else { continue }
      pairs.append((column.name, previous.name.quotedForSQL))
    }
    for reference in new.layout.references { pairs += preservedReference(reference) }
    let names = pairs.map(\.0.quotedForSQL).joined(separator: ", ")
    let values = pairs.map(\.1).joined(separator: ", ")
    try db.execute(
      "INSERT INTO \(Self.temporaryName.quotedForSQL) (\(names))"
        + " SELECT \(values) FROM \(old.mapping.table.quotedForSQL)"
        + " ORDER BY \(old.mapping.rowNumber.quotedForSQL)"
    )
  }

  private func preservedReference(_ reference: ReferenceLayout) -> [(String, String)] {
    let name = reference.relationship.name
    let previous = renames.oldReference(name)
    guard !relations.contains(where: { $0.relationship == name }),
      !referenceFills.contains(where: { $0.relationship == name }),
      let to = new.mapping.toOnes[name], let column = to.columns.first,
      old.layout.keeps(reference, as: previous), let from = old.mapping.toOnes[previous],
      let previousColumn = from.columns.first
    else { return newPosition(reference) }
    let position = to.position.map { ($0, from.position?.quotedForSQL ?? "0") }
    return [(column, previousColumn.quotedForSQL)] + (position.map { [$0] } ?? [])
  }

  /// The initial position for a relationship without values.
  private func newPosition(_ reference: ReferenceLayout) -> [(String, String)] {
    new.mapping.toOnes[reference.relationship.name]?.position.map { [($0, "0")] } ?? []
  }

  /// Clears references to missing records unless the relationship may dangle.
  private func forgetDangling() throws {
    for reference in new.layout.references where !reference.keepsDangling {
      guard let previous = old.mapping.toOnes[renames.oldReference(reference.relationship.name)],
        previous.mayDangle,
        let column = new.mapping.toOnes[reference.relationship.name]?.columns.first?.quotedForSQL
      else { continue }
      let target = try presentTable(of: reference.relationship.destination).mapping
      try db.execute(
        "UPDATE \(Self.temporaryName.quotedForSQL) SET \(column) = NULL WHERE \(column)"
          + " NOT IN (SELECT \(target.rowNumber.quotedForSQL) FROM \(target.table.quotedForSQL))"
      )
    }
  }

  // MARK: New values

  private func write(_ fill: FieldFill, _ ids: [Int64]) throws {
    guard let column = new.mapping.fields[fill.path] else { return }
    try db.write(fill.column, to: column, of: new.mapping, named: Self.temporaryName, ids)
  }

  private func write(_ targets: [Int64], to relationship: String, _ ids: [Int64]) throws {
    guard let column = new.mapping.toOnes[relationship]?.columns.first else { return }
    let rows = zip(targets, ids).filter { $0.0 != Column.nullReference }
    try db.write(
      .int(FixedColumn(values: rows.map(\.0))),
      to: ColumnMapping(column, db.dialect == .sqlite ? .integer : .server(.integer)),
      of: new.mapping,
      named: Self.temporaryName,
      rows.map(\.1)
    )
  }

  /// The record that each row references by a relation.
  private func references(of relation: ColumnRelation) throws -> [Int64] {
    let column = try values(of: relation.attribute, in: relation.entity).column
    let keys = try values(of: relation.key, in: relation.destination)
    return KeyJoin.references(of: column, among: keys.column).map {
      $0 == Column.nullReference ? $0 : keys.numbers[Int($0)]
    }
  }

  /// The record that each row references, given by the positions of records.
  private func references(of fill: ReferenceFill) throws -> [Int64] {
    guard let destination = entity.relationship(fill.relationship)?.destination else { return [] }
    let numbers = try presentTable(of: destination).numbers(db)
    return fill.targets.map {
      numbers.indices.contains(Int($0)) ? numbers[Int($0)] : Column.nullReference
    }
  }

  private func values(
    of path: AttributePath,
    in entity: String
  ) throws -> (column: Column, numbers: [Int64]) {
    let table = try presentTable(of: entity)
    guard let place = table.layout.place(of: path), let column = table.mapping.fields[path] else {
      throw StoreError.unknownProperty(entity: entity, property: path.description)
    }
    return (
      try db.values(of: column, table.layout.fields[place].type, in: table.mapping),
      try table.numbers(db)
    )
  }

  /// The current table of another entity. A table that was already migrated has the same rows with
  /// new names.
  private func presentTable(of other: String) throws -> NativeModel.Table {
    let previous = newModel.stored.oldName(of: other, in: oldModel.stored)
    let isOld = !isMigrated(other) && oldModel.stored.entity(previous) != nil
    return try isOld ? oldModel.table(previous) : newModel.table(other)
  }

  /// Whether the table of another entity was already migrated; entities are migrated in order.
  private func isMigrated(_ other: String) -> Bool {
    let names = newModel.stored.entities.map(\.name)
    guard let place = names.firstIndex(of: other), let own = names.firstIndex(of: entity.name)
    else { return false }
    return place < own
  }
}
