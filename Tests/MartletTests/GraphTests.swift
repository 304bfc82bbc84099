import Foundation
import Martlet
import TestSupport
import Testing

/// Object graphs in programs.
@Suite struct GraphTests {
  private static let models = """
    enum Light { sun, shade }
    struct Spot { x: Double, y: Double? }
    struct Place { room: String, spot: Spot? }
    model Plant {
      name: String unique
      n: Int?
      height: Double?
      price: Decimal?
      planted: Date?
      code: UUID?
      image: Data?
      isGreen: Bool?
      light: Light?
      lights: [Light] = []
      place: Place?
      sizes: [Double] = []
      `odd "name"\\n`: String?
      parts: [Plant] ordered inverse whole
      whole: Plant?
      friends: [Plant] inverse friends
      pots: [Pot] ordered inverse plants
    }
    model Pot { n: Int, plants: [Plant] }
    model Tree: Plant { rings: Int = 1, twin: Tree? }
    """

  private static func plants() throws -> ModelContext {
    let context = ModelContext(try ModelContainer(models: models))
    let first = try context.insert(
      "Plant",
      [
        "name": "\u{1}e\u{301}\u{10FFFF}\"", "n": .int(.min), "height": .double(-0.0),
        "price": .decimal(Decimal(string: "-1234567890.1234567890123456789012345678") ?? 0),
        "planted": .date(Timestamp(microseconds: .min)), "code": .uuid(UUID()),
        "image": .data(Data([0, 1, 255])), "isGreen": false, "light": "shade",
        "lights": ["sun", "sun"],
        "place": ["room": "hall", "spot": ["x": .double(.infinity)]],
        "sizes": [.double(-.infinity), 0.1], "odd \"name\"\n": "x",
        "parts": [["name": "b", "n": .int(.max)], ["name": "a"]],
        "pots": [["n": 2], ["n": 1]],
      ]
    )
    let tree = try context.insert(
      "Tree",
      [
        "name": "Fig", "friends": .list([.record(first)]), "rings": 7,
        "planted": .date(Timestamp(microseconds: 1_750_000_000_000_001)),
      ]
    )
    try context.update(tree, set: ["rings": 7])
    try context.execute("update all Tree set twin = self")
    try context.execute("insert Tree name: \("gone")")
    try context.execute("delete Tree where name == \("gone")")
    try context.save()
    return context
  }

  @Test func graphRestoresAnEqualStore() throws {
    let context = try Self.plants()
    let graph = try context.graph()
    let copy = ModelContext(ModelContainer())
    let counts = try copy.restore(graph)
    #expect(counts.map(\.count) == [3, 2, 1])
    #expect(try copy.graph() == graph)
    #expect(try copy.fetch("Plant") == context.fetch("Plant"))
    #expect(try copy.fetch("Pot") == context.fetch("Pot"))
    for one in [context, copy] { try one.insert("Tree", ["name": "new"]) }
    #expect(try copy.fetchIdentifiers("Plant") == context.fetchIdentifiers("Plant"))
  }

  @Test func graphRoundTripsAsText() throws {
    let graph = try Self.plants().graph()
    let read = try ObjectGraph(json: graph.json)
    #expect(read == graph)
    #expect(read.json == graph.json)
    let coded = try JSONDecoder().decode(ObjectGraph.self, from: JSONEncoder().encode(graph))
    #expect(coded == graph)
  }

