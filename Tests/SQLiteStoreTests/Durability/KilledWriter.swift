import Foundation
import TestSupport

/// A process that does the saves of a sequence and tells of each by a file that it makes.
final class KilledWriter {
  private let process = Process()
  private let folder: String
  private let first: Int

  /// Starts the process.
  init(_ sequence: SaveSequence, file: String, folder: TemporaryFolder) throws {
    first = sequence.count
    self.folder = folder.file("told")
    try? FileManager.default.removeItem(atPath: self.folder)
    try FileManager.default.createDirectory(
      atPath: self.folder,
      withIntermediateDirectories: false
    )
    var lines: [String] = []
    for number in first..<first + 60 {
      // A file of results takes its place at once, when the next one is asked for.
      lines += SaveSequence.statements(number)
      lines += [".output \(self.folder)/\(number)", ".print done", ".output"]
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

  /// Kills the process a moment after it has told of `saves` more; the number that it told of.
  func kill(after saves: Int, _ random: inout SeededRandom) throws -> Int {
    while process.isRunning, !told(first + saves) { usleep(200) }
    usleep(UInt32.random(in: 0...4000, using: &random))
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    var count = 0
    while told(first + count) { count += 1 }
    return count
  }

  private func told(_ number: Int) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/\(number)")
  }
}
