import Columns
import Model
import NativeStores
import SQLGeneration
import Storage

/// Checks the constraints of changed records of a native store at the end of a change.
struct ServerChecks {
  private let model: ServerModel
  private let transaction: ServerTransaction
  /// The relationships that records of some submodels require, by root entity.
  private let requirements: [String: [KindRequirement]]
  /// Records that may lack a required relationship.
  private var maybeMissing: [RelationshipEnd: Set<Int64>] = [:]
  /// Records with a changed one-to-one relationship.
  private var oneToOnes: [RelationshipEnd: [Int64]] = [:]
  /// Keys that may be those of missing records.
  private var maybeDangling: [RelationshipEnd: Set<Int64>] = [:]
  /// The numbers of new records that dangling references may name.
  private var inserted: [String: [Int64]] = [:]

  init(_ model: ServerModel, _ transaction: ServerTransaction) {
    (self.model, self.transaction) = (model, transaction)
    requirements = Dictionary(grouping: model.schema.kindRequirements, by: \.entity)
  }

  /// Registers new records.
  mutating func note(inserted rows: RecordRows) throws {
    let table = try model.table(rows.entity)
    let numbers = rows.keys.numbers
    for reference in table.layout.references
    where rows.references[reference.relationship.name] == nil {
      noteMissing(reference, of: rows.entity, numbers)
    }
    for requirement in requirements[rows.entity] ?? [] {
      noteMissing(requirement.relationship, of: rows.entity, numbers)
    }
    note(rows, table)
    let mayBeReferenced = table.layout.references.contains {
      $0.isOneToOne && $0.relationship.deleteRule == .noAction
    }
    if mayBeReferenced { inserted[rows.entity, default: []] += numbers }
  }

  /// Registers changed records.
  mutating func note(updated rows: RecordRows) throws {
    if rows.columns[AttributePath([Schema.kindAttribute])] != nil {
      for requirement in requirements[rows.entity] ?? [] {
        noteMissing(requirement.relationship, of: rows.entity, rows.keys.numbers)
      }
    }
    note(rows, try model.table(rows.entity))
  }

  private mutating func note(_ rows: RecordRows, _ table: ServerModel.Table) {
    let numbers = rows.keys.numbers
    for reference in table.layout.references {
      let name = reference.relationship.name
      guard let given = rows.references[name], given.targets.count == numbers.count else {
        continue
      }
      let end = RelationshipEnd(entity: rows.entity, name: name)
      let missing = numbers.indices.filter { given.targets[$0] == nil }.map { numbers[$0] }
      noteMissing(reference, of: rows.entity, missing)
      for requirement in requirements[rows.entity] ?? [] where requirement.relationship == name {
        noteMissing(name, of: rows.entity, missing)
      }
      if reference.isOneToOne { oneToOnes[end, default: []] += numbers }
      if reference.keepsDangling {
        maybeDangling[end, default: []].formUnion(given.targets.numbers.compactMap { $0 })
      }
    }
  }

  private mutating func noteMissing(
    _ reference: ReferenceLayout,
    of entity: String,
    _ numbers: [Int64]
  ) {
    guard !reference.relationship.isOptional else { return }
    noteMissing(reference.relationship.name, of: entity, numbers)
  }

  private mutating func noteMissing(
    _ relationship: String,
    of entity: String,
    _ numbers: [Int64]
  ) {
    guard !numbers.isEmpty else { return }
    maybeMissing[RelationshipEnd(entity: entity, name: relationship), default: []]
      .formUnion(numbers)
  }

  /// Throws the first violation.
  func check() throws {
    try releaseFormerReferences()
    for (end, numbers) in maybeMissing.sorted(by: Self.inOrder) { try checkRequired(end, numbers) }
    for (end, keys) in maybeDangling.sorted(by: Self.inOrder) { try checkKeys(end, keys) }
    for (end, numbers) in oneToOnes.sorted(by: Self.inOrder) { try checkOneToOne(end, numbers) }
  }

  private static func inOrder<Kept>(
    _ left: (key: RelationshipEnd, value: Kept),
    _ right: (key: RelationshipEnd, value: Kept)
  ) -> Bool {
    (left.key.entity, left.key.name) < (right.key.entity, right.key.name)
  }

  /// Numbers as a binding of an array.
  private static func array(_ numbers: some Sequence<Int64>) -> SQLFragment {
    .binding(.typed("{" + numbers.map { "\($0)" }.joined(separator: ",") + "}", type: "int8[]"))
  }

