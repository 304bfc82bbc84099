public import Context
import Diagnostics
import Features
public import Model
import Session
import Transfer

extension ModelContext {
  /// Returns the models and all records with their relationships, including pending changes.
  ///
  /// ```swift
  /// let graph = try context.graph()
  /// let copy = ModelContext(ModelContainer())
  /// try copy.restore(graph)
  /// ```
  ///
  /// - Throws: ``/Storage/StoreFileError`` if the file cannot be read.
  public func graph() throws -> ObjectGraph {
    try QuerySession(context: self).graph()
  }

  /// Returns the models, some records, and the records they reach.
  ///
  /// - Parameter records: The identities of the records to start from.
  /// - Throws: ``/Storage/StoreError`` if a record does not exist.
  public func graph(from records: [RecordID]) throws -> ObjectGraph {
    try QuerySession(context: self).graph(from: records)
  }

  /// Adds the models and records of a graph to the store with their identities, and saves them.
  ///
  /// Models that the store already has must be the same. No record of the store may have an
  /// identity from the graph. If the method throws, nothing is added.
  ///
  /// - Returns: The number of records restored, by model.
  /// - Throws: ``/Context/GraphRefusal`` if the store has records in the way,
  ///   ``/Context/GraphProblem`` or ``/Context/GraphProblems`` if the graph is inconsistent,
  ///   ``/Context/ChangeFailure`` if it breaks a rule, and ``QueryError`` if its models do not fit.
  @discardableResult
  public func restore(_ graph: ObjectGraph) throws -> [ChangeSummary.ModelCount] {
    try explaining { try QuerySession(context: self).restore(graph) }
  }

  /// Writes the models and all records as JSON, a few thousand records at a time.
  ///
  /// - Parameter sink: Called with the bytes of each part.
  /// - Throws: The error of the closure, or of the store.
  public func writeGraph(to sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    try explaining { try QuerySession(context: self).dump(to: sink) }
  }

  /// Restores a graph from a JSON file, with less memory than ``restore(_:)``.
  ///
  /// - Throws: ``QueryError`` with lines and columns if the file is invalid, and the errors of
  ///   ``restore(_:)``.
  public func restoreGraph(path: String) throws {
    try explaining { _ = try QuerySession(context: self).restore(path: path) }
  }
}

extension ObjectGraph {
  /// The graph as human-readable JSON, as the shell's `.dump` writes it.
  ///
  /// A `JSONEncoder` also writes the type of each value, so that it can be read without the models.
  public var json: String { GraphText.text(of: self) }

  /// Reads a graph from the JSON of ``Context/ObjectGraph/json``.
  ///
  /// - Parameters:
  ///   - json: The JSON.
  ///   - name: The name of the input in error messages.
  /// - Throws: ``QueryError`` if the JSON is invalid.
  public init(json: String, name: String = "graph") throws {
    self = try explaining { try GraphText.graph(json, name: name) }
  }
}
