import Context
public import Diagnostics
import Execution
import Expressions
import Model
import Storage

/// Why a statement did not go through; nothing was changed.
public enum SessionError: Error, Sendable {
  /// What is wrong; spans count in the statement's source, diagnostics without a span have none.
  case failed([Diagnostic])
  /// A file could not be read.
  case unreadable(FileFindings)
  /// The cancellation flag was raised.
  case cancelled

  /// What a stage, or a result's rows, threw while it worked on the statement at `span`, as the user is told; nil without one.
  public init(_ error: any Error, in span: SourceSpan?) {
    switch error {
    case let error as SessionError:
      self = error
    case let list as DiagnosticList:
      self = .failed(list.all)
    case is Cancellation:
      self = .cancelled
    case let error as any FileFailure:
      self = error.findings.map(SessionError.unreadable) ?? .cancelled
    case let failure as ChangeFailure:
      self = .failed(ChangeProblemWording.findings(failure, at: span))
    default:
      let (message, help) = Self.told(error)
      self = .failed([Diagnostic(.error, message, at: span.map { .init($0) }, help: help)])
    }
  }

  /// What is wrong, and what can be done about it.
  private static func told(_ error: any Error) -> (message: String, help: [String]) {
    switch error {
    case let error as ExecutionError: (FailureWording.message(error), [])
    case let error as EvaluationError: (FailureWording.message(error), [])
    case let problem as GraphProblem: (problem.description, [])
    case let error as TransactionError:
      (FailureWording.message(error), FailureWording.help(error))
    case let error as StoreError: (FailureWording.message(error), FailureWording.help(error))
    case let error as StoreFileError:
      (StoreFileWording.message(error), StoreFileWording.help(error))
    default: ("the statement failed: \(error)", [])
    }
  }
}
