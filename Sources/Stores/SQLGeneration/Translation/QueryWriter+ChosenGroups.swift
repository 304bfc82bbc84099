import Expressions
import Model
import Storage

/// A key or an aggregate of groups.
struct GroupColumn {
  enum Value {
    case form(SQLForm)
    case total(SQLTotal)
  }

  let value: Value
  /// The place of its first column in a statement.
  let place: Int
}

/// Groups that are not all returned.
extension QueryWriter {
  /// The SELECT of the groups that match and can be among the first. Groups with a total that is
  /// unknown are among them: the engine has to compute it, and it may be an error.
  mutating func chosen(
    _ query: StoreQuery,
    _ grouping: Grouping,
    from groups: SQLFragment,
    _ columns: [AttributePath: GroupColumn]
  ) throws(Untranslatable) -> SQLFragment {
    let alias = makeAlias()
    let unknown = readGroups(columns, alias)
    defer { groupValues = [:] }
    var rows = " FROM (\n" + groups + "\n) AS \(alias)"
    if !query.groupConditions.isEmpty {
      for condition in query.groupConditions { try requireValue(condition) }
      let matches =
        query.firstGroups == nil
        ? try conditions(query.groupConditions)
        : try exactly { writer throws(Untranslatable) in
          try writer.conditions(query.groupConditions)
        }
      rows += "\nWHERE " + SQLCondition.any([.all(matches)] + unknown).sql
    }
    guard let first = query.firstGroups else { return "SELECT *" + rows }
    let (order, isWhole) = try order(of: first.sort, grouping)
    let terms = unknown.map { "coalesce(" + $0.sql + ", FALSE) DESC" } + order
    let (sorted, count) = (terms.joined(", "), SQLFragment.binding(.integer(Int64(first.count))))
    if isWhole { return "SELECT *" + rows + "\nORDER BY " + sorted + "\nLIMIT " + count }
    // Groups with equal keys are sorted by something that only the engine can compare.
    return "SELECT * FROM (\nSELECT *, rank() OVER (ORDER BY " + sorted + ") AS place" + rows
      + "\n) AS \(makeAlias())\nWHERE place <= " + count
  }

  /// Makes the columns of groups readable. Returns the conditions that totals are unknown.
  private mutating func readGroups(
    _ columns: [AttributePath: GroupColumn],
    _ alias: String
  ) -> [SQLCondition] {
    var unknown: [SQLCondition] = []
    for (path, column) in columns.sorted(by: { $0.value.place < $1.value.place }) {
      func part(_ place: Int) -> SQLFragment { SQLFragment("\(alias).c\(column.place + place)") }
      switch column.value {
      case .form(let form): groupValues[path] = SQLOperand(form, part(0))
      case .total(let total):
        let parts = (0..<total.partCount).map(part)
        if let isUnknown = total.isUnknown(parts) { unknown.append(SQLCondition(isUnknown)) }
        let whole = total.value(of: parts)
        groupValues[path] = SQLOperand(whole.form, whole.sql)
      }
    }
    return unknown
  }

  /// The terms that sort groups, as far as the server has the order of keys, and whether these are
  /// all. Ties are in the order of the groups' keys.
  private mutating func order(
    of sort: [SortKey],
    _ grouping: Grouping
  ) throws(Untranslatable) -> (terms: [SQLFragment], isWhole: Bool) {
    let ties = grouping.keys.enumerated().map { place, key in
      SortKey(
        expression: Grouping.key(place, key.type).ordered,
        isDescending: false,
        nullsFirst: true,
        order: .standard
      )
    }
    var terms: [SQLFragment] = []
    for key in sort + ties {
      let saved = self
      do {
        terms.append(try exactly { writer throws(Untranslatable) in try writer.sortTerm(key) })
      } catch {
        self = saved
        guard !terms.isEmpty else { throw error }
        return (terms, false)
      }
    }
    return (terms, true)
  }

  /// The SELECT of groups whose last `count` columns, whether values are invalid, are those of all
  /// groups: some may not be returned.
  static func noting(
    _ count: Int,
    of columns: [SQLGroupColumn],
    _ groups: SQLFragment
  ) -> SQLFragment {
    if count == 0 { return groups }
    let first = columns.reduce(0) { $0 + $1.partCount }
    let list = (0..<first + count).map { place in
      place < first ? "c\(place)" : "bool_or(c\(place)) OVER () AS c\(place)"
    }
    return "SELECT \(list.joined(separator: ", ")) FROM (\n" + groups + "\n) AS found"
  }
}
