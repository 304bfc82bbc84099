import Model
import Session

/// The names that a statement can use.
struct CompletionNames {
  /// A saved query.
  struct Query {
    /// The entity that it belongs to.
    let entity: String?
    let name: String
    let parameters: [String]
    /// The result's attributes, which the clauses around the query can use.
    let result: Entity?
    /// Whether it is a change, for `do`.
    var isChange = false
  }

  var schema: Schema
  var queries: [Query] = []
  /// The open stores that are not the current one.
  var otherStores: [String] = []
  /// The models of the other stores.
  var otherModels: [String] = []
  /// The parameters with values, without `$`.
  var parameters: [String] = []
  /// The types of the parameters' values.
  var parameterTypes: [String: String] = [:]

  /// The result of a query in parentheses, which the clauses around it can use.
  var rows: Entity?

  /// The schema with the results of queries.
  var knownSchema: Schema {
    let results = queries.compactMap(\.result) + [rows].compactMap { $0 }
    return results.isEmpty ? schema : schema.adding(results)
  }

  /// The saved query of an entity; of no entity if it is nil.
  func query(_ name: String, of entity: String?) -> Query? {
    queries.first { $0.entity == entity && $0.name == name }
  }

  /// The entity with this name, ignoring case if only one matches.
  func entity(_ name: String) -> Entity? {
    if let entity = schema.entity(name) { return entity }
    let matches = schema.entities.filter { $0.name.lowercased() == name.lowercased() }
    return matches.count == 1 ? matches[0] : nil
  }
}

extension CompletionNames {
  /// The names available in the current store.
  init(_ stores: OpenStores) {
    self.init(stores.session)
    let others = stores.stores.filter { $0.session !== stores.session }
    otherStores = others.map(\.name)
    otherModels = others.flatMap { $0.session.schema.entities.map(\.name) }
  }

  /// The names available in one store.
  init(_ session: QuerySession) {
    schema = session.schema
    parameters = session.settings.parameters.keys.sorted()
    for name in parameters {
      parameterTypes[name] = session.settings.typeOfParameter(name).map { "\($0)" }
    }
    queries = session.namedQueries.map {
      Query(
        entity: $0.entity,
        name: $0.name,
        parameters: $0.parameters,
        result: $0.result,
        isChange: $0.isChange
      )
    }
  }
}
