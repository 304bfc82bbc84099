import Foundation
import Synchronization

/// The files to delete if a signal ends the process.
public enum TemporaryFiles {
  /// Allocates the list, since handlers may only read it. Call it before installing a handler.
  public static func prepare() { _ = paths }

  /// Adds a file; ignored if there are eight already.
  public static func add(_ path: String) {
    lastForgotten.withLock { _ in
      guard let place = (0..<limit).first(where: { paths[$0] == nil }) else { return }
      paths[place] = strdup(path)
    }
  }

  /// Removes a file from the list, so that it is kept.
  public static func forget(_ path: String) {
    lastForgotten.withLock { last in
      for place in 0..<limit {
        guard let added = paths[place], String(cString: added) == path else { continue }
        paths[place] = nil
        free(UnsafeMutablePointer(bitPattern: last))
        last = UInt(bitPattern: added)
      }
    }
  }

  /// Deletes all files in the list. Safe in a signal handler.
  public static func removeAll() {
    for place in 0..<limit {
      if let path = paths[place] { unlink(path) }
    }
  }
}

private let limit = 8

/// The address of the path that was forgotten last, which a signal handler may still read. Threads
/// change the list in turn: images are written by several at once.
private let lastForgotten = Mutex<UInt>(0)

/// Read by signal handlers.
nonisolated(unsafe) private let paths = {
  let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: limit)
  paths.initialize(repeating: nil, count: limit)
  return paths
}()
