import Testing

/// Sessions with many declarations: the time for each hardly depends on earlier ones.
@Suite(.timeLimit(.minutes(5))) struct ManyDeclarationsTests {
  @Test func unrelatedModels() throws {
    try run((1...500).map { "model M\($0) { a: Int, b: String?, c: Double }" })
  }

  @Test func mutuallyDependentModels() throws {
    let console = try run((1...400).map { "model M\($0) { next: M\($0 + 1)? }" })
    let answer = console.answer("model M401 { a: Int }").text
    #expect(answer.hasPrefix("model M1, model M2,"))
    #expect(answer.hasSuffix("model M400, model M401"))
  }

  @Test func cyclicInheritance() throws {
    let console = try run(
      ["model M0 { a: Int }"] + (1...120).map { "model M\($0): M\($0 - 1) { a\($0): Int? }" }
    )
    #expect(console.answer("insert M120 a: 1, a77: 5").text == "1 inserted")
    #expect(console.answer("fetch M77 select a77").text == "a77\n5")
  }

  @Test func structs() throws {
    try run((1...600).map { "struct S\($0) { a: Int, b: String? }" })
  }

  @Test func savedQueries() throws {
    try run(["model M { a: Int }"] + (1...800).map { "let q\($0) = fetch M where a > \($0)" })
  }

  @Test func computedAttributes() throws {
    let members = (1...8_000).map { "c\($0) = a + \($0)" }
    let console = try run(["model M { a: Int, " + members.joined(separator: ", ") + " }"])
    #expect(console.answer("insert M a: 1").text == "1 inserted")
    #expect(console.answer("fetch M select c8000").text == "c8000\n8001")
  }

  @Test func selectedColumns() throws {
    let console = try run([
      "model M { a: Int, b: Int, ones: [M], back: M? }", "insert M a: 1, b: 2",
    ])
    let most = Array(repeating: "a", count: 16_384).joined(separator: ",")
    #expect(!console.answer("fetch M select \(most)").fails)
    for items in ["\(most), b", "*" + String(repeating: ",*", count: 8_000)] {
      let answer = console.answer("fetch M select \(items)").text
      #expect(answer.hasSuffix("error: no more than 16384 columns can be selected"))
      #expect(console.answer("fetch M select ones { \(items) }").fails)
    }
  }

  /// Only declarations that use a changed model are bound again; that must be enough.
  @Test func usesOfARenamedModelFollow() throws {
    let console = try run([
      "model Owner { name: String }", "model Account { owner: Owner?, label = owner.name }",
      "model Entry { account: Account?, label = account.label }",
      "model Other { entry: Entry?, text = entry.label }",
      "insert Owner name: \"Ada\"", "insert Account owner: Owner#1",
      "insert Entry account: Account#1", "insert Other entry: Entry#1",
      "model Owner { name: String, title = \"Dr \" + name }",
      "model Account { owner: Owner?, label = owner.title }",
    ])
    #expect(console.answer("fetch Other select text").text == "text\nDr Ada")
    #expect(console.answer("model Account { owner: Owner?, tag = owner.title }").fails)
    #expect(
      console.answer("fetch Entry where account.owner.name == \"Ada\" select label").fails == false
    )
  }

  /// A relationship that goes takes its anonymous inverse with it, whatever else comes.
  @Test func anonymousInversesAreRemovedWithTheirRelationships() throws {
    let console = try run([
      "model Target { a: Int }", "model Source { one: Target?, two: Target? }",
      "model Source { two: Target?, three: Target? }", "model Source { four: [Target] }",
      "insert Target a: 1", "insert Source four: [Target#1]",
    ])
    #expect(console.answer("fetch Source select count(four) as n").text == "n\n1")
  }

  @discardableResult
  private func run(_ statements: [String]) throws -> ScriptConsole {
    let console = try ScriptConsole(mode: .csv, demo: false)
    for statement in statements {
      let answer = console.answer(statement)
      #expect(!answer.fails, "\(statement): \(answer.text)")
    }
    return console
  }
}
