import Foundation
import GRDB
import GRDBSQLite
import SQLGeneration
import Synchronization

/// What computed columns of views hold, which no declaration says: their rows are looked at.
struct ViewColumnTypes {
  private let db: Database
  /// A column of a view with more rows stays without a type: any of the others may hold something else.
  private static let mostRows = 10_000
  /// For so long the views of a file are looked at, in seconds: what takes longer stays without a type, so
  /// that opening a file does not depend on what is in it.
  private static let patience = 0.1
  /// No value is made that is longer, in bytes.
  private static let longestValue: Int32 = 1 << 20

  init(_ db: Database) {
    self.db = db
  }

  /// The tables as they are, and the views with a type for each column that had none and holds nothing but
  /// numbers.
  func typed(_ tables: [CatalogueTable]) -> [CatalogueTable] {
    guard tables.contains(where: { $0.kind == .view }) else { return tables }
    let connection = db.sqliteConnection
    let former = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
    let deadline = Deadline(connection, after: Self.patience)
    defer {
      deadline.end()
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, former)
    }
    return tables.map { deadline.isOver ? $0 : typed($0) }
  }

  private func typed(_ view: CatalogueTable) -> CatalogueTable {
    let places = view.columns.indices.filter { view.columns[$0].declaredType.isEmpty }
    guard view.kind == .view, !places.isEmpty else { return view }
    let columns = places.map { "typeof(\(view.columns[$0].name.quotedForSQL))" }
    // What cannot be read, or not soon, says nothing.
    guard let seen = try? seenTypes(columns, of: view.name) else { return view }
    var typed = view
    for (place, types) in zip(places, seen) {
      if types == ["integer"] {
        typed.columns[place].declaredType = "INTEGER"
      } else if !types.isEmpty, types.isSubset(of: ["integer", "real"]) {
        typed.columns[place].declaredType = "REAL"
      }
    }
    return typed
  }

  /// What `typeof` says of the values in each of `columns` that are not NULL; nil where there are too many
  /// rows.
  private func seenTypes(_ columns: [String], of view: String) throws -> [Set<String>]? {
    var seen = columns.map { _ in Set<String>() }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(view.quotedForSQL)"
    let rows = try Row.fetchCursor(db, sql: sql)
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count > Self.mostRows { return nil }
      for place in columns.indices {
        let type: String = row[place]
        if type != "null" { seen[place].insert(type) }
      }
    }
    return seen
  }
}

/// Interrupts what a connection does after some time.
private final class Deadline: Sendable {
  private enum State {
    case waiting
    case over
    case ended
  }

  private let state = Mutex(State.waiting)

  init(_ connection: OpaquePointer?, after seconds: Double) {
    // The connection is used until the end alone, and the end waits for an interruption that goes on.
    nonisolated(unsafe) let connection = connection
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      state.withLock { state in
        guard state == .waiting else { return }
        state = .over
        sqlite3_interrupt(connection)
      }
    }
  }

  /// Whether the time is over; what begins then would not be interrupted.
  var isOver: Bool { state.withLock { $0 == .over } }

  /// Interrupts nothing any more.
  func end() { state.withLock { $0 = .ended } }
}
