import Foundation

/// The files that are removed if a signal ends the process.
public enum TemporaryFiles {
  /// Prepares the list, which handlers may only read. To be called before a handler is installed.
  public static func prepare() { _ = paths }

  /// Adds a file; it is left out where there are eight already.
  public static func add(_ path: String) {
    guard let place = (0..<limit).first(where: { paths[$0] == nil }) else { return }
    paths[place] = strdup(path)
  }

  /// Takes a file from the list: it stays.
  public static func forget(_ path: String) {
    for place in 0..<limit {
      guard let former = paths[place], String(cString: former) == path else { continue }
      paths[place] = nil
      free(former)
    }
  }

  /// Removes all files of the list; safe in a signal handler.
  public static func removeAll() {
    for place in 0..<limit {
      if let path = paths[place] { unlink(path) }
    }
  }
}

private let limit = 8

/// Read by handlers.
nonisolated(unsafe) private let paths = {
  let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: limit)
  paths.initialize(repeating: nil, count: limit)
  return paths
}()
