import Context
import Expressions
import Model
import Storage

/// The result of a query as values of a type, with the records they come from.
struct LoadedResult<Model: Decodable> {
  let models: [Model]
  let contents: ResultContents
  /// The root entities whose records affect the result.
  let entitiesRead: Set<String>

  /// Runs a query.
  init(_ query: QueryText, _ context: ModelContext) throws {
    let asked = try BoundRequest(query, context)
    let reader = try context.recordReader(context.evaluation)
    let loader = RecordLoader(reader)
    var contents = ResultContents()
    var shown: Set<String> = []
    if asked.query.queriesRecords {
      contents.found = try reader.records(reader.find(asked.request))
      models = try loader.models(contents.found)
      shown.insert(asked.request.entity)
    } else {
      contents.rows = try context.rowObjects(of: asked, as: Model.self)
      models = try contents.rows.map { try loader.model($0) }
    }
    contents.related = loader.known
    let schema = context.container.store.schema
    shown.formUnion(loader.known.keys.map(\.entity))
    entitiesRead = shown.reduce(into: asked.request.entitiesRead) {
      $0.formUnion(schema.entitiesShown(by: $1))
    }
    self.contents = contents
  }
}

/// The records and rows that a result comes from.
struct ResultContents: Hashable, Sendable {
  /// The records that the query selects, in its order.
  var found: [RecordSnapshot] = []
  /// The rows of a query with columns.
  var rows: [Value] = []
  /// The related records that were loaded.
  var related: [RecordID: RecordSnapshot] = [:]
}

extension Schema {
  /// The root entities whose records affect the members of `root` and its submodels.
  fileprivate func entitiesShown(by root: String) -> Set<String> {
    var shown: Set = [root]
    for kind in kinds(of: root) {
      for property in entity(kind)?.properties ?? [] {
        switch property {
        case .attribute: break
        case .relationship(let relationship): shown.insert(self.root(of: relationship.destination))
        case .computed(let computed):
          let read = computed.expression.entitiesRead.filter { !$0.hasPrefix("@") }
          shown.formUnion(read.map { self.root(of: $0) })
        }
      }
    }
    return shown
  }
}
