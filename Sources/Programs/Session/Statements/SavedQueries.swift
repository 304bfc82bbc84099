package import Binding
import Diagnostics
package import Model
import Storage
import Syntax

/// The saved queries of a store, and those of the session that it does not save.
package struct SavedQueries {
  /// The queries, in order.
  package private(set) var all: [SavedQuery] = []
  /// The store's statements, as last read or written.
  private(set) var stored: [String] = []
  /// The statements that cannot be read; the store keeps them.
  private(set) var unread: [String] = []
  /// Why the store's queries could not be read.
  private(set) var fault: (any Error)?

  /// Reads the queries of a store.
  init(of store: any Store) {
    do {
      try refresh(from: store)
    } catch {
      fault = error
    }
  }

  /// Reads the store's queries again if they changed.
  mutating func refresh(from store: any Store) throws {
    note(try store.storedQueries(), schema: store.schema)
  }

  /// Reads these statements of the store if they changed.
  mutating func note(_ texts: [String], schema: Schema) {
    fault = nil
    if texts != stored { read(texts, schema: schema) }
  }

  /// Reads these statements of the store; other queries of the session remain.
  package mutating func read(_ texts: [String], schema: Schema) {
    let old = Set(stored)
    let known = all.filter { !old.contains($0.text) }
    (all, unread) = ([], [])
    for text in texts {
      if let query = Self.query(text, schema: schema) {
        all.append(query)
      } else {
        unread.append(text)
      }
    }
    stored = texts
    for query in known { set(query) }
  }

  /// The query of a `let` statement; nil if the text is something else.
  package static func query(_ text: String, schema: Schema) -> SavedQuery? {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil,
      case .saveQuery(let saved) = statement.kind
    else { return nil }
    return Binder(schema: schema).savedQuery(unchecked: saved, text: text)
  }

  /// Adds a query, replacing one with the same name.
  mutating func set(_ query: SavedQuery) {
    if let place = all.firstIndex(where: { $0.fullName == query.fullName }) {
      all[place] = query
    } else {
      all.append(query)
    }
  }

  /// Removes the query with exactly this full name.
  mutating func remove(_ fullName: String) {
    all.removeAll { $0.fullName == fullName }
  }

  /// Replaces all queries, after the store has saved them if it saves any.
  package mutating func replace(by queries: [SavedQuery]) {
    let isStored = !stored.isEmpty
    all = queries
    if isStored { stored = texts }
  }

  /// The statements of all queries, including unreadable ones.
  package var texts: [String] { unread + all.map(\.text) }

  /// Changes the queries and saves them. If the store cannot save them, they only change in the
  /// session, and the result is false.
  mutating func change(
    in store: any Store,
    _ change: (inout SavedQueries) throws -> Void
  ) throws -> Bool {
    let schema = store.schema
    let known = self
    do {
      if let keeper = try store.capability((any SavedQueryStore).self, for: .changing) {
        try keeper.changeSavedQueries { texts in
          self = known
          note(texts, schema: schema)
          try change(&self)
          stored = self.texts
          return stored
        }
        return true
      }
    } catch let error as StoreFileError where error.fault == .readOnly {
      self = known
    }
    try refresh(from: store)
    try change(&self)
    return false
  }
}
