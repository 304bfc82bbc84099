package import Binding
import Diagnostics
package import Model
import Storage
import Syntax

/// The queries of a store that have names: those that it keeps, and those that are known for now.
package struct SavedQueries {
  /// The queries, in the order in which they got their names.
  package private(set) var all: [SavedQuery] = []
  /// The statements that the store keeps, as they were read or written last.
  private(set) var kept: [String] = []
  /// Those of them that cannot be read; they stay kept.
  private(set) var unread: [String] = []
  /// Why the store could not be asked for them.
  private(set) var fault: (any Error)?

  /// Reads those that a store keeps.
  init(of store: any Store) {
    do {
      try refresh(from: store)
    } catch {
      fault = error
    }
  }

  /// Reads again what the store keeps, where that is not what was read last.
  mutating func refresh(from store: any Store) throws {
    note(try store.keptQueries(), schema: store.schema)
  }

  /// Knows these statements as those that the store keeps now, where they are not those that are known.
  mutating func note(_ texts: [String], schema: Schema) {
    fault = nil
    if texts != kept { read(texts, schema: schema) }
  }

  /// Knows these statements as those that the store keeps; queries that it does not keep stay known.
  package mutating func read(_ texts: [String], schema: Schema) {
    let old = Set(kept)
    let known = all.filter { !old.contains($0.text) }
    (all, unread) = ([], [])
    for text in texts {
      if let query = Self.query(text, schema: schema) {
        all.append(query)
      } else {
        unread.append(text)
      }
    }
    kept = texts
    for query in known { set(query) }
  }

  /// The query that a `let` statement declares; nil if the text is none.
  package static func query(_ text: String, schema: Schema) -> SavedQuery? {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next(), parser.next() == nil,
      case .saveQuery(let saved) = statement.kind
    else { return nil }
    return Binder(schema: schema).savedQuery(unchecked: saved, text: text)
  }

  /// Adds a query, or puts it in the place of that of the same name.
  mutating func set(_ query: SavedQuery) {
    if let place = all.firstIndex(where: { $0.fullName == query.fullName }) {
      all[place] = query
    } else {
      all.append(query)
    }
  }

  /// Forgets the query that is called exactly `fullName`.
  mutating func remove(_ fullName: String) {
    all.removeAll { $0.fullName == fullName }
  }

  /// Puts others in the place of all, which the store keeps already where it keeps any.
  package mutating func replace(by queries: [SavedQuery]) {
    let isKept = !kept.isEmpty
    all = queries
    if isKept { kept = texts }
  }

  /// The statements of all queries, also of those that cannot be read.
  package var texts: [String] { unread + all.map(\.text) }

  /// Changes the queries together with those that the store keeps, while nobody else does; whether it keeps
  /// them. Where it keeps none, or cannot be written, those that are known are changed.
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
          kept = self.texts
          return kept
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
