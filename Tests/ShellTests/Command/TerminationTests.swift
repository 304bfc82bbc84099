import Foundation
import TestSupport
import Testing

/// `kill` in the middle of a run.
@Suite struct TerminationTests {
  /// What was printed ends with a whole line, and the process by the signal.
  @Test(arguments: ["csv", "jsonl", "table"])
  func outputEndsWithACompleteLine(mode: String) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: BuiltCommand.path)
    process.arguments =
      ["--demo", "-m", mode] + (0..<200).flatMap { _ in ["-c", "fetch User"] }
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "errors"))
    try process.run()
    var output = Data()
    while output.count < 300_000 { output += pipe.fileHandleForReading.availableData }
    kill(process.processIdentifier, SIGTERM)
    output += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGTERM)
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    let lines = text.split(separator: "\n")
    let last = try #require(lines.last)
    switch mode {
    case "csv": #expect(last.count { $0 == "," } == lines[0].count { $0 == "," })
    case "jsonl": #expect(last.hasPrefix("{") && last.hasSuffix("}"))
    default: break
    }
    #expect(try folder.text("errors") == "")
  }

  /// Who waits for what never comes is ended all the same, and no file stays half written.
  @Test func waitingStatementsEnd() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "-o", folder.file("out.csv"), "-c", ".print begins", "-f", path],
      environment: ["TERM": "xterm", "HOME": folder.path],
      rows: 24,
      columns: 80
    )
    #expect(try eventually { try folder.names().count == 2 && isAsleep(terminal.process) })
    kill(terminal.process, SIGTERM)
    #expect(terminal.waitForExit() == -SIGTERM)
    #expect(try folder.names() == ["pipe"])
  }
}