  /// Whether a query has a row.
  private func finds(_ sql: SQLFragment) throws -> Bool {
    try transaction.run(sql + " LIMIT 1").rowCount > 0
  }

  private func checkRequired(_ end: RelationshipEnd, _ numbers: Set<Int64>) throws {
    let table = try model.table(end.entity)
    guard let column = table.mapping.toOnes[end.name]?.columns.first else { return }
    var condition =
      "\(table.mapping.rowNumber.quotedForSQL) = ANY(" + Self.array(numbers)
      + ") AND \(column.quotedForSQL) IS NULL"
    let kinds = requirements[end.entity]?.first { $0.relationship == end.name }?.kinds.sorted()
    if let kinds, let kind = table.mapping.fields[AttributePath([Schema.kindAttribute])] {
      condition +=
        " AND \(kind.name.quotedForSQL) = ANY(" + (try TextArray.binding(kinds)) + ")"
    }
    if try finds("SELECT 1 FROM \(table.mapping.qualifiedTable) WHERE " + condition) {
      throw StoreError.missingValue(entity: end.entity, property: end.name)
    }
  }

  /// Throws if a key was never that of a record.
  private func checkKeys(_ end: RelationshipEnd, _ keys: Set<Int64>) throws {
    let destination = try model.relationship(end.name, of: end.entity).destination
    let target = try model.table(destination).mapping
    let next = try NumberCounter.entity(destination).next(transaction)
    let unknown = keys.filter { $0 >= next }
    if unknown.isEmpty { return }
    if try finds(
      "SELECT 1 FROM unnest(" + Self.array(unknown) + ") AS v(id) WHERE NOT EXISTS (SELECT 1 FROM"
        + " \(target.qualifiedTable) AS t WHERE t.\(target.rowNumber.quotedForSQL) = v.id)"
    ) {
      throw StoreError.danglingLink(entity: end.entity, relationship: end.name)
    }
  }

  /// A restored record may not reference the other record any more: then clear the references to
  /// it.
  private func releaseFormerReferences() throws {
    for (entity, numbers) in inserted.sorted(by: { $0.key < $1.key }) {
      let table = try model.table(entity)
      for reference in table.layout.references where reference.isOneToOne {
        let other = try model.table(reference.relationship.destination).mapping
        guard let back = table.mapping.toOnes[reference.relationship.name]?.columns.first,
          let forth = other.toOnes[reference.inverse.name], forth.mayDangle,
          let column = forth.columns.first?.quotedForSQL
        else { continue }
        let key = table.mapping.rowNumber.quotedForSQL
        try transaction.run(
          "UPDATE \(other.qualifiedTable) AS o SET \(column) = NULL FROM"
            + " \(table.mapping.qualifiedTable) AS t WHERE t.\(key) = ANY(" + Self.array(numbers)
            + ") AND o.\(column) = t.\(key)"
            + " AND o.\(other.rowNumber.quotedForSQL) IS DISTINCT FROM t.\(back.quotedForSQL)"
        )
      }
    }
  }

  /// Checks that both columns of one-to-one relationships match.
  private func checkOneToOne(_ end: RelationshipEnd, _ numbers: [Int64]) throws {
    let relationship = try model.relationship(end.name, of: end.entity)
    let near = try model.table(end.entity).mapping
    let far = try model.table(relationship.destination).mapping
    guard let forth = near.toOnes[end.name]?.columns.first?.quotedForSQL,
      let back = far.toOnes[relationship.inverse]?.columns.first?.quotedForSQL
    else { return }
    let (nearKey, farKey) = (near.rowNumber.quotedForSQL, far.rowNumber.quotedForSQL)
    let tables = "\(near.qualifiedTable) AS n JOIN \(far.qualifiedTable) AS f"
    let isChanged = "WHERE n.\(nearKey) = ANY(" + Self.array(numbers) + ")"
    let isWrong =
      try finds(
        "SELECT 1 FROM \(tables) ON f.\(farKey) = n.\(forth) " + isChanged
          + " AND f.\(back) IS DISTINCT FROM n.\(nearKey)"
      )
      || finds(
        "SELECT 1 FROM \(tables) ON f.\(back) = n.\(nearKey) " + isChanged
          + " AND n.\(forth) IS DISTINCT FROM f.\(farKey)"
      )
    if isWrong { throw StoreError.danglingLink(entity: end.entity, relationship: end.name) }
  }
}

extension RecordKeys {
  /// The keys that are numbers.
  fileprivate var numbers: [Int64] {
    switch self {
    case .range(let range): Array(range)
    case .list(let keys): keys.map(Optional.some).numbers.compactMap { $0 }
    }
  }
}
