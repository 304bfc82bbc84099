import Platform
import Synchronization

/// What standard input was used for; a pipe can be read only once.
public enum StandardInput {
  /// What read it.
  public enum Reader: Sendable {
    case script
    case data
  }

  private static let lastReader = Mutex<Reader?>(nil)

  /// Notes that the script was read from it.
  public static func noteScript() { lastReader.withLock { $0 = .script } }

  /// Notes that records were read to its end; a terminal may have more.
  static func noteData(_ descriptor: FileDescriptor) {
    if !Terminal.isTerminal(descriptor) { lastReader.withLock { $0 = .data } }
  }

  /// The last reader; nil if there is none.
  static var reader: Reader? { lastReader.withLock { $0 } }
}
