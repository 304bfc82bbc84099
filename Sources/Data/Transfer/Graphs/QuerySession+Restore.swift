import Binding
public import Context
import Diagnostics
import Expressions
import Formats
import Model
import Rendering
public import Session
import Storage
import Syntax

/// Reading object graphs.
extension QuerySession {
  /// Adds the models and records of the file at `path` to the store and saves them: all or none.
  /// Returns a description.
  ///
  /// Models that exist already must be the same. Records keep their identities.
  public func restore(path: String) throws(SessionError) -> StatementOutcome {
    try restore { cancellation throws(FileReadingError) in
      try GraphFile(path: path, cancellation: cancellation)
    }
  }

  /// Does the same as ``restore(path:)`` with a text; `name` is its name in messages.
  public func restore(json text: String, name: String) throws(SessionError) -> StatementOutcome {
    try restore { cancellation throws(FileReadingError) in
      try GraphFile(text, name: name, cancellation: cancellation)
    }
  }

  private func restore(
    _ open: (CancellationFlag) throws(FileReadingError) -> GraphFile
  ) throws(SessionError) -> StatementOutcome {
    cancellation.reset()
    let file: GraphFile
    do {
      file = try open(cancellation)
    } catch {
      throw SessionError(error, in: nil)
    }
    var loader: GraphLoader?
    do {
      let counts = try restore(file.schema, file.nextNumbers) { loading in
        loader = loading
        try file.readRecords(of: loading.models) { id, model, values in
          try loading.add(RecordSnapshot(id: id, entity: model, values: values))
        }
      }
      return .message(ChangeWording.restoration(counts))
    } catch let failure as ChangeFailure {
      throw SessionError(failure, in: file, loader)
    } catch {
      throw SessionError(error, in: file)
    }
  }

  /// Adds the models and records of a graph to the store, like ``restore(path:)``. Returns the
  /// number of records of each model.
  ///
  /// Throws ``Context/GraphProblem``, ``Context/GraphProblems``, ``Context/GraphRefusal``,
  /// ``Context/ChangeFailure`` or a ``SessionError``.
  @discardableResult
  public func restore(_ graph: ObjectGraph) throws -> [ChangeSummary.ModelCount] {
    cancellation.reset()
    do {
      return try restore(graph.schema, graph.nextNumbers) { loader in
        for record in graph.records { try loader.add(record) }
      }
    } catch let failure as GraphSchema.Failure {
      throw SessionError.failed(
        failure.problems.map { Diagnostic(.error, $0.message, at: nil) }
      )
    }
  }

  private func restore(
    _ text: String,
    _ nextNumbers: [String: Int64],
    _ load: (GraphLoader) throws -> Void
  ) throws -> [ChangeSummary.ModelCount] {
    let graph = try GraphSchema(text, settings.bindingOptions)
    return try add(graph, to: "the session", nextNumbers, load)
  }

  /// Adds the models of a graph and the records from `load` to the store: all or none.
  ///
  /// - Parameter owner: The store's name in messages.
  func add(
    _ graph: GraphSchema,
    to owner: String,
    _ nextNumbers: [String: Int64],
    _ load: (GraphLoader) throws -> Void
  ) throws -> [ChangeSummary.ModelCount] {
    guard !modelContext.hasChanges, !modelContext.isInTransaction else {
      throw GraphRefusal.pendingChanges
    }
    return try adding(graph, named: owner) { change in
      let loader = try GraphLoader(schema: schema.adding(change.entities, types: change.types))
      try load(loader)
      cancellation.progress.begin(.storing)
      return try modelContext.restore(
        loader,
        declaring: change,
        nextNumbers: nextNumbers,
        settings.evaluationContext()
      )
    }
  }
}

extension ChangeWording {
  /// `54 restored: 14 Budget, 40 Expense`
  fileprivate static func restoration(_ kinds: [ChangeSummary.ModelCount]) -> String {
    let total = kinds.reduce(0) { $0 + $1.count }
    return "\(groupedDigits(total)) restored" + (kinds.isEmpty ? "" : ": \(list(kinds))")
  }
}

extension SessionError {
  /// Describes an error with its place in the graph's file.
  init(_ error: any Error, in file: GraphFile) {
    switch error {
    case let failure as GraphSchema.Failure:
      self = .unreadable(
        FileFindings(
          failure.problems.map { file.problem($0.message, schemaLine: $0.line).finding }
        )
      )
    case let problem as GraphProblem:
      self = .unreadable(FileFindings([Self.finding(problem, file)]))
    case let found as GraphProblems:
      self = .unreadable(
        FileFindings(
          found.problems.map { Self.finding($0, file) },
          furtherCount: found.total - found.problems.count
        )
      )
    case let refusal as GraphRefusal:
      self = .failed([Diagnostic(.error, refusal.description, at: nil, help: refusal.help)])
    default:
      self.init(error, in: nil)
    }
  }

  /// Locates broken rules at the records in the file.
  init(_ failure: ChangeFailure, in file: GraphFile, _ loader: GraphLoader?) {
    let findings = failure.problems.map { problem in
      let message = ChangeProblemWording.message(problem)
      guard let record = problem.record, let place = loader?.place(of: record) else {
        return FileFindings.Finding(message, file: nil)
      }
      return file.problem(message, record: place, property: problem.property).finding
    }
    self = .unreadable(
      FileFindings(findings, furtherCount: failure.total - failure.problems.count)
    )
  }

  private static func finding(_ problem: GraphProblem, _ file: GraphFile) -> FileFindings.Finding {
    file.problem(problem.message, record: problem.place, property: problem.property).finding
  }
}

extension ChangeProblem {
  /// The property to change in the graph, if it is a single one.
  fileprivate var property: String? {
    switch self {
    case .taken(_, _, let attributes, _, _), .repeated(_, _, let attributes, _, _):
      guard attributes.count == 1 else { return nil }
      return attributes[0].components.first?.split(separator: ".").last.map(String.init)
    default:
      return nil
    }
  }
}
