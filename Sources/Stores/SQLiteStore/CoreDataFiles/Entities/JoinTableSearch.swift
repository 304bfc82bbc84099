import CoreDataModels
import SQLGeneration
import TableModels

/// Finds the table of a many-to-many relationship: `Z_<number><NAME>`, named after one of its ends,
/// with a column for each end that is named the same way, possibly with a digit appended.
struct JoinTableSearch {
  /// The tables by the name that they may have.
  private var tables: [String: [CatalogueTable]] = [:]
  /// The tables by name and number.
  private var likely: [NumberedTable: [CatalogueTable]] = [:]

  private struct NumberedTable: Hashable {
    let name: String
    let number: Int64
  }

  /// The maximum number of tables to try with other numbers.
  private static let maxOthers = 100

  init(_ catalogue: StoreCatalogue) {
    for table in catalogue.tables.values.sorted(by: { $0.name < $1.name }) {
      guard let own = NumberedName(table.name, prefix: "Z_") else { continue }
      add(table, own.name, own.number)
      if let last = own.name.last, last.isASCII, last.isNumber {
        add(table, String(own.name.dropLast()), own.number)
      }
    }
  }

  private mutating func add(_ table: CatalogueTable, _ name: String, _ number: Int64) {
    tables[name, default: []].append(table)
    likely[NumberedTable(name: name, number: number), default: []].append(table)
  }

  /// The table as seen from `entity`; nil if there is none.
  func table(
    _ relationship: ModelRelationship,
    of entity: MappedEntity,
    to destination: MappedEntity,
    inverse: ModelRelationship
  ) -> JoinTableMapping? {
    let isItself =
      entity.model.name == destination.model.name && relationship.name == inverse.name
    let (name, inverseName) = (relationship.name.uppercased(), inverse.name.uppercased())
    for table in candidates([name, inverseName], [entity.number, destination.number]) {
      // A column is named after the relationship that references its records.
      guard let owner = column(inverseName, entity.number, of: table, isSecond: false),
        let member = column(name, destination.number, of: table, isSecond: isItself),
        owner != member
      else { continue }
      return JoinTableMapping(
        table: table.name,
        owner: JoinColumn(owner, target: "Z_PK", holdsNumbers: table.holdsNumbers(owner)),
        member: JoinColumn(member, target: "Z_PK", holdsNumbers: table.holdsNumbers(member)),
        position: relationship.isOrdered ? position(of: member, table) : nil,
        inversePosition: inverse.isOrdered && !isItself ? position(of: owner, table) : nil,
        isSymmetric: isItself
      )
    }
    return nil
  }

  /// The tables with one of `names`; those with one of `numbers` first.
  private func candidates(_ names: [String], _ numbers: [Int64]) -> [CatalogueTable] {
    var found: [CatalogueTable] = []
    for name in names {
      for number in numbers {
        found += likely[NumberedTable(name: name, number: number), default: []]
      }
    }
    for name in names { found += tables[name, default: []].prefix(Self.maxOthers) }
    return found
  }

  /// Whether a column is named `Z_`, a number, `name` and optionally a digit.
  private func isNumbered(_ column: String, _ name: String) -> Bool {
    guard let own = NumberedName(column, prefix: "Z_")?.name, own.hasPrefix(name) else {
      return false
    }
    let last = own.dropFirst(name.count)
    return last.isEmpty || (last.count == 1 && last.allSatisfy { $0.isASCII && $0.isNumber })
  }

  /// The column named `Z_<number><name>`, or the one with any other number. If both ends have the
  /// same name, the second has a digit appended.
  private func column(
    _ name: String,
    _ number: Int64,
    of table: CatalogueTable,
    isSecond: Bool
  ) -> String? {
    let exact = "Z_\(number)\(name)"
    let columns = table.columns.map(\.name).filter { isNumbered($0, name) }
    if isSecond { return columns.first { $0 != exact } }
    return columns.first { $0 == exact } ?? columns.first { $0.hasPrefix(exact) } ?? columns.first
  }

  /// The column with the positions of the records that `column` references.
  private func position(of column: String, _ table: CatalogueTable) -> String? {
    let name = "Z_FOK_" + column.dropFirst(2)
    return table.has(name) ? name : nil
  }
}
