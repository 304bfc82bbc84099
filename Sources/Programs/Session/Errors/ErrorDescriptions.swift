public import Context
import Diagnostics
public import Execution
public import Foundation
public import Storage

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
