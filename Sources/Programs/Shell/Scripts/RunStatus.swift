/// How running a script, a block or a command went.
public enum RunStatus: Sendable, Equatable {
  case succeeded
  /// Something failed; it has been reported.
  case failed
  /// The script could not be read; it has been reported.
  case unreadable
  /// Ctrl-C stopped it.
  case interrupted
  /// `.quit` asked to leave.
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