  @Test func restoringTwiceNamesTheConflict() throws {
    let context = try Self.plants()
    let graph = try context.graph()
    let refusal = #expect(throws: GraphRefusal.self) { try context.restore(graph) }
    #expect(
      "\(refusal as Any)".contains("the store already has Plant#1, Plant#2, Plant#3 and 3 more")
    )
    try context.insert("Pot", ["n": 5])
    #expect(throws: GraphRefusal.pendingChanges) { try context.restore(graph) }
  }

  @Test func partsOfAGraph() throws {
    let context = try makeContext()
    for name in ["A", "B"] {
      try context.insert(
        "Budget",
        [
          "name": .string(name), "limit": 10,
          "expenses": [["name": "x", "amount": 1], ["name": "y", "amount": 2]],
        ]
      )
    }
    try context.save()
    let first = try context.fetchIdentifiers("Budget where name == \("A")")
    let expense = try context.fetchIdentifiers("Expense limit 1")
    #expect(try context.graph(from: first).records.count == 3)
    let graph = try context.graph(from: expense)
    #expect(graph.records.map(\.entity) == ["Budget", "Expense", "Expense"])
    let copy = try makeContext()
    try copy.restore(graph)
    #expect(try copy.graph() == graph)
    let gone = RecordID(entity: "Budget", key: .number(77))
    #expect(throws: StoreError.missingRecord(gone)) { try context.graph(from: [gone]) }
  }

  @Test func rulesOfModelsAreChecked() throws {
    let context = try makeContext()
    try context.insert("Budget", ["name": "A", "limit": 10])
    try context.save()
    let graph = try context.graph()
    func refused(_ change: (inout [ObjectField]) -> Void) -> String {
      var graph = graph
      var values = graph.records[0].values
      change(&values)
      let record = graph.records[0]
      graph.records[0] = RecordSnapshot(id: record.id, entity: record.entity, values: values)
      do {
        try ModelContext(ModelContainer()).restore(graph)
        return "done"
      } catch {
        return "\(error)"
      }
    }
    func with(_ name: String, _ value: Value) -> (inout [ObjectField]) -> Void {
      { fields in
        fields.removeAll { $0.name == name }
        fields.append(ObjectField(name, value))
      }
    }
    #expect(refused { _ in } == "done")
    #expect(refused(with("limit", -1.5)).contains("limit must be greater than zero"))
    #expect(refused(with("limit", 7)) == "Budget#1.limit: the value is not of type Double")
    #expect(refused(with("name", nil)).contains("Budget#1 needs a value for `name`"))
    #expect(refused(with("category", "sport")).contains("\"sport\" is not a case of Category"))
    #expect(refused(with("spent", 1.5)) == "Budget#1.spent: `spent` is computed")
    #expect(refused(with("lmit", 1.5)) == "Budget#1.lmit: Budget has no stored property `lmit`")
    #expect(
      refused(with("place", ["town": "x"])) == "Budget#1.place: the value is not of type Place"
    )
    let missing = RecordID(entity: "Expense", key: .number(4))
    #expect(
      refused(with("expenses", .list([.record(missing)])))
        == "Budget#1.expenses: Expense#4 is not in the graph"
    )
  }

  @Test func modelsMustBeTheSame() throws {
    let graph = try makeContext().graph()
    let other = ModelContext(
      try ModelContainer(models: "enum Category { food, travel }\nmodel Expense { name: String }")
    )
    let error = #expect(throws: QueryError.self) { try other.restore(graph) }
    #expect("\(error as Any)".contains("the session has a different `Category`"))
    #expect(
      "\(error as Any)".contains(
        "the session has a different `Expense`: `amount: Double` is missing there"
      )
    )
    #expect(other.container.store.schema.entities.map(\.name) == ["Expense"])
  }

  @Test func fileIsWrittenAndReadInParts() throws {
    let context = try Self.plants()
    var bytes: [UInt8] = []
    try context.writeGraph { bytes.append(contentsOf: $0) }
    let folder = try TemporaryFolder()
    let path = try folder.write(String(decoding: bytes, as: UTF8.self), to: "graph.json")
    let copy = ModelContext(ModelContainer())
    try copy.restoreGraph(path: path)
    #expect(try copy.graph() == context.graph())
    #expect(throws: QueryError.self) { try copy.restoreGraph(path: path + "x") }
  }
}
