import GRDB
import GRDBSQLite
import SQLGeneration

/// What computed columns of a view hold, which no declaration says: the first rows are looked at.
struct ViewColumnTypes {
  private let db: Database
  /// So many rows are looked at.
  private static let rowCount = 200
  /// So many of SQLite's steps are made for them, some hundredths of a second: what takes longer stays
  /// without a type, so that opening a file does not depend on what is in it.
  private static let stepCount = 500_000

  init(_ db: Database) {
    self.db = db
  }

  /// The view with a type for each column that had none and holds nothing but numbers.
  func typed(_ view: CatalogueTable) -> CatalogueTable {
    let places = view.columns.indices.filter { view.columns[$0].declaredType.isEmpty }
    guard view.kind == .view, !places.isEmpty else { return view }
    var typed = view
    let columns = places.map { "typeof(\(view.columns[$0].name.quotedForSQL))" }
    let seen = seenTypes(columns, of: view.name)
    for (place, types) in zip(places, seen) {
      if types == ["integer"] {
        typed.columns[place].declaredType = "INTEGER"
      } else if !types.isEmpty, types.isSubset(of: ["integer", "real"]) {
        typed.columns[place].declaredType = "REAL"
      }
    }
    return typed
  }

  /// What `typeof` says of the values in each of `columns` that are not NULL.
  private func seenTypes(_ columns: [String], of view: String) -> [Set<String>] {
    var seen = columns.map { _ in Set<String>() }
    let sql =
      "SELECT \(columns.joined(separator: ", ")) FROM \(view.quotedForSQL) LIMIT \(Self.rowCount)"
    // What cannot be read, or not soon, says nothing.
    try? withinSteps {
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        for place in columns.indices {
          let type: String = row[place]
          if type != "null" { seen[place].insert(type) }
        }
      }
    }
    return seen
  }

  private func withinSteps(_ body: () throws -> Void) rethrows {
    let budget = StepBudget(steps: Self.stepCount / Int(StepBudget.unit))
    sqlite3_progress_handler(
      db.sqliteConnection,
      StepBudget.unit,
      { budget in
        guard let budget else { return 1 }
        return Unmanaged<StepBudget>.fromOpaque(budget).takeUnretainedValue().isSpent ? 1 : 0
      },
      Unmanaged.passUnretained(budget).toOpaque()
    )
    defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
    try withExtendedLifetime(budget, body)
  }
}

/// For how many more steps a statement may run.
private final class StepBudget {
  /// After so many steps SQLite asks.
  static let unit: Int32 = 1000
  private var left: Int

  init(steps: Int) {
    left = steps
  }

  /// Takes one away; whether none is left.
  var isSpent: Bool {
    left -= 1
    return left < 0
  }
}
