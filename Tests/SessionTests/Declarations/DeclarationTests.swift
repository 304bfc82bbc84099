import Diagnostics
import Features
import MemoryStore
import Model
import Session
import Storage
import Syntax
import TestSupport
import Testing

/// What `.schema` prints declares the same schema in an empty session, and is written as the
/// formatter would write it.
@Suite struct DeclarationTests {
  @Test(arguments: ScriptTests.names)
  func schemasOfScriptsAreDeclaredAgain(name: String) throws {
    let document = ScriptDocument(try ScriptTests.text(of: name))
    let console = try ScriptConsole(document.settings)
    for exchange in document.exchanges { _ = console.answer(exchange.input) }
    try expectSameSchema(console.schema)
  }

  @Test(arguments: 0..<fuzzCount(60))
  func randomSchemasAreDeclaredAgain(seed: Int) throws {
    var random = RandomDeclarations(seed: UInt64(seed))
    let texts = random.statements()
    let session = QuerySession(store: InMemoryStore())
    for text in texts { try session.declare(text) }
    #expect(session.schema.entities.count > 1, "\(texts)")
    try expectSameSchema(session.schema)
  }

  private func expectSameSchema(_ schema: Schema) throws {
    let printer = SchemaPrinter(schema: schema)
    let session = QuerySession(store: InMemoryStore())
    for name in printer.names {
      let text = printer.lines(of: name).map(\.plain).joined(separator: "\n")
      try session.declare(text)
      #expect(Self.formatted(text) == text)
    }
    // An empty line parts the declarations, so that the whole is a script as well.
    #expect(try session.statements(in: printer.text) == printer.names.count)
    #expect(SchemaPrinter(schema: session.schema).text == printer.text)
    #expect(session.schema.declaredNames == printer.names)
    for entity in schema.entities { #expect(session.schema.entity(entity.name) == entity) }
    #expect(session.schema.types == schema.types)
  }

  private static func formatted(_ text: String) -> String? {
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next() else { return nil }
    return SyntaxPrinter().text(of: statement)
  }
}

extension QuerySession {
  /// Runs a declaration; throws what is wrong with it together with its text.
  fileprivate func declare(_ text: String) throws {
    do {
      _ = try run(text: text)
    } catch {
      throw Undeclared(text: text, reason: "\(error)")
    }
  }

  /// How many statements there are in a script.
  fileprivate func statements(in text: String) throws -> Int {
    var parser = ScriptParser(SourceText(name: "", text: text))
    var count = 0
    while let item = parser.next() {
      guard case .statement = item else { throw Undeclared(text: text, reason: "\(item)") }
      count += 1
    }
    return count
  }
}

private struct Undeclared: Error {
  let text: String
  let reason: String
}
