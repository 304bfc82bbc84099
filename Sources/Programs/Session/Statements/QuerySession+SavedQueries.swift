import Binding
import Diagnostics
public import Model
import Storage
import Syntax

/// A description of a saved query.
public struct NamedQuery: Sendable {
  /// The full name: `Budget.overspent`.
  public let fullName: String
  /// The entity it belongs to.
  public let entity: String?
  /// The name after the entity's.
  public let name: String
  /// The names of its parameters.
  public let parameters: [String]
  /// The canonical `let` statement, wrapped if it is long.
  public let text: String
  /// The entity that clauses see: that of the records or of the selected columns.
  public let result: Entity?
  /// Whether it changes records, so that `do` runs it.
  public let isChange: Bool
  /// Why the query is invalid with the current models; nil if it is valid.
  public let fault: String?
}

/// `let`
extension QuerySession {
  /// The saved queries, in order.
  public var namedQueries: [NamedQuery] {
    let current = declarations.current(in: store)
    let binder = newBinder(for: current)
    return current.queries.all.map { query in
      NamedQuery(
        fullName: query.fullName,
        entity: query.entity,
        name: query.name,
        parameters: query.parameters.map(\.name.text),
        text: query.text,
        result: binder.result(of: query),
        isChange: query.isChange,
        fault: binder.fault(of: query)
      )
    }
  }

  /// The current saved queries, in order.
  var queries: [SavedQuery] { savedQueries.all }

  /// Warnings about the saved queries of the store.
  var savedQueryWarnings: [Diagnostic] {
    let current = declarations.current(in: store)
    let (binder, saved) = (newBinder(for: current), current.queries)
    let unread = saved.unread.map { "a saved query cannot be read: \($0)" }
    let faults = saved.all.compactMap { query in
      binder.fault(of: query).map { "\(query.kindName) `\(query.fullName)` no longer works: \($0)" }
    }
    let messages =
      saved.fault.map { ["the saved queries cannot be read: \($0)"] } ?? unread + faults
    return messages.map { Diagnostic(.warning, $0, at: nil) }
  }

  /// Deletes the query with exactly this full name; returns false if there is none.
  public func dropQuery(_ fullName: String) throws(SessionError) -> Bool {
    do {
      var isDropped = false
      _ = try changeQueries { queries in
        let count = queries.all.count
        queries.remove(fullName)
        isDropped = queries.all.count < count
      }
      return isDropped
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// Changes the queries; returns whether the store saves them.
  private func changeQueries(_ change: (inout SavedQueries) throws -> Void) throws -> Bool {
    try declarations.exclusively {
      var changed = declarations.queries
      let areSaved = try changed.change(in: store, change)
      declarations.queries = changed
      return areSaved
    }
  }

  /// Saves a query.
  func save(_ statement: LetStatement) throws -> StatementOutcome {
    let text = SyntaxPrinter().text(
      of: Statement(.saveQuery(statement), span: statement.name.span),
      width: SyntaxPrinter.defaultWidth
    )
    let saved = try binder.bindSavedQuery(statement, text: text)
    var isNew = true
    let areSaved = try changeQueries { queries in
      isNew = !queries.all.contains { $0.fullName == saved.fullName }
      queries.set(saved)
    }
    let kind = saved.isChange ? "change" : "query"
    let message = "\(kind) \(saved.fullName)\(isNew ? "" : " replaced")"
    return .message(areSaved ? message : message + ", for this session only")
  }

  /// Runs a statement and adds which saved queries are no longer valid.
  func notingBrokenQueries(
    _ statement: Statement,
    _ body: () throws -> StatementOutcome
  ) throws -> StatementOutcome {
    if !statement.changesMeanings { return try body() }
    let current = declarations.current(in: store)
    let (before, known, schema) = (newBinder(for: current), current.queries.all, current.schema)
    if known.isEmpty { return try body() }
    let outcome = try body()
    guard case .message(let message) = outcome.answer else { return outcome }
    let latest = declarations.current(in: store)
    let now = newBinder(for: latest)
    let affected = affectedQueries(by: statement, since: schema, latest)
    if affected.isEmpty { return outcome }
    let old = Dictionary(known.map { ($0.fullName, $0.text) }, uniquingKeysWith: { $1 })
    let faults = affected.compactMap { query -> String? in
      guard let fault = now.fault(of: query) else { return nil }
      let isOld = old[query.fullName] == query.text && before.fault(of: query) != nil
      return isOld ? nil : "\(query.kindName) `\(query.fullName)` no longer works: \(fault)"
    }
    return .message(([message] + faults).joined(separator: "\n"))
  }

  /// The queries whose meaning the statement can have changed.
  private func affectedQueries(
    by statement: Statement,
    since old: Schema,
    _ latest: (schema: Schema, queries: SavedQueries)
  ) -> [SavedQuery] {
    if case .saveQuery(let saved) = statement.kind {
      return latest.queries.all.dependents(of: saved.name.text)
    }
    return old == latest.schema ? [] : latest.queries.all
  }
}

extension SavedQuery {
  /// `saved query`, `change`
  fileprivate var kindName: String { isChange ? "change" : "saved query" }
}

extension Statement {
  /// Whether it can change what saved queries mean.
  fileprivate var changesMeanings: Bool {
    switch kind {
    case .fetch, .count, .evaluate, .insert, .explain, .trace, .watch, .use, .perform: false
    default: true
    }
  }
}
