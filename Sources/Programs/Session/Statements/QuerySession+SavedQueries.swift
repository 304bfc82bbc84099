import Binding
import Diagnostics
public import Model
import Storage
import Syntax

/// A query that has a name, as it is shown.
public struct NamedQuery: Sendable {
  /// The name as a query writes it: `Budget.overspent`.
  public let fullName: String
  /// The entity that it belongs to.
  public let entity: String?
  /// The name behind the entity's.
  public let name: String
  /// The names of its parameters.
  public let parameters: [String]
  /// The `let` statement in its canonical spelling, broken into lines where it is long.
  public let text: String
  /// Whose attributes the clauses around it see: those of its records, or its columns.
  public let result: Entity?
  /// Why it cannot be asked as the models are now; nil if it can.
  public let fault: String?
}

/// Queries with names.
extension QuerySession {
  /// The queries that have names, in the order in which they got them.
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
        fault: binder.fault(of: query)
      )
    }
  }

  /// The queries that have names, in the order in which they came, as they are now.
  var queries: [SavedQuery] { savedQueries.all }

  /// What is wrong with the saved queries that the store keeps.
  var savedQueryWarnings: [Diagnostic] {
    let current = declarations.current(in: store)
    let (binder, saved) = (newBinder(for: current), current.queries)
    let unread = saved.unread.map { "a saved query cannot be read: \($0)" }
    let faults = saved.all.compactMap { query in
      binder.fault(of: query).map { "saved query `\(query.fullName)` no longer works: \($0)" }
    }
    let messages =
      saved.fault.map { ["the saved queries cannot be read: \($0)"] } ?? unread + faults
    return messages.map { Diagnostic(.warning, $0, at: nil) }
  }

  /// Forgets the query that is called exactly `fullName`; false if there is none.
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

  /// Changes the queries and has the store keep them; whether it does.
  private func changeQueries(_ change: (inout SavedQueries) throws -> Void) throws -> Bool {
    try declarations.exclusively {
      var changed = declarations.queries
      let areKept = try changed.change(in: store, change)
      declarations.queries = changed
      return areKept
    }
  }

  /// Gives a query its name, if nothing is wrong with it.
  func save(_ statement: LetStatement) throws -> StatementOutcome {
    let text = SyntaxPrinter().text(
      of: Statement(.saveQuery(statement), span: statement.name.span),
      width: SyntaxPrinter.usualWidth
    )
    let saved = try binder.bindSavedQuery(statement, text: text)
    var isNew = true
    let areKept = try changeQueries { queries in
      isNew = !queries.all.contains { $0.fullName == saved.fullName }
      queries.set(saved)
    }
    let news = isNew ? "query \(saved.fullName)" : "query \(saved.fullName), replaced"
    return .message(areKept ? news : news + ", kept for this session")
  }

  /// Runs a statement, and says which saved queries no longer fit after it.
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
      return isOld ? nil : "saved query `\(query.fullName)` no longer works: \(fault)"
    }
    return .message(([message] + faults).joined(separator: "\n"))
  }

  /// The queries whose meaning the statement may have changed.
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

extension Statement {
  /// Whether it can change what saved queries mean.
  fileprivate var changesMeanings: Bool {
    switch kind {
    case .fetch, .count, .evaluate, .insert, .explain, .trace, .watch, .use: false
    default: true
    }
  }
}
