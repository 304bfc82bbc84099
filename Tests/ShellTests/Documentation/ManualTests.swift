import CoreDataFixtures
import Foundation
import Shell
import TestSupport
import Testing

/// The outputs of the examples in the documentation are Martlet's actual outputs.
///
/// `MARTLET_RECORD=1` writes the answers into the pages; the test fails all the same.
@Suite struct ManualTests {
  static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = project.appendingPathComponent("Documentation")

  private static let isRecording = ProcessInfo.processInfo.environment["MARTLET_RECORD"] != nil

  /// An index, notes for contributors, and pages whose examples need a server or Swift sources.
  private static let pagesWithoutExamples: Set = [
    "README.md", "design-notes.md", "editors.md", "postgresql.md", "swiftdata-on-linux.md",
    "swiftdata-symbols.md",
  ]

  /// The names of all pages.
  private static let pages: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test(arguments: pages)
  func examplesAnswerAsShown(page name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    var text = try String(contentsOf: file, encoding: .utf8)
    let generated = try GeneratedPage.text(of: name)
    if let generated {
      let isUpToDate = ManualPage(text).withoutAnswers == generated
      #expect(isUpToDate, "\(name) differs from the declarations: MARTLET_RECORD=1 writes it again")
      if Self.isRecording, !isUpToDate { text = generated }
    }
    let page = ManualPage(text)
    let run = try ManualRun(page, cutsLongAnswers: generated != nil)
    try run.runAll()
    #expect(run.answers.count >= 3 || Self.pagesWithoutExamples.contains(name))
    for answer in run.answers where answer.isUnexpected {
      Issue.record("\(name):\(answer.place.lowerBound): the answer is\n\(answer.text)")
    }
    guard Self.isRecording else { return }
    try run.recorded.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test func theIndexHasEveryPage() throws {
    let index = Self.folder.appendingPathComponent("README.md")
    let text = try String(contentsOf: index, encoding: .utf8)
    for name in Self.pages where name != "README.md" { #expect(text.contains("](\(name))")) }
  }
}

/// The generated pages, without the outputs of their examples.
private enum GeneratedPage {
  /// The text of a page; nil if it is written by hand.
  static func text(of name: String) throws -> String? {
    guard name == "language.md" else { return nil }
    let grammar = ManualTests.project.appendingPathComponent("Grammar/Grammar.ebnf")
    return try LanguageReference.text(
      options: options,
      grammar: String(contentsOf: grammar, encoding: .utf8)
    ) + "\n"
  }

  /// The command-line options in the manual page.
  private static var options: [ManualText.Entry] {
    get throws {
      let page = try BuiltCommand.run("--manual-page").output
      let section =
        page.components(separatedBy: ".SH OPTIONS\n").last?
        .components(separatedBy: "\n.SH ").first ?? ""
      return section.components(separatedBy: ".TP\n.B ").dropFirst().map { entry in
        let plain = entry.replacingOccurrences(of: "\\-", with: "-")
          .replacingOccurrences(of: "\\(dq", with: "\"")
        let lines = plain.split(separator: "\n", maxSplits: 1).map(String.init)
        return (
          name: lines.first ?? "",
          text: (lines.dropFirst().first ?? "").trimmingCharacters(in: .newlines)
        )
      }
    }
  }
}

/// A page whose examples run in their own folder.
private final class ManualRun {
  struct Answer {
    /// The lines of the page that should be the answer.
    let place: Range<Int>
    let lines: [String]
    let isUnexpected: Bool
    var text: String { lines.joined(separator: "\n") }
  }

  private let page: ManualPage
  private let cutsLongAnswers: Bool
  private let folder = try? TemporaryFolder(inMemory: true)
  private let home: TemporaryFolder
  private var shell: ManualShell?
  private(set) var answers: [Answer] = []

  /// - Parameter cutsLongAnswers: Whether of long answers that are new the beginning is recorded.
  init(_ page: ManualPage, cutsLongAnswers: Bool) throws {
    self.page = page
    self.cutsLongAnswers = cutsLongAnswers
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
    case .appStore(let name): try BankModel.trackedFile.write(to: "\(path)/\(name)")
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
    var expected = page.lines[place].filter { !$0.isEmpty }
    var given = lines.filter { !$0.isEmpty }
    if expected.last == Self.more, given.count >= expected.count {
      expected.removeLast()
      given = Array(given.prefix(expected.count))
    }
    answers.append(Answer(place: place, lines: lines, isUnexpected: expected != given))
  }

  /// Stands for the rest of an answer.
  private static let more = "…"

  /// The lines of an answer that are written into the page: all of them, or the beginning where no more
  /// was shown, or is to be shown.
  private func recordedLines(_ answer: Answer) -> [String] {
    let old = page.lines[answer.place]
    var count = answer.lines.count
    if old.last == Self.more { count = old.count - 1 }
    if old.isEmpty, cutsLongAnswers, count > 20 { count = 16 }
    return count < answer.lines.count ? answer.lines.prefix(count) + [Self.more] : answer.lines
  }

  /// The page with the answers that were given.
  var recorded: String {
    var lines = page.lines
    for answer in answers.reversed() where answer.isUnexpected {
      lines.replaceSubrange(answer.place, with: recordedLines(answer))
    }
    return lines.joined(separator: "\n")
  }
}
