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
    queries.map { query in
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

  /// Forgets the query that is called exactly `fullName`; false if there is none.
  public func dropQuery(_ fullName: String) -> Bool {
    let count = queries.count
    queries.removeAll { $0.fullName == fullName }
    return queries.count < count
  }

  /// Gives a query its name, if nothing is wrong with it.
  func save(_ statement: LetStatement) throws -> StatementOutcome {
    let text = SyntaxPrinter().text(
      of: Statement(.saveQuery(statement), span: statement.name.span),
      width: SyntaxPrinter.usualWidth
    )
    let saved = try binder.bindSavedQuery(statement, text: text)
    let isNew = !queries.contains { $0.fullName == saved.fullName }
    if let place = queries.firstIndex(where: { $0.fullName == saved.fullName }) {
      queries[place] = saved
    } else {
      queries.append(saved)
    }
    let news = isNew ? "query \(saved.fullName)" : "query \(saved.fullName), replaced"
    return .message(news + ", kept for this session")
  }

  /// Runs a statement, and says which saved queries no longer fit after it.
  func notingBrokenQueries(
    _ statement: Statement,
    _ body: () throws -> StatementOutcome
  ) throws -> StatementOutcome {
    if queries.isEmpty || !statement.changesMeanings { return try body() }
    let (before, known, schema) = (binder, queries, schema)
    let outcome = try body()
    guard case .message(let message) = outcome else { return outcome }
    let affected = affectedQueries(by: statement, since: schema)
    if affected.isEmpty { return outcome }
    let old = Dictionary(known.map { ($0.fullName, $0.text) }, uniquingKeysWith: { $1 })
    let now = binder
    let faults = affected.compactMap { query -> String? in
      guard let fault = now.fault(of: query) else { return nil }
      let isOld = old[query.fullName] == query.text && before.fault(of: query) != nil
      return isOld ? nil : "saved query `\(query.fullName)` no longer fits: \(fault)"
    }
    return .message(([message] + faults).joined(separator: "\n"))
  }

  /// The queries whose meaning the statement may have changed.
  private func affectedQueries(by statement: Statement, since old: Schema) -> [SavedQuery] {
    if case .saveQuery(let saved) = statement.kind {
      return queries.dependents(of: saved.name.text)
    }
    return old == schema ? [] : queries
  }
}

extension Statement {
  /// Whether it can change what saved queries mean.
  fileprivate var changesMeanings: Bool {
    switch kind {
    case .fetch, .count, .evaluate, .insert, .explain, .trace: false
    default: true
    }
  }
}
