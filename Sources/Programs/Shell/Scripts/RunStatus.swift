/// The outcome of a script, a block or a command.
public enum RunStatus: Sendable, Equatable {
  case succeeded
  /// An error occurred and has been reported.
  case failed
  /// The script could not be read, which has been reported.
  case unreadable
  case interrupted
  /// `.quit` ended it.
  case quit(afterFailure: Bool)
}

extension RunStatus {
  /// The process's exit code.
  public var exitCode: Int32 {
    switch self {
    case .succeeded, .quit(afterFailure: false): 0
    case .failed, .quit(afterFailure: true): 1
    case .unreadable: 3
    case .interrupted: 130
    }
  }
}
