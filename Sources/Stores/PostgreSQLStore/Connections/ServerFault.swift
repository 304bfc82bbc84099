import Storage

/// Why a database server cannot be used, or what it refused.
enum ServerFault {
  /// The system lacks the client library `name`, which `package` installs.
  case missingLibrary(name: String, package: String)
  /// Connecting failed; `reason` is the library's or the server's message.
  case refused(reason: String)
  /// The server is older than the `oldest` supported version.
  case tooOld(version: String, oldest: String)
  /// The server refused a statement with an SQLSTATE; `reason` is its message, and `hint` what it
  /// suggests. The code is empty if the connection was lost.
  case statement(code: String, reason: String, hint: String? = nil)
  /// The server stopped a statement, though nobody asked Martlet to.
  case stopped(reason: String)
  /// A table or column that the models have does not exist any more.
  case changedTables(code: String, reason: String)
  /// The connection was lost while changes were saved, and the server does not know whether they
  /// were.
  case unknownOutcome

  /// The error for an operation on the database at `address`.
  func error(_ address: String, _ operation: String) -> StoreFileError {
    StoreFileError(
      path: address,
      operation: operation,
      fault: .other(reason: reason, help: help(operation))
    )
  }

  private var reason: String {
    switch self {
    case .missingLibrary(let name, _): "the library \(name) is not installed"
    case .refused(let reason): reason
    case .tooOld(let version, let oldest):
      "the server is PostgreSQL \(version), and Martlet needs \(oldest) or later"
    case .statement("", let reason, _): "the connection was lost: \(reason)"
    case .statement(let code, let reason, _), .changedTables(let code, let reason):
      "the server reports \(reason) [\(code)]"
    case .stopped(let reason): "the server stopped the statement: \(reason)"
    case .unknownOutcome:
      "the connection was lost, and the server cannot say whether the changes were saved"
    }
  }

  private func help(_ operation: String) -> [String] {
    switch self {
    case .missingLibrary(let name, let package):
      ["`apt-get install \(package)`, or `brew install \(name)` on macOS, installs it"]
    case .refused(let reason): ConnectionHelp.lines(for: reason)
    case .tooOld(_, let oldest):
      ["newer servers can read its databases: `pg_upgrade`, or `pg_dump` into PostgreSQL \(oldest)"]
    case .statement("42501", let reason, let hint):
      PermissionHelp.lines(for: reason, operation) + [hint].compactMap(\.self)
    case .statement("42P01", _, _), .statement("42703", _, _):
      ["if its tables have changed, `.close` and `.open` read them again"]
    case .statement(_, _, let hint): [hint].compactMap(\.self)
    case .stopped:
      [
        "`statement_timeout` limits how long statements take; without a limit:"
          + " `?options=-c%20statement_timeout%3D0` in the address"
      ]
    case .changedTables: ["the tables have changed; the next statement uses the new models"]
    case .unknownOutcome: ["look at the records before you repeat the statement"]
    }
  }
}
