import Foundation
import TestSupport

/// A process that runs a sequence of saves and creates a file after each one.
final class KilledWriter {
  private let process = Process()
  private let folder: TemporaryFolder
  private let told: String
  private let first: Int

  /// Starts the process.
  init(_ sequence: SaveSequence, file: String, folder: TemporaryFolder) throws {
    first = sequence.count
    self.folder = folder
    told = folder.file("told")
    try? FileManager.default.removeItem(atPath: told)
    try FileManager.default.createDirectory(
      atPath: told,
      withIntermediateDirectories: false
    )
    var lines: [String] = []
    for number in first..<first + 60 {
      // A result file appears atomically, when the next one is started.
      lines += SaveSequence.statements(number)
      lines += [".output \(told)/\(number)", ".print done", ".output"]
    }
    let script = try folder.write(lines.joined(separator: "\n"), to: "saves.fetch")
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments = [file, "-f", script]
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "errors"))
    try process.run()
  }

  /// Kills the process a few writes after it has told of `saves` more; the number that it told of.
  func kill(after saves: Int, _ random: inout SeededRandom) throws -> Int {
    _ = eventually(every: .microseconds(100)) { !process.isRunning || hasTold(first + saves) }
    _ = folder.countChanges(upTo: Int.random(in: 0...4, using: &random)) { process.isRunning }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    var count = 0
    while hasTold(first + count) { count += 1 }
    return count
  }

  private func hasTold(_ number: Int) -> Bool {
    FileManager.default.fileExists(atPath: "\(told)/\(number)")
  }
}
