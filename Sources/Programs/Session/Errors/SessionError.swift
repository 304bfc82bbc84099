public import Context
public import Diagnostics
public import Execution
import Expressions
public import Foundation
import Model
public import Storage

/// Why a statement failed; it changed nothing.
public enum SessionError: Error, Sendable {
  /// Diagnostics, with spans in the statement's source if they have any.
  case failed([Diagnostic])
  /// A file could not be read.
  case unreadable(FileFindings)
  /// The statement was cancelled.
  case cancelled

  /// Wraps any error thrown by the statement at `span`, or without one if nil.
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
    case let step as StepFailure:
      self = SessionError(step.error, in: span)
        .adding(help: "change \(step.number) of \(step.count) failed, so none was made")
    case let failure as ChangeFailure:
      self = .failed(ChangeProblemWording.findings(failure, at: span))
    default:
      let (message, help) = Self.text(error)
      self = .failed([Diagnostic(.error, message, at: span.map { .init($0) }, help: help)])
    }
  }

  private func adding(help: String) -> SessionError {
    guard case .failed(let findings) = self, let first = findings.first else { return self }
    return .failed([first.adding(help: [help])] + findings.dropFirst())
  }

  /// The message and the help.
  private static func text(_ error: any Error) -> (message: String, help: [String]) {
    switch error {
    case let error as ExecutionError: (FailureWording.message(error), [])
    case let error as EvaluationError: (FailureWording.message(error), [])
    case let error as TransactionError:
      (FailureWording.message(error), FailureWording.help(error))
    case let error as PastError: (FailureWording.message(error), FailureWording.help(error))
    case let error as MergeError: (FailureWording.message(error), FailureWording.help(error))
    case let error as StoreError: (FailureWording.message(error), FailureWording.help(error))
    case let error as StoreFileError:
      (StoreFileWording.message(error), StoreFileWording.help(error))
    default: ("the statement failed: \(error)", [])
    }
  }
}

// Errors have the same texts in programs as in the shell.

extension ChangeFailure: CustomStringConvertible, LocalizedError {
  /// The problems, one a line.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension TransactionError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension PastError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension MergeError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension StoreError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension StoreFileError: CustomStringConvertible, LocalizedError {
  /// The message and the help.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ExecutionError: CustomStringConvertible, LocalizedError {
  /// The message and the record.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension SessionError: CustomStringConvertible, LocalizedError {
  /// The problems, one a line.
  public var description: String {
    switch self {
    case .failed(let diagnostics):
      DiagnosticRenderer().render(diagnostics, in: nil).trimmingCharacters(in: .newlines)
    case .unreadable(let findings): findings.lines.joined(separator: "\n")
    case .cancelled: "cancelled"
    }
  }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

private func text(of error: any Error) -> String { SessionError(error, in: nil).description }
