import Foundation
import FoundationXML
import Model
import Session
import Testing

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
    #expect(picture.lineCount == 6)
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
}

/// A picture as an XML parser reads it.
private final class Picture: NSObject, XMLParserDelegate {
  struct Box {
    let x, y, width, height: Double
  }

  private(set) var boxes: [Box] = []
  /// The grounds of what stands at the ends of lines.
  private(set) var labels: [Box] = []
  private(set) var texts: [String] = []
  private(set) var lineCount = 0
  private var size = (width: 0.0, height: 0.0)
  private var text: String?

  init(_ source: String) throws {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  /// No two boxes overlap, no label lies on a box, and all are within the picture.
  func expectOrder() {
    for label in labels {
      #expect(label.x >= 0 && label.x + label.width <= size.width)
      for box in boxes {
        let isBeside = label.x + label.width <= box.x || box.x + box.width <= label.x
        let isBelow = label.y + label.height <= box.y || box.y + box.height <= label.y
        #expect(isBeside || isBelow)
      }
    }
    for (place, box) in boxes.enumerated() {
      #expect(box.x >= 0 && box.x + box.width <= size.width)
      #expect(box.y >= 0 && box.y + box.height <= size.height)
      for other in boxes[..<place] {
        let isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x
        let isBelow = box.y + box.height <= other.y || other.y + other.height <= box.y
        #expect(isBeside || isBelow)
      }
    }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    let number = { (key: String) in Double(attributes[key] ?? "") ?? .nan }
    switch name {
    case "svg": size = (number("width"), number("height"))
    case "rect" where attributes["class"] == "box" || attributes["class"] == "page":
      let box = Box(
        x: number("x"),
        y: number("y"),
        width: number("width"),
        height: number("height")
      )
      if attributes["class"] == "box" {
        boxes.append(box)
      } else if box.height != size.height {
        labels.append(box)
      }
    case "path": lineCount += 1
    case "text": text = ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text? += characters }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if name == "text", let found = text {
      texts.append(found)
      text = nil
    }
  }
}
