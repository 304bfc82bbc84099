import Foundation
import Storage

/// What a server answered to a statement that failed.
struct ServerFailure: Error {
  /// The SQLSTATE, such as `40001`; empty if the connection broke.
  let code: String
  let message: String
  /// More about it, such as the values of a row.
  var detail: String?
  /// What the database suggests.
  var hint: String?
  /// The constraint that a change would have violated.
  var constraint: String?
  var table: String?
  var column: String?
  /// Whether the statement ended because Martlet asked the server to cancel it.
  var isCancelled = false

  /// The failure of a statement that Martlet asked the server to cancel, and does not wait for.
  static var cancelled: ServerFailure {
    ServerFailure(code: "57014", message: "the statement was cancelled", isCancelled: true)
  }

  /// Whether the connection is lost, or the server is ending it.
  var isLost: Bool {
    code.isEmpty || code.hasPrefix("57P") || code.hasPrefix("08") || code == "25P03"
  }

  /// Whether a table or a column does not exist.
  var isOfChangedTables: Bool { code == "42P01" || code == "42703" }

  /// Whether a calculation failed for a row: a result is out of range, or a division by zero.
  var isOfCalculation: Bool { ["22003", "22008", "22012", "22P01"].contains(code) }

  /// Whether the server cannot do this at all.
  var isUnsupported: Bool { code == "0A000" }

  /// Whether the server knows no such syntax or function, or cannot do this at all.
  var isUnknown: Bool { isUnsupported || code == "42601" || code == "42883" }

  /// Whether the transaction can succeed if it runs again.
  var isRetryable: Bool { code == "40001" || code == "40P01" }

  /// The message with its detail.
  var text: String { message + (detail.map { " (\($0))" } ?? "") }

  /// The failure for readers.
  func error(
    _ address: ServerAddress,
    _ operation: String,
    waited: Double = 0
  ) -> any Error {
    switch code {
    case "57014" where isCancelled: Cancellation()
    case "57014": ServerFault.stopped(reason: text).error(address.shown, operation)
    case _ where isOfChangedTables && operation == "read":
      ServerFault.changedTables(code: code, reason: text).error(address.shown, operation)
    case "40001", "40P01": StoreError.outdated
    case "55P03":
      StoreFileError(path: address.shown, operation: operation, fault: .busy(waited: waited))
    case "25006": StoreFileError(path: address.shown, operation: operation, fault: .readOnly)
    default:
      ServerFault.statement(code: code, reason: text, hint: hint).error(address.shown, operation)
    }
  }
}
