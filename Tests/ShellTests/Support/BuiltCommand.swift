import Foundation

/// The command as it was built beside the tests.
enum BuiltCommand {
  /// Where the binary lies: in the folder of the test bundle.
  static let path: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let candidate = folder.appendingPathComponent("martlet").path
      if FileManager.default.isExecutableFile(atPath: candidate), !isDirectory(candidate) {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return ".build/debug/martlet"
  }()

  /// What a finished run left behind.
  struct Result {
    let output: String
    let errors: String
    /// The exit code, or minus the signal that ended the process.
    let status: Int32
  }

  /// Runs the command to its end.
  static func run(
    _ arguments: String...,
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the command to its end.
  static func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(executable: path, arguments, input: input, environment: environment)
  }

  /// Runs `script` in a shell in which `$MARTLET` is the command.
  static func runShell(_ script: String) throws -> Result {
    try run(executable: "/bin/sh", ["-c", script], environment: ["MARTLET": path])
  }

  private static func run(
    executable: String,
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path].merging(environment) { $1 }
    process.standardInput = try folder.open("input", containing: input)
    process.standardOutput = try folder.create("output")
    process.standardError = try folder.create("errors")
    try process.run()
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return Result(
      output: try folder.text("output"),
      errors: try folder.text("errors"),
      status: isSignal ? -process.terminationStatus : process.terminationStatus
    )
  }

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "martlet-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of the file called `name`.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file; gives its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// The text of a file.
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file(name))), as: UTF8.self)
  }

  /// The names of all files, sorted.
  func names() throws -> [String] {
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
