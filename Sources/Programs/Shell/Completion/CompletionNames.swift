import Model
import Session

/// What can be named in a statement.
struct CompletionNames {
  /// A saved query.
  struct Query {
    /// The entity that it belongs to.
    let entity: String?
    let name: String
    let parameters: [String]
    /// Whose attributes the clauses around it see.
    let result: Entity?
  }

  /// The entities and types that are declared.
  var schema: Schema
  var queries: [Query] = []
  /// The open stores that are not the current one.
  var otherStores: [String] = []
  /// The models of these.
  var otherModels: [String] = []
  /// The parameters that have values, without `$`.
  var parameters: [String] = []
  /// The types of their values.
  var parameterTypes: [String: String] = [:]

  /// The schema with what saved queries make of their columns.
  var knownSchema: Schema {
    queries.isEmpty ? schema : schema.adding(queries.compactMap(\.result))
  }

  /// The saved query of an entity, or of none.
  func query(_ name: String, of entity: String?) -> Query? {
    queries.first { $0.entity == entity && $0.name == name }
  }

  /// The entity that is called so, in any case if there is only one.
  func entity(_ name: String) -> Entity? {
    if let entity = schema.entity(name) { return entity }
    let matches = schema.entities.filter { $0.name.lowercased() == name.lowercased() }
    return matches.count == 1 ? matches[0] : nil
  }
}

extension CompletionNames {
  /// What can be named in the current store now.
  init(_ stores: OpenStores) {
    self.init(stores.session)
    let others = stores.stores.filter { $0.session !== stores.session }
    otherStores = others.map(\.name)
    otherModels = others.flatMap { $0.session.schema.entities.map(\.name) }
  }

  /// What can be named in one store now.
  init(_ session: QuerySession) {
    schema = session.schema
    parameters = session.settings.parameters.keys.sorted()
    for name in parameters {
      parameterTypes[name] = session.settings.typeOfParameter(name).map { "\($0)" }
    }
    queries = session.namedQueries.map {
      Query(entity: $0.entity, name: $0.name, parameters: $0.parameters, result: $0.result)
    }
  }
}
