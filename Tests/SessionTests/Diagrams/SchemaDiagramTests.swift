import Model
import Session
import TestSupport
import Testing

@testable import Diagrams

/// The output of `.schema --mermaid`.
@Suite struct SchemaDiagramTests {
  private static func schema(_ declarations: String...) throws -> Schema {
    let console = try ScriptConsole(mode: .csv, demo: false)
    for declaration in declarations {
      let answer = console.answer(declaration)
      try #require(!answer.fails, "\(answer.text)")
    }
    return console.session.schema
  }

  private static func budgets() throws -> Schema {
    try schema(
      "enum Category { food, travel }",
      "struct Address { street: String, city: String? }",
      """
      model Budget { name: String unique, limit: Double, address: Address?, spent = sum(expenses.amount), \
      expenses: [Expense](1...10) cascade inverse budget, tags: [Tag] inverse budgets }
      """,
      "model Expense { amount: Double, category: Category = .food, budget: Budget? }",
      "model Trip: Expense { place: String }",
      "model Tag { text: String, budgets: [Budget], parent: Tag? }"
    )
  }

  @Test func modelsAreAClassDiagram() throws {
    #expect(
      MermaidDiagram(try Self.budgets()).lines.joined(separator: "\n") == """
        classDiagram
          class Budget {
            name: String unique
            limit: Double
            address: Address?
            spent: Double computed
          }
          class Expense {
            amount: Double
            category: Category
          }
          class Trip {
            place: String
          }
          class Tag {
            text: String
          }
          class Category {
            <<enum>>
            food
            travel
          }
          class Address {
            <<struct>>
            street: String
            city: String?
          }
          Budget "0..1" -- "1..10" Expense : expenses (cascade) / budget
          Budget "*" -- "*" Tag : tags / budgets
          Expense <|-- Trip
          Tag "*" -- "0..1" Tag : parent
          Budget ..> Address
          Expense ..> Category
        """
    )
  }

  @Test func mermaidKeywordsAreQuoted() throws {
    let schema = try Self.schema(
      "model `a \"b\"` { `x(1)`: Int, class: Class? }",
      "model Class { `y~z`: String }"
    )
    let lines = MermaidDiagram(schema).lines
    #expect(lines.contains("  class box1[\"a #34;b#34;\"] {"))
    #expect(lines.contains("    x#40;1#41;: Int"))
    #expect(lines.contains("    y#126;z: String"))
    #expect(lines.contains("  box1 \"*\" -- \"0..1\" Class : class"))
  }

  /// Mermaid looks classes up in an object of JavaScript, and its lexer knows words by their beginning.
  @Test(arguments: [
    "end", "class", "o", "note", "constructor", "valueOf", "_x", "x_", "1st", "accTitle",
  ])
  func invalidMermaidNamesBecomeLabels(name: String) throws {
    let lines = MermaidDiagram(try Self.schema("model `\(name)` { x: Int }")).lines
    #expect(lines[1].hasPrefix("  class box1[\""), "\(lines)")
  }

  @Test func boxesHaveUniqueNames() throws {
    let schema = try Self.schema(
      "model box2 { x: Int }",
      "model `a b` { x: Int }",
      "model box2_ { other: `a b`? }"
    )
    let heads = MermaidDiagram(schema).lines.filter { $0.hasPrefix("  class") }
    #expect(heads == ["  class box2 {", "  class box2_[\"a b\"] {", "  class box3[\"box2#95;\"]"])
  }

  @Test func membersAreEscapedForMermaidAndMarkdown() throws {
    let schema = try Self.schema(
      "enum Odd { `*a*`, `$b`, `_c_`, `%% d`, `e&amp;`, `- f` }",
      "model M { snake_case: [String]?, `g*`: Int, `h$`: Int, `i:j`: Odd, `k\\nl`: Int, `m\u{202E}n`: Int }"
    )
    let lines = MermaidDiagram(schema).lines
    #expect(
      lines == [
        "classDiagram", "  class M {", "    snake_case: [String]?", "    g#42;: Int",
        "    h#36;: Int",
        "    i#58;j: Odd", "    k#92;nl: Int", "    m#92;u#123;202E#125;n: Int", "  }",
        "  class Odd {", "    <<enum>>", "    #42;a#42;",
        "    #36;b",
        "    #95;c#95;", "    #37;#37; d", "    e#38;amp#59;", "    #45; f", "  }", "  M ..> Odd",
      ]
    )
  }

  // MARK: Selected models

  private static func mermaid(_ name: String) throws -> [String] {
    MermaidDiagram(try budgets(), names: [name]).lines
  }

  @Test func selectedModelShowsItsNeighbors() throws {
    #expect(
      try Self.mermaid("Tag") == [
        "classDiagram", "  class Budget", "  class Tag {", "    text: String", "  }",
        "  Budget \"*\" -- \"*\" Tag : tags / budgets", "  Tag \"*\" -- \"0..1\" Tag : parent",
      ]
    )
  }

  @Test func selectedModelShowsItsTypesAndSubmodels() throws {
    let lines = try Self.mermaid("Expense")
    #expect(
      lines.filter { $0.hasPrefix("  class") }
        == ["  class Budget", "  class Expense {", "  class Trip", "  class Category {"]
    )
    #expect(
      lines.suffix(3) == [
        "  Budget \"0..1\" -- \"1..10\" Expense : expenses (cascade) / budget",
        "  Expense <|-- Trip",
        "  Expense ..> Category",
      ]
    )
  }

  @Test func selectedModelShowsInheritedMembers() throws {
    let lines = try Self.mermaid("Trip")
    #expect(
      lines.filter { $0.hasPrefix("  class") }
        == ["  class Budget", "  class Expense {", "  class Trip {", "  class Category {"]
    )
    #expect(lines.contains("  Budget \"0..1\" -- \"1..10\" Expense : expenses (cascade) / budget"))
  }

  @Test func selectedTypeShowsItsUses() throws {
    #expect(
      try Self.mermaid("Address") == [
        "classDiagram", "  class Budget", "  class Address {", "    <<struct>>",
        "    street: String",
        "    city: String?", "  }", "  Budget ..> Address",
      ]
    )
  }

  @Test func modelsThatReferenceASelectedOneAreItsNeighbors() throws {
    let schema = try Self.schema("model Person { name: String }", "model Car { owner: Person? }")
    #expect(
      MermaidDiagram(schema, names: ["Person"]).lines == [
        "classDiagram", "  class Person {", "    name: String", "  }", "  class Car",
        "  Car \"*\" -- \"0..1\" Person : owner",
      ]
    )
  }

  // MARK: Pictures
}
