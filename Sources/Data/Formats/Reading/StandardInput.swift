import Platform
import Synchronization

/// What standard input was used for: what comes through a pipe can be read once.
public enum StandardInput {
  /// Who has read it.
  public enum Reader: Sendable {
    case script
    case data
  }

  private static let lastReader = Mutex<Reader?>(nil)

  /// Notes that it is the script that runs.
  public static func noteScript() { lastReader.withLock { $0 = .script } }

  /// Notes that records were read from it, to its end; a terminal may have more.
  static func noteData(_ descriptor: FileDescriptor) {
    if !Terminal.isTerminal(descriptor) { lastReader.withLock { $0 = .data } }
  }

  /// Who has read it; nil while nobody has.
  static var reader: Reader? { lastReader.withLock { $0 } }
}
