import Foundation
import Storage

/// What a server answered to a statement that failed.
struct ServerFailure: Error {
  /// The SQLSTATE, such as `40001`; empty if the connection broke.
  let code: String
  let message: String
  /// The constraint that a change would have violated.
  var constraint: String?
  var table: String?

  /// Whether the connection is lost, or the server is ending it.
  var isLost: Bool { code.isEmpty || code.hasPrefix("57P") || code.hasPrefix("08") }

  /// Whether the server cannot do this at all.
  var isUnsupported: Bool { code == "0A000" }

  /// Whether the transaction can succeed if it runs again.
  var isRetryable: Bool { code == "40001" || code == "40P01" }

  /// The failure for readers.
  func error(
    _ address: ServerAddress,
    _ operation: String,
    waited: Double = 0
  ) -> any Error {
    switch code {
    case "57014": Cancellation()
    case "40001", "40P01": StoreError.outdated
    case "55P03":
      StoreFileError(path: address.shown, operation: operation, fault: .busy(waited: waited))
    case "25006": StoreFileError(path: address.shown, operation: operation, fault: .readOnly)
    default:
      ServerFault.statement(code: code, reason: message).error(address.shown, operation)
    }
  }
}
