import Foundation
import TestSupport

/// Martlet's shell on a terminal that cannot move its cursor, so that all that is typed and answered is
/// one text.
final class ManualShell {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let terminal: PseudoTerminal
  /// How long an answer is waited for.
  private static let patience: TimeInterval = 60

  /// Starts `martlet` with `arguments` in a folder.
  init(_ arguments: [String], in folder: String, environment: [String: String]) throws {
    terminal = try PseudoTerminal(
      ["/usr/bin/env", "-C", folder, BuiltCommand.path] + arguments,
      environment: environment.merging(["TERM": "dumb"]) { $1 },
      rows: 100,
      columns: 140
    )
    _ = try readToPrompt()
    // What a tip says depends on those before it.
    _ = try answer([".tips off"])
  }

  /// Types a block; what is answered.
  func answer(_ lines: [String]) throws -> [String] {
    var answer = ""
    for line in lines {
      terminal.write(line + "\n")
      answer = try readToPrompt()
    }
    // The terminal echoes the input, and the next prompt is at the end.
    var shown = answer.components(separatedBy: "\n").dropFirst().dropLast()
    while shown.last == "" { shown.removeLast() }
    while shown.first == "" { shown.removeFirst() }
    return shown.map(Self.withoutTime)
  }

  /// ``1 row`` of ``1 row in 1.8 ms``, as no two runs take the same time.
  private static func withoutTime(_ line: String) -> String {
    guard let time = line.firstMatch(of: #/ in [\d.,]+ (?:µs|ms|s)$/#) else { return line }
    return String(line[..<time.range.lowerBound])
  }

  /// Leaves the shell; its exit code.
  func end() -> Int32 {
    terminal.write("\u{04}")
    return terminal.waitForExit(nudge: "\u{04}")
  }

  /// What is printed up to the next prompt, with the prompt.
  private func readToPrompt() throws -> String {
    var bytes: [UInt8] = []
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while Date() < deadline {
      guard let more = terminal.read(waiting: 100) else { break }
      bytes += more
      let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      if text.contains(#/(?:^|\n)(?:\.\.\.> *|\w+\*?> )$/#) { return text }
    }
    throw Failure(description: "no prompt after \(String(decoding: bytes, as: UTF8.self))")
  }
}
