public import Context
import Diagnostics
public import Execution
public import Foundation
public import Storage

// What goes wrong with records is told to programs in the words of the shell.

extension ChangeFailure: CustomStringConvertible, LocalizedError {
  /// All that is wrong, one problem a line.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension TransactionError: CustomStringConvertible, LocalizedError {
  /// Why there is nothing to do.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension StoreError: CustomStringConvertible, LocalizedError {
  /// What the store refuses.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension StoreFileError: CustomStringConvertible, LocalizedError {
  /// What is wrong with the file, and what can be done about it.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension ExecutionError: CustomStringConvertible, LocalizedError {
  /// What could not be computed, and for which record.
  public var description: String { text(of: self) }
  /// The same as ``description``.
  public var errorDescription: String? { description }
}

extension SessionError: CustomStringConvertible, LocalizedError {
  /// What is wrong, one problem a line.
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
