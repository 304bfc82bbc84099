import Foundation
import GRDB
import GRDBSQLite
import SQLGeneration
import Synchronization
import TableModels

/// Finds the types of computed columns of views, which have no declared types, from their rows.
struct ViewColumnTypes {
  let db: Database
  /// Columns of larger views remain without a type: other rows may contain other values.
  private static let maxRows = 10_000
  /// The time limit for all views of a file in seconds, so that the time for opening it does not
  /// depend on its content.
  private static let timeLimit = 0.1
  /// The maximum size of values in bytes.
  private static let longestValue: Int32 = 1 << 20

  /// The tables with types for the columns of views that have none and contain only numbers.
  func typed(_ tables: [CatalogueTable]) -> [CatalogueTable] {
    guard tables.contains(where: { $0.kind == .view }) else { return tables }
    let connection = db.sqliteConnection
    let previous = sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.longestValue)
    let deadline = Deadline(connection, after: Self.timeLimit)
    defer {
      deadline.end()
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, previous)
    }
    return tables.map { deadline.isOver ? $0 : typed($0) }
  }

  private func typed(_ view: CatalogueTable) -> CatalogueTable {
    let places = view.columns.indices.filter { view.columns[$0].declaredType.isEmpty }
    guard view.kind == .view, !places.isEmpty else { return view }
    let columns = places.map { "typeof(\(view.columns[$0].name.quotedForSQL))" }
    // Views that cannot be read, or take too long, are left alone.
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

  /// The results of `typeof` for the values other than NULL in each of `columns`; nil if there are
  /// too many rows.
  private func seenTypes(_ columns: [String], of view: String) throws -> [Set<String>]? {
    var seen = columns.map { _ in Set<String>() }
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(view.quotedForSQL)"
    let rows = try Row.fetchCursor(db, sql: sql)
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count > Self.maxRows { return nil }
      for place in columns.indices {
        let type: String = row[place]
        if type != "null" { seen[place].insert(type) }
      }
    }
    return seen
  }
}

/// Interrupts a connection after some time.
private final class Deadline: Sendable {
  private enum State {
    case waiting
    case over
    case ended
  }

  private let state = Mutex(State.waiting)

  init(_ connection: OpaquePointer?, after seconds: Double) {
    // The connection is only used until `end`, which waits for a running interruption.
    nonisolated(unsafe) let connection = connection
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      state.withLock { state in
        guard state == .waiting else { return }
        state = .over
        sqlite3_interrupt(connection)
      }
    }
  }

  /// Whether the time is over; later statements would not be interrupted.
  var isOver: Bool { state.withLock { $0 == .over } }

  /// Cancels the interruption.
  func end() { state.withLock { $0 = .ended } }
}
