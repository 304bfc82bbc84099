import Foundation

/// A folder that goes away with its owner.
public final class TemporaryFolder: Sendable {
  /// Where it lies.
  public let path: String

  /// Makes an empty folder.
  ///
  /// - Parameter inMemory: Whether it lies on a RAM disk, where the machine has one.
  public init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let base =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? memory + "/" : NSTemporaryDirectory()
    path = base + "martlet-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of the file called `name`.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file; gives its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// The text of a file.
  public func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// The names of all files, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func create(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: file(name)))
  }

  func open(_ name: String, containing text: String) throws -> FileHandle {
    try FileHandle(forReadingFrom: URL(fileURLWithPath: write(text, to: name)))
  }
}
