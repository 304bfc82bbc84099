import Foundation

/// The command as it was built beside the tests.
public enum BuiltCommand {
  /// Where the binary lies: in the folder of the test bundle.
  public static let path: String = {
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

  /// The results of a finished run.
  public struct Result {
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
    /// The exit code, or minus the signal that ended the process.
    public let status: Int32
  }

  /// Runs the command to its end.
  public static func run(
    _ arguments: String...,
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the command to its end.
  public static func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(executable: path, arguments, input: input, environment: environment)
  }

  /// Runs the command to its end, with each statement after a `-c`.
  public static func run(_ arguments: String..., statements: [String]) throws -> Result {
    try run(arguments + statements.flatMap { ["-c", $0] })
  }

  /// Runs `script` in a shell where `$MARTLET` is the command.
  public static func runShell(_ script: String) throws -> Result {
    try run(executable: "/bin/sh", ["-c", script], environment: ["MARTLET": path])
  }

  /// The variables that `Scripts/sanitize` sets, passed to the commands of `BuiltCommand` and
  /// `ShellSession`.
  public static let sanitizerSettings = ProcessInfo.processInfo.environment.filter { name, _ in
    name.hasSuffix("SAN_OPTIONS") || name == "LD_PRELOAD"
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
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
    ].merging(sanitizerSettings) { $1 }.merging(environment) { $1 }
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
