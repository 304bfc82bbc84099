import Foundation
import TestSupport
import Testing

/// The examples in the pages of the manual are what Martlet really answers.
///
/// `MARTLET_RECORD=1` writes the answers into the pages; the test fails all the same.
@Suite struct ManualTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation")

  /// The names of all pages.
  private static let pages: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test(arguments: pages)
  func examplesAnswerAsShown(page name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    let page = ManualPage(try String(contentsOf: file, encoding: .utf8))
    let run = try ManualRun(page)
    try run.runAll()
    #expect(run.answers.count >= 3)
    for answer in run.answers where answer.isUnexpected {
      Issue.record("\(name):\(answer.place.lowerBound): the answer is\n\(answer.text)")
    }
    guard ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil else { return }
    try run.recorded.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// A page that is run in a folder of its own.
private final class ManualRun {
  struct Answer {
    /// The lines of the page that should be the answer.
    let place: Range<Int>
    let lines: [String]
    let isUnexpected: Bool
    var text: String { lines.joined(separator: "\n") }
  }

  private let page: ManualPage
  private let folder = try? TemporaryFolder(inMemory: true)
  private let home: TemporaryFolder
  private var shell: ManualShell?
  private(set) var answers: [Answer] = []

  init(_ page: ManualPage) throws {
    self.page = page
    home = try TemporaryFolder()
  }

  private var path: String { folder?.path ?? "" }

  private var environment: [String: String] {
    let commands = URL(fileURLWithPath: BuiltCommand.path).deletingLastPathComponent().path
    return [
      "PATH": "\(commands):/usr/bin:/bin", "HOME": home.path, "XDG_STATE_HOME": home.path,
      "XDG_CONFIG_HOME": home.path, "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    ]
  }

  func runAll() throws {
    for step in page.steps { try run(step) }
    try endShell()
  }

  private func run(_ step: ManualPage.Step) throws {
    switch step {
    case .file(let name, let text):
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    case .command(let command, let place): try note(runCommand(command), at: place)
    case .start(let command):
      try endShell()
      let words = command.split(separator: " ").map(String.init)
      #expect(words.first == "martlet")
      try startShell(Array(words.dropFirst()))
    case .input(let lines, let place):
      if shell == nil { try startShell([]) }
      try note(shell?.answer(lines) ?? [], at: place)
    }
  }

  private func startShell(_ arguments: [String]) throws {
    shell = try ManualShell(arguments, in: path, environment: environment)
  }

  private func endShell() throws {
    if let shell { #expect(shell.end() == 0) }
    shell = nil
  }

  /// What a command prints, errors among it.
  private func runCommand(_ command: String) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// Empty lines between the parts of an answer do not count.
  private func note(_ lines: [String], at place: Range<Int>) {
    let expected = page.lines[place].filter { !$0.isEmpty }
    let isUnexpected = expected != lines.filter { !$0.isEmpty }
    answers.append(Answer(place: place, lines: lines, isUnexpected: isUnexpected))
  }

  /// The page with the answers that were given.
  var recorded: String {
    var lines = page.lines
    for answer in answers.reversed() where answer.isUnexpected {
      lines.replaceSubrange(answer.place, with: answer.lines)
    }
    return lines.joined(separator: "\n")
  }
}
