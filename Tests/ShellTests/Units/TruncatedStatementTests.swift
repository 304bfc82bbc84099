import Demo
import Diagnostics
import Features
import Foundation
import MemoryStore
import Session
import Syntax
import TestSupport
import Testing

@testable import Shell

/// Correct statements, cut off after each word: candidates are valid there, and include the word
/// that was there.
@Suite struct TruncatedStatementTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scripts")

  static let scripts =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".script") }.sorted()

  @Test func thereAreScripts() { #expect(!Self.scripts.isEmpty) }

  /// Tries about this number of cuts of each script.
  private static let cutsPerScript = fuzzCount(3)

  @Test(arguments: scripts)
  func completionsAreValidAndComplete(script: String) throws {
    let lines = try String(contentsOf: Self.folder.appendingPathComponent(script), encoding: .utf8)
      .split(separator: "\n")
    // Scripts that need files or several stores are tested elsewhere.
    if lines.contains("@file") { return }
    let session = QuerySession(store: InMemoryStore())
    if lines.contains("@demo") { try session.loadDemo() }
    var random = SeededRandom(
      seed: UInt64(script.utf8.reduce(7) { ($0 * 31 + UInt64($1)) % 1_000_003 })
    )
    let statements = lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
    let cuts = max(1, statements.reduce(0) { $0 + $1.split(separator: " ").count })
    for text in statements {
      let completer = Self.completer(session)
      // Queries of models from files, which are not there, are not right here.
      let isQuery = ["fetch", "count"].contains { text.hasPrefix($0) }
      if isQuery, !Self.run(text, session) { continue }
      for cut in Cut.all(of: text)
      where Int.random(in: 0..<cuts, using: &random) < Self.cutsPerScript {
        Self.check(cut, completer, session, script)
      }
      if !isQuery { Self.run(text, session) }
    }
  }

  private static func completer(_ session: QuerySession) -> Completer {
    let names = CompletionNames(session)
    return Completer(
      names: names,
      check: ContinuationCheck(checker: session.checker, names: names)
    )
  }

  private static func check(
    _ cut: Cut,
    _ completer: Completer,
    _ session: QuerySession,
    _ script: String
  ) {
    let offered = completer.languageCompletion(cut.before)
    let texts = offered.candidates.map(\.text)
    if let next = cut.next {
      // Functions are offered after their first letter, as are quantifiers of a compared value.
      let quantifiers = Keyword.all(in: .quantifier).map(\.rawValue)
      let late = completer.languageCompletion(cut.before + next.prefix(1)).candidates
        .map(\.text).filter { $0.hasSuffix("(") || quantifiers.contains($0) }
      let isThere = (texts + late).contains { text in
        text.lowercased().hasPrefix(next.lowercased()) || "`\(text)`" == next
      }
      #expect(isThere, "\(script): \(next) is not offered after: \(cut.before)")
    }
    for text in texts {
      let kept = cut.before.unicodeScalars.dropLast(offered.replaced)
      let taken = String(kept) + text
      let fault = firstFault(taken, session)
      #expect(fault == nil, "\(script): \(taken)")
    }
  }

  /// The first error of a text that does not touch its end; nil if all is well as far as it goes.
  private static func firstFault(_ text: String, _ session: QuerySession) -> Diagnostic? {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    var findings: [Diagnostic] = []
    while let item = parser.next() {
      switch item {
      case .failure(let failures, _): findings += failures
      case .statement, .command: continue
      }
    }
    return findings.first { finding in
      guard let span = finding.primary?.span else { return false }
      return span.upperBound < source.bytes.count
    }
  }

  /// Runs the statements of a text; returns whether all succeed.
  @discardableResult
  private static func run(_ text: String, _ session: QuerySession) -> Bool {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    var succeeds = true
    while case .statement(let statement)? = parser.next() {
      if (try? session.run(statement, in: source)) == nil { succeeds = false }
    }
    return succeeds
  }
}

/// A statement that was cut off before one of its words.
private struct Cut {
  let before: String
  /// The word that followed, if it is a name or a keyword that has to be offered.
  let next: String?

  /// The cuts before each token of `text` but the first.
  static func all(of text: String) -> [Cut] {
    let source = SourceText(name: "", text: text)
    let tokens = TextTokens(source).tokens
    let uses = WordUses(tokens).uses
    return tokens.indices.dropFirst().map { index in
      let token = tokens[index]
      let before = source.text(in: SourceSpan(0, token.span.lowerBound))
      let isWord = uses[index] != .other && isOffered(index, tokens, uses)
      return Cut(before: before, next: isWord ? source.text(in: token.span) : nil)
    }
  }

  /// Not names that the writer invents, and not words after another word of one operator.
  private static func isOffered(_ index: Int, _ tokens: [Token], _ uses: [WordUses.Use]) -> Bool {
    let token = tokens[index]
    guard let statement = tokens[0].keyword, [.fetch, .count].contains(statement) else {
      return false
    }
    let previous = tokens[index - 1]
    if case .quotedName = token.kind { return false }
    if previous.keyword == .as || previous.symbol == .at { return false }
    if index + 1 < tokens.count, tokens[index + 1].symbol == .hash { return false }
    return ![.with, .not].contains(token.keyword) && previous.keyword != .not
  }
}
