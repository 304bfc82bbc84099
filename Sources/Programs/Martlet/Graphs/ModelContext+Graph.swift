public import Context
import Diagnostics
import Features
public import Model
import Session
import Transfer

/// Object graphs.
extension ModelContext {
  /// The models and all records with their relationships, pending changes among them.
  public func graph() throws -> ObjectGraph {
    try QuerySession(context: self).graph()
  }

  /// Records with those that they reach, and all models; what leads further than `reach` is left out.
  ///
  /// Throws a ``Storage/StoreError`` where a record, or a relationship that is named, is not there.
  public func graph(
    from records: [RecordID],
    _ reach: GraphReach = .everything
  ) throws -> ObjectGraph {
    try QuerySession(context: self).graph(from: records, reach)
  }

  /// Puts the models and records of a graph into the store under their own identities, saved at once:
  /// all of them or none. How many records there are of each model.
  ///
  /// Models that are there have to be the same ones, and no record may have an identity of the graph.
  /// Throws ``Context/GraphRefusal`` where something is in the way, ``Context/GraphProblem`` or
  /// ``Context/GraphProblems`` where the graph is no whole, ``Context/ChangeFailure`` where it breaks
  /// what the models demand, and ``QueryError`` where its models do not fit.
  @discardableResult
  public func restore(_ graph: ObjectGraph) throws -> [ChangeSummary.ModelCount] {
    try explaining { try QuerySession(context: self).restore(graph) }
  }

  /// Hands the models and all records to `sink` as JSON, some thousand records at once.
  public func writeGraph(to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    try explaining { try QuerySession(context: self).dump(to: sink) }
  }

  /// Does with a file of JSON what ``restore(_:)`` does with a graph, without having all of it in
  /// memory; what is wrong is told with its places in the file.
  public func restoreGraph(path: String) throws {
    try explaining { _ = try QuerySession(context: self).restore(path: path) }
  }
}

extension ObjectGraph {
  /// The graph as JSON that people can read, as the shell's `.dump` writes it.
  ///
  /// What a `JSONEncoder` makes of a graph says the type of each value besides, and needs no models to
  /// be read.
  public var json: String { GraphText.text(of: self) }

  /// Reads ``json``, known as `name` in messages.
  public init(json: String, name: String = "graph") throws {
    self = try explaining { try GraphText.graph(json, name: name) }
  }
}

/// Says what a session found as other errors of this module are said.
private func explaining<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch SessionError.failed(let diagnostics) {
    throw QueryError(diagnostics, in: nil)
  } catch SessionError.unreadable(let findings) {
    throw QueryError(findings.diagnostics, in: nil)
  }
}
