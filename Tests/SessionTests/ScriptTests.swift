import Foundation
import PostgreSQLFixtures
import Testing

/// Runs the texts of `Tests/Scripts`: the answer to every statement is below it.
///
/// With `MARTLET_RECORD=1` the texts are rewritten with the answers that were given; the run still
/// fails, so that a recording is looked at before it counts.
@Suite struct ScriptTests {
  private static let folder = projectFolder.appendingPathComponent("Tests/Scripts")
  private static let records = ProcessInfo.processInfo.environment["MARTLET_RECORD"] == "1"

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".script") }.sorted()

  @Test func thereAreScripts() {
    #expect(!Self.names.isEmpty)
  }

  @Test(arguments: names)
  func answersAsWritten(name: String) throws {
    let text = try Self.text(of: name)
    let document = ScriptDocument(text)
    let console = try ScriptConsole(document.settings)
    #expect(!document.exchanges.isEmpty)
    #expect(document.strayLines.isEmpty, "\(name)")
    var answers: [String] = []
    for exchange in document.exchanges {
      let answer = console.answer(exchange.input, isOfSecond: exchange.isOfSecond)
      #expect(answer.text == exchange.expected, "\(name):\(exchange.line): \(exchange.input)")
      #expect(answer.fails == exchange.fails, "\(name):\(exchange.line): \(exchange.input)")
      answers.append(answer.text)
    }
    if Self.records {
      try document.recorded(text, answers)
        .write(to: Self.folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
  }

  /// Files give the same answers as memory, whether or not they are closed in between.
  @Test(arguments: names, [ScriptStores.file, .reopenedFile])
  func answersTheSameFromFiles(name: String, stores: ScriptStores) throws {
    try compare(name, stores)
  }

  /// The same where files are read as large ones are: by turns from their pages, and from columns that are
  /// kept in memory.
  @Test(arguments: zip(names, names.indices.map { $0.isMultiple(of: 2) }))
  func answersTheSameFromLargeFiles(name: String, keepsColumns: Bool) throws {
    try compare(name, keepsColumns ? .keptColumns : .reopenedPages)
  }

  /// The same from native stores on a PostgreSQL server.
  @Test(.enabled(if: PrivateServer.shared != nil), arguments: names)
  func answersTheSameFromServers(name: String) throws { try compare(name, .server) }

  private func compare(_ name: String, _ stores: ScriptStores) throws {
    let document = ScriptDocument(try Self.text(of: name))
    let console = try ScriptConsole(document.settings, stores)
    for exchange in document.exchanges {
      let answer = console.answer(exchange.input, isOfSecond: exchange.isOfSecond)
      let place = "\(name):\(exchange.line): \(exchange.input)"
      #expect(answer.fails == exchange.fails, "\(place)")
      // Plans differ: files execute parts that memory stores do not.
      if exchange.input.hasPrefix("explain ") { continue }
      #expect(Self.ofFile(answer.text) == Self.ofFile(exchange.expected), "\(place)")
    }
  }

  /// An answer as a session on a file gives it, where saved queries stay and migrations leave copies.
  private static func ofFile(_ answer: String) -> String {
    answer.replacingOccurrences(of: ", for this session only", with: "")
      .replacing(/; the previous store is in [^\n]*/, with: "")
  }

  static func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}

extension ScriptDocument {
  /// The text with other answers.
  fileprivate func recorded(_ text: String, _ answers: [String]) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (exchange, answer) in zip(exchanges, answers).reversed() {
      let start = exchange.line + 1
      let count =
        exchange.expected.isEmpty
        ? 0 : exchange.expected.split(separator: "\n", omittingEmptySubsequences: false).count
      lines.replaceSubrange(
        start..<start + count,
        with: answer.split(separator: "\n").map(String.init)
      )
    }
    return lines.joined(separator: "\n")
  }
}
