import Binding
import Model
package import Storage
import Syntax

/// Models that come with records.
extension QuerySession {
  /// Works out what the store lacks of a graph's models, and has `body` change the store so that it has them.
  ///
  /// - Parameter owner: What messages call the store.
  package func adding<Result>(
    _ graph: GraphSchema,
    called owner: String,
    _ body: (SchemaChange) throws -> Result
  ) throws -> Result {
    // Where models change no other session's do, and only then: what saves waits for nobody's models.
    if try graph.change(of: schema, called: owner).isEmpty { return try body(SchemaChange()) }
    defer { schemaBefore = schema }
    return try declarations.changing(store) {
      let present = schema
      let result = try sharing(graph.change(of: present, called: owner), body)
      note(graph, addedTo: present)
      return result
    }
  }

  /// Notes the declarations that the store did not have.
  private func note(_ graph: GraphSchema, addedTo present: Schema) {
    let types = graph.types.filter { present.type($0.name.text) == nil }
    let models = graph.models.filter { present.entity($0.name.text) == nil }
    let names = Set(types.map(\.name.text) + models.map(\.name.text))
    self.types.endWaiting(of: names)
    self.models.endWaiting(of: names)
    self.types.holding += types
    self.models.holding += models
  }
}
