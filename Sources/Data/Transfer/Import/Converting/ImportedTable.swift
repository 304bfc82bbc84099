import Columns
import Formats
import Model
import Session
import Storage

/// Records of a file that are to become records of one entity, before they have numbers.
struct ImportedTable {
  /// The records' entity.
  let entity: String
  /// The number of records.
  private(set) var count: Int
  /// A column of `count` rows for stored fields; fields that are missing are nil.
  var columns: [AttributePath: Column]
  /// The records in whose arrays these stood; nil for those that stood in none.
  var owners: ImportedOwners?
  /// What to-one relationships lead to, record by record.
  var targets: [String: [ImportedTarget?]] = [:]
  /// What to-one relationships lead to by keys that are not looked up yet.
  var keys: [String: Column] = [:]
  /// For each record the row of the record of the file that it is, or stood in; nil for the same row.
  var rootRows: [Int]?
  /// The keys that lead to what a property is made of in the file.
  var origins: [String: [String]] = [:]

  init(
    entity: String,
    count: Int,
    columns: [AttributePath: Column],
    owners: ImportedOwners? = nil
  ) {
    self.entity = entity
    self.count = count
    self.columns = columns
    self.owners = owners
  }

  /// The row in the file of a record, or of the record that it stood in.
  func rootRow(_ row: Int) -> Int { rootRows?[row] ?? row }

  /// The records in `rows`, rising.
  func keeping(_ rows: [Int]) -> ImportedTable {
    if rows.count == count { return self }
    let places = rows.map(Int64.init)
    var kept = self
    kept.count = rows.count
    kept.columns = columns.mapValues { $0.gathered(at: places) }
    kept.keys = keys.mapValues { $0.gathered(at: places) }
    kept.targets = targets.mapValues { targets in rows.map { targets[$0] } }
    kept.rootRows = rows.map(rootRow)
    kept.owners?.rows = rows.compactMap { owners?.rows[$0] }
    return kept
  }

  /// The records under keys.
  ///
  /// - Parameters:
  ///   - all: The keys of the records of the table that these are a part of.
  ///   - others: The keys of the tables before this one.
  func rows(_ keys: RecordKeys, of all: RecordKeys, after others: [RecordKeys]) -> RecordRows {
    var rows = RecordRows(entity: entity, keys: keys, columns: columns)
    if let owners {
      let ownerKeys = others[owners.table]
      rows.references[owners.relationship] = RecordReferences(
        targets: owners.rows.map { ownerKeys[Int($0)] }
      )
    }
    for (relationship, targets) in targets {
      rows.references[relationship] = RecordReferences(
        targets: targets.map { target in
          switch target {
          case .record(let key)?: key
          case .row(let row)?: all[row]
          case nil: nil
          }
        }
      )
    }
    return rows
  }
}

/// The record that a to-one relationship of a new one leads to.
enum ImportedTarget: Hashable {
  /// One that is there.
  case record(RecordKey)
  /// One of the same table.
  case row(Int)
}

/// The owners of a table's records: records of a table before it.
struct ImportedOwners {
  /// The to-one relationship that leads to them.
  let relationship: String
  /// The place of their table.
  let table: Int
  /// The row of its owner for each record.
  var rows: [Int64]
}

extension [ImportedTable] {
  /// The rows of the file, rising, whose records lead to those of `bad`, straight or by way of others.
  func followers(of bad: Set<Int>) -> [Int] {
    // The links to a record as a list: the last of them, and for each link the one before.
    var lastLinks: [Int: Int] = [:]
    var links: [(source: Int, before: Int?)] = []
    for table in self {
      for targets in table.targets.values {
        for (row, target) in targets.enumerated() {
          guard case .row(let other)? = target else { continue }
          let before = lastLinks.updateValue(links.count, forKey: table.rootRow(other))
          links.append((source: table.rootRow(row), before: before))
        }
      }
    }
    var found: Set<Int> = []
    var waiting = [Int](bad)
    while let row = waiting.popLast() {
      var place = lastLinks[row]
      while let link = place {
        let source = links[link].source
        if !bad.contains(source), found.insert(source).inserted { waiting.append(source) }
        place = links[link].before
      }
    }
    return found.sorted()
  }

  /// The same without the records of some rows of the file, and without those that stood in them.
  func leavingOut(_ bad: Set<Int>) -> [ImportedTable] {
    if bad.isEmpty { return self }
    var kept: [ImportedTable] = []
    var places: [[Int64]] = []
    for table in self {
      let rows = (0..<table.count).filter { !bad.contains(table.rootRow($0)) }
      var place = [Int64](repeating: -1, count: table.count)
      for (new, old) in rows.enumerated() { place[old] = Int64(new) }
      var smaller = table.keeping(rows)
      if let owners = smaller.owners {
        smaller.owners?.rows = owners.rows.map { places[owners.table][Int($0)] }
      }
      smaller.targets = smaller.targets.mapValues { targets in
        targets.map { target in
          guard case .row(let row)? = target else { return target }
          return .row(Int(place[row]))
        }
      }
      kept.append(smaller)
      places.append(place)
    }
    return kept
  }
}
