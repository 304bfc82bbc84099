public import Context
import Diagnostics
import Expressions
public import Files
import Formats
public import Model
public import Session
import Storage

/// Writing object graphs.
extension QuerySession {
  /// Writes the models and all records as JSON, including pending changes; see
  /// ``Formats/GraphWriter``.
  ///
  /// Throws errors of the store and of `sink`.
  public func dump(to sink: ByteSink) throws {
    cancellation.reset()
    let reader = try modelContext.graphReader(settings.evaluationContext())
    var writer = GraphWriter()
    writer.begin(schema: try schema.declarations(), nextNumbers: try reader.nextNumbers())
    var current = ""
    try reader.read { root, records in
      if root != current { writer.begin(entity: root) }
      current = root
      for record in records {
        writer.append(id: record.id, model: record.entity, values: record.values)
      }
      try writer.flush(to: sink)
    }
    writer.end()
    try writer.flush(to: sink)
  }

  /// The models and all records as plain values.
  public func graph() throws -> ObjectGraph {
    try graph(modelContext.graphReader(settings.evaluationContext()))
  }

  /// The given records with those that they reach, and all models.
  public func graph(from records: [RecordID]) throws -> ObjectGraph {
    try graph(modelContext.graphReader(from: records, settings.evaluationContext()))
  }

  private func graph(_ reader: GraphReader) throws -> ObjectGraph {
    var graph = ObjectGraph(
      schema: try reader.models.declarations(),
      nextNumbers: Dictionary(
        try reader.nextNumbers().map { ($0.entity, $0.number) },
        uniquingKeysWith: { first, _ in first }
      ),
      records: []
    )
    try reader.read { graph.records += $1 }
    return graph
  }
}
