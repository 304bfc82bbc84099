import Diagnostics
import Foundation
import Syntax
import TestSupport
import Testing

/// Statements of the scripts with tokens that were taken out, doubled or exchanged: each gets an
/// answer, and a wrong one a message.
@Suite struct StatementFuzzTests {
  @Test(arguments: ScriptTests.names)
  func mutatedStatementsAreHandled(name: String) throws {
    let document = ScriptDocument(try ScriptTests.text(of: name))
    var mutator = StatementMutator(
      document.exchanges.map(\.input),
      seed: UInt64(name.utf8.reduce(0) { $0 &+ UInt64($1) })
    )
    for _ in 0..<fuzzCount(1) {
      let console = try ScriptConsole(mode: .csv, demo: document.settings.hasDemo)
      for exchange in document.exchanges {
        for _ in 0..<4 {
          let text = mutator.changed(exchange.input)
          let answer = console.answer(text)
          #expect(!answer.fails || answer.text.contains("error") || answer.text == "no statement")
        }
        _ = console.answer(exchange.input)
      }
    }
  }
}

/// Changes statements token by token.
private struct StatementMutator {
  private var random: SeededRandom
  private let pool: [String]

  init(_ texts: [String], seed: UInt64) {
    random = SeededRandom(seed: seed)
    pool = texts.flatMap(Self.tokens) + ["nil", "(", ")", "-9223372036854775808", "1e308", "\"\""]
  }

  private static func tokens(_ text: String) -> [String] {
    let source = SourceText(name: "", text: text)
    var lexer = Lexer(source)
    var tokens: [String] = []
    while case let token = lexer.next(), token.kind != .end {
      tokens.append(source.text(in: token.span))
    }
    return tokens
  }

  /// The statement with one to three changes; files are left alone.
  mutating func changed(_ text: String) -> String {
    var tokens = Self.tokens(text)
    guard tokens.first?.lowercased() != "import" else { return "" }
    for _ in 0..<Int.random(in: 1...3, using: &random) where !tokens.isEmpty {
      let place = Int.random(in: 0..<tokens.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: tokens.remove(at: place)
      case 1: tokens.insert(random.pick(pool), at: place)
      case 2: tokens.swapAt(place, Int.random(in: 0..<tokens.count, using: &random))
      default: tokens[place] = random.pick(pool)
      }
    }
    let statement = tokens.joined(separator: " ")
    return statement.lowercased().hasPrefix("import") ? "" : statement
  }
}
