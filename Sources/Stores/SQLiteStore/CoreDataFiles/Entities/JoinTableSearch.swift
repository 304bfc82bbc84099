import CoreDataModels
import SQLGeneration

/// Finds the table of a many-to-many relationship: `Z_<number><NAME>`, which bears the name of one of
/// both ends, with a column for each end that is called so too, perhaps with a digit behind.
struct JoinTableSearch {
  /// The tables by the names of the ends that they may bear.
  private var tables: [String: [CatalogueTable]] = [:]
  /// The same by their numbers too.
  private var likely: [NumberedTable: [CatalogueTable]] = [:]

  private struct NumberedTable: Hashable {
    let name: String
    let number: Int64
  }

  /// Of the tables with other numbers no more are tried.
  private static let mostOthers = 100

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

  /// The table as seen from `entity`; nil where there is none.
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
      // A record stands under the name by which the other end leads to it.
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

  /// The tables that bear one of `names`: those with one of `numbers` first.
  private func candidates(_ names: [String], _ numbers: [Int64]) -> [CatalogueTable] {
    var found: [CatalogueTable] = []
    for name in names {
      for number in numbers {
        found += likely[NumberedTable(name: name, number: number), default: []]
      }
    }
    for name in names { found += tables[name, default: []].prefix(Self.mostOthers) }
    return found
  }

  /// Whether a column is called `Z_`, a number, `name` and perhaps a digit.
  private func isNumbered(_ column: String, _ name: String) -> Bool {
    guard let own = NumberedName(column, prefix: "Z_")?.name, own.hasPrefix(name) else {
      return false
    }
    let last = own.dropFirst(name.count)
    return last.isEmpty || (last.count == 1 && last.allSatisfy { $0.isASCII && $0.isNumber })
  }

  /// The column called `Z_<number><name>`; else the one with any number. Where both ends have one
  /// name, the second one has a digit behind.
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

  /// The column with the places of what `column` leads to.
  private func position(of column: String, _ table: CatalogueTable) -> String? {
    let name = "Z_FOK_" + column.dropFirst(2)
    return table.has(name) ? name : nil
  }
}
