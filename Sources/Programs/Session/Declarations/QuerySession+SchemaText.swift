import Binding
import Model
package import Storage
import Syntax

/// Adds the models of imported records.
extension QuerySession {
  /// Determines which models the store lacks, and calls `body` with the change that adds them.
  ///
  /// - Parameter owner: The store's name in messages.
  package func adding<Result>(
    _ graph: SchemaText,
    named owner: String,
    _ body: (SchemaChange) throws -> Result
  ) throws -> Result {
    // Without new models, do not wait for other sessions that change models.
    if try graph.change(of: schema, named: owner).isEmpty { return try body(SchemaChange()) }
    defer { schemaBefore = schema }
    return try declarations.changing(store) {
      let present = schema
      let result = try sharing(graph.change(of: present, named: owner), body)
      note(graph, addedTo: present)
      return result
    }
  }

  /// Records the new declarations.
  private func note(_ graph: SchemaText, addedTo present: Schema) {
    let types = graph.types.filter { present.type($0.name.text) == nil }
    let models = graph.models.filter { present.entity($0.name.text) == nil }
    let names = Set(types.map(\.name.text) + models.map(\.name.text))
    self.types.endWaiting(of: names)
    self.models.endWaiting(of: names)
    self.types.complete += types
    self.models.complete += models
  }
}
