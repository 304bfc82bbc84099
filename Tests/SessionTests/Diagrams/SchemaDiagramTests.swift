import Model
import Session
import TestSupport
import Testing

@testable import Diagrams

/// What `.schema --mermaid` and `.schema --svg` draw.
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

  @Test func namesThatMermaidWouldReadAreQuoted() throws {
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
  func namesThatMermaidDoesNotTakeStandForBoxes(name: String) throws {
    let lines = MermaidDiagram(try Self.schema("model `\(name)` { x: Int }")).lines
    #expect(lines[1].hasPrefix("  class box1[\""), "\(lines)")
  }

  @Test func boxesHaveOneNameEach() throws {
    let schema = try Self.schema(
      "model box2 { x: Int }",
      "model `a b` { x: Int }",
      "model box2_ { other: `a b`? }"
    )
    let heads = MermaidDiagram(schema).lines.filter { $0.hasPrefix("  class") }
    #expect(heads == ["  class box2 {", "  class box2_[\"a b\"] {", "  class box3[\"box2#95;\"]"])
  }

  @Test func membersAreNoSignsOfMermaidsNorOfMarkdowns() throws {
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

  // MARK: Chosen models

  private static func mermaid(_ name: String) throws -> [String] {
    MermaidDiagram(try budgets(), names: [name]).lines
  }

  @Test func aChosenModelHasItsNeighbours() throws {
    #expect(
      try Self.mermaid("Tag") == [
        "classDiagram", "  class Budget", "  class Tag {", "    text: String", "  }",
        "  Budget \"*\" -- \"*\" Tag : tags / budgets", "  Tag \"*\" -- \"0..1\" Tag : parent",
      ]
    )
  }

  @Test func aChosenModelHasItsTypesAndWhatSpecialisesIt() throws {
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

  @Test func aChosenModelHasWhatItInherits() throws {
    let lines = try Self.mermaid("Trip")
    #expect(
      lines.filter { $0.hasPrefix("  class") }
        == ["  class Budget", "  class Expense {", "  class Trip {", "  class Category {"]
    )
    #expect(lines.contains("  Budget \"0..1\" -- \"1..10\" Expense : expenses (cascade) / budget"))
  }

  @Test func aChosenTypeHasWhatUsesIt() throws {
    #expect(
      try Self.mermaid("Address") == [
        "classDiagram", "  class Budget", "  class Address {", "    <<struct>>",
        "    street: String",
        "    city: String?", "  }", "  Budget ..> Address",
      ]
    )
  }

  @Test func modelsThatLeadToAChosenOneAreItsNeighbours() throws {
    let schema = try Self.schema("model Person { name: String }", "model Car { owner: Person? }")
    #expect(
      MermaidDiagram(schema, names: ["Person"]).lines == [
        "classDiagram", "  class Person {", "    name: String", "  }", "  class Car",
        "  Car \"*\" -- \"0..1\" Person : owner",
      ]
    )
  }

  // MARK: Pictures

  @Test func thePictureShowsAllThatThereIs() throws {
    let picture = try Picture(SVGDiagram(try Self.budgets()).lines.joined(separator: "\n"))
    #expect(picture.boxes.count == 6)
    for text in [
      "Budget", "name: String", "unique", "spent: Double", "computed", "enum", "travel",
      "expenses 1..10 cascade", "budget 0..1", "tags *", "budgets *", "parent 0..1",
    ] {
      #expect(picture.texts.contains(text), "\(text)")
    }
    #expect(picture.lines.count == 6)
    picture.expectOrder()
  }

  @Test func namesOfAllKindsAreXML() throws {
    let schema = try Self.schema("model `a<b>&\"c` { `d&e`: String, `日本語日本語日本語`: Int }")
    let picture = try Picture(SVGDiagram(schema).lines.joined(separator: "\n"))
    #expect(picture.texts.contains("a<b>&\"c"))
    #expect(picture.texts.contains("d&e: String"))
    picture.expectOrder()
  }

  @Test func aPictureNeedsNoVariablesAndSaysWhatItIs() throws {
    let lines = SVGDiagram(try Self.budgets()).lines
    #expect(!lines.contains { $0.contains("var(") })
    #expect(lines.contains("  <title>Schema: 4 models, 1 enum, 1 struct</title>"))
    #expect(lines.contains("  <desc>Budget, Expense, Trip, Tag, Category, Address</desc>"))
    #expect(SVGDiagram(try Self.budgets()).lines == lines)
  }

  @Test func whatIsOnlyNamedHasNoMembers() throws {
    let picture = try Picture(
      SVGDiagram(try Self.budgets(), names: ["Tag"]).lines.joined(separator: "\n")
    )
    #expect(
      picture.texts == ["budgets *", "tags *", "*", "parent 0..1", "Budget", "Tag", "text: String"]
    )
    picture.expectOrder()
  }

  @Test func nothingIsAPictureToo() throws {
    let picture = try Picture(SVGDiagram(Schema()).lines.joined(separator: "\n"))
    #expect(picture.boxes.isEmpty)
    #expect(MermaidDiagram(Schema()).lines == ["classDiagram"])
  }

  /// Circles, long chains and models that stand alone.
  @Test func boxesNeverLieOnEachOther() throws {
    var entities: [Entity] = []
    for number in 0..<60 {
      let next = "M\((number * 7 + 1) % 60)"
      let properties: [Property] =
        number % 5 == 0
        ? [.attribute(Attribute(name: "a", type: .int))]
        : [
          .relationship(
            Relationship(name: "r", destination: next, isToMany: number % 2 == 0, inverse: "r")
          )
        ]
      entities.append(Entity(name: "M\(number)", properties: properties))
    }
    let picture = try Picture(SVGDiagram(Schema(entities: entities)).lines.joined(separator: "\n"))
    #expect(picture.boxes.count == 60)
    picture.expectOrder()
  }

  @Test func aLineOfACircleGoesRoundTheBoxBetween() throws {
    let schema = try Self.schema(
      "model A { n: Int, b: B? }",
      "model B { n: Int, c: C? }",
      "model C { n: Int, a: A? }"
    )
    let picture = try Picture(SVGDiagram(schema).lines.joined(separator: "\n"))
    #expect(picture.boxes.count == 3 && picture.lines.count == 3)
    #expect(
      picture.lines.count { $0.contains { point in picture.boxes.allSatisfy { point.y < $0.y } } }
        == 1
    )
    picture.expectOrder()
  }

  /// Models of all kinds of relationships, to themselves too, and some that specialise others.
  @Test func linesKeepToThemselves() throws {
    var random = SeededRandom(seed: 14)
    for _ in 0..<fuzzCount(120) {
      let count = Int.random(in: 1...14, using: &random)
      let entities = (0..<count).map { number in
        var properties: [Property] = (0..<Int.random(in: 0...5, using: &random)).map {
          .attribute(Attribute(name: "a\($0)", type: .int))
        }
        for place in 0..<Int.random(in: 1...5, using: &random) {
          let name = "r\(place)"
          let destination = "M\(Int.random(in: 0..<count, using: &random))"
          let isToMany = Bool.random(using: &random)
          properties.append(
            .relationship(
              Relationship(name: name, destination: destination, isToMany: isToMany, inverse: "r0")
            )
          )
        }
        let parent =
          number > 0 && Int.random(in: 0..<5, using: &random) == 0 ? "M\(number / 2)" : nil
        return Entity(name: "M\(number)", parent: parent, properties: properties)
      }
      let picture = try Picture(
        SVGDiagram(Schema(entities: entities)).lines.joined(separator: "\n")
      )
      picture.expectOrder()
    }
  }
}
