public import Context
import Formats
import Model
public import Session
import Storage

/// Object graphs as JSON in memory.
public enum GraphText {
  /// The graph as JSON in the format of ``Formats/GraphWriter``.
  public static func text(of graph: ObjectGraph) -> String {
    var writer = GraphWriter()
    writer.begin(
      schema: graph.schema,
      nextNumbers: graph.nextNumbers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    )
    var current: String?
    for record in graph.records {
      if record.id.entity != current { writer.begin(entity: record.id.entity) }
      current = record.id.entity
      writer.append(id: record.id, model: record.entity, values: record.values)
    }
    return writer.finished()
  }

  /// Parses a graph from JSON; `name` is its name in messages.
  ///
  /// References between records are checked when they are restored.
  public static func graph(_ text: String, name: String) throws(SessionError) -> ObjectGraph {
    do {
      let file = try GraphFile(text, name: name, cancellation: CancellationFlag())
      return try graph(file)
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  private static func graph(_ file: GraphFile) throws -> ObjectGraph {
    do {
      let schema = try GraphSchema(file.schema, SessionSettings().bindingOptions).schema
      var graph = ObjectGraph(schema: file.schema, nextNumbers: file.nextNumbers, records: [])
      try file.readRecords(of: schema) { id, model, values in
        graph.records.append(RecordSnapshot(id: id, entity: model, values: values))
      }
      return graph
    } catch {
      throw SessionError(error, in: file)
    }
  }
}
