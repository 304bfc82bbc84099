package import Foundation
package import TestSupport

/// A process that runs a sequence of saves and creates a file after each one.
package final class KilledWriter {
  private let process = Process()
  private let folder: TemporaryFolder
  private let told: String
  private let first: Int

  /// Starts the process.
  package init(_ sequence: SaveSequence, file: String, folder: TemporaryFolder) throws {
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
  package func kill(after saves: Int, _ random: inout SeededRandom) throws -> Int {
    let changes = Int.random(in: 0...4, using: &random)
    return end(after: saves) { process in
      _ = folder.countChanges(upTo: changes) { process.isRunning }
      Foundation.kill(process.processIdentifier, SIGKILL)
    }
  }

  /// Lets `body` end the process after it has told of `saves` more; the number that it told of.
  package func end(after saves: Int, by body: (Process) -> Void) -> Int {
    _ = eventually(every: .microseconds(100)) { !process.isRunning || hasTold(first + saves) }
    body(process)
    process.waitUntilExit()
    var count = 0
    while hasTold(first + count) { count += 1 }
    return count
  }

  private func hasTold(_ number: Int) -> Bool {
    FileManager.default.fileExists(atPath: "\(told)/\(number)")
  }
}
