import Foundation
import TestSupport
import Testing

/// Files imported into existing models.
@Suite struct ImportTests {
  private static let models = [
    "model Item { name: String, amount: Double, quantity: Int = 1, code: UUID unique = uuid(), note: String? }",
    "model Twin { a: Int }", "model twin { a: Int }", "enum Kind { a, b }",
    "struct At { x: Double? }", "model Part { n: String?, thing: Thing? }",
    "model Thing { name: String, kind: Kind?, kinds: [Kind] = [], counts: [Double]?, at: At?, parts: [Part] }",
  ]

  @Test func defaultsFillMissingColumns() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into item", "fetch Item select name, amount, quantity, note"],
      file: "name,amount\na,1\nb,2\n"
    )
    #expect(answers == ["2 imported into Item", "name,amount,quantity,note\na,1.0,1,\nb,2.0,1,"])
  }

  @Test func defaultsFillMissingMembersOfRecords() throws {
    let answers = try Self.answers(
      to: [
        "extend Thing { state: String = \"new\", level: Int? = 7 }",
        "model Sub { thing: Thing?, size: Int = 3, unit: String? = \"kg\" }",
        "extend Thing { subs: [Sub] inverse thing }",
        "import \"FILE\" as jsonl into Thing",
        "fetch Thing select name, state, level",
        "fetch Sub select thing.name, size, unit",
      ],
      file: """
        {"name":"a","state":"old","level":null,"subs":[{"size":1,"unit":null},{"size":2}]}
        {"name":"b","subs":[]}
        {"name":"c","level":1,"subs":[{"unit":"g"}]}
        """
    )
    #expect(answers[3] == "3 imported into Thing, 3 into Sub")
    #expect(answers[4] == "name,state,level\na,old,\nb,new,7\nc,new,1")
    #expect(answers[5] == "thing.name,size,unit\na,1,\na,2,kg\nc,3,g")
  }

  @Test func explicitNullsGetNoDefaults() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" as json into Item", "count Item"],
      file: #"[{"name":"a","amount":1},{"name":"b","amount":2,"quantity":null}]"#
    )
    #expect(answers[0].contains("1:60: Item.quantity must have a value"), "\(answers)")
    #expect(answers[1] == "0")
  }

  @Test func missingKeysAreFoundUnderTheirOldNames() throws {
    let answers = try Self.answers(
      to: [
        "import \"FILE\" as json into Item map { amount: a, quantity: q.n }",
        "fetch Item select name, amount, quantity",
        "import \"FILE\" as json into Item map { amount: a, quantity: q.n + 1 }",
      ],
      file: #"[{"name":"a","a":1,"q":{"n":5}},{"name":"b","a":2,"q":{"m":1}},{"name":"c","a":3}]"#
    )
    #expect(answers[1] == "name,amount,quantity\na,1.0,5\nb,2.0,1\nc,3.0,1")
    #expect(answers[2].contains("Item.quantity must have a value"), "\(answers)")
  }

  @Test func updatesKeepMissingMembers() throws {
    let answers = try Self.answers(
      to: [
        "model Key { k: String unique, n: Int? = 9, text: String? }",
        "insert Key { k: \"a\", n: 1, text: \"t\" }",
        "import \"FILE\" as json into Key updating",
        "fetch Key",
      ],
      file: #"[{"k":"a","text":null},{"k":"b","n":2,"text":"u"},{"k":"c"}]"#
    )
    #expect(answers[2] == "2 imported into Key, 1 updated")
    #expect(answers[3] == "k,n,text\na,1,\nb,2,u\nc,9,")
  }

  @Test func unnamedFirstColumnHasRowNames() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into Car", "fetch Car", "import \"FILE\" into Part"],
      file: "mpg,\"cyl\"\n\"Mazda RX4\",21,6\n\"Fiat 128\",32.4,4\n"
    )
    #expect(
      answers[0]
        == "2 imported into Car; the first column has no name in the header, so it is `rowName`"
    )
    #expect(answers[1] == "rowName,mpg,cyl\nMazda RX4,21.0,6\nFiat 128,32.4,4")
    #expect(answers[2].contains("2:1: Part has no attribute `rowName`"), "\(answers)")
    #expect(answers[2].contains("1:5: Part has no attribute `cyl`"), "\(answers)")
  }

  @Test(arguments: [
    ("String", "n\n\"\"\nx", #"n == """#), ("String?", "n\n\"\"\nx", "n == nil"),
    ("Int?", "n\n\"\"\n1", "n == nil"),
  ])
  func aSingleColumnKeepsNil(type: String, file: String, condition: String) throws {
    let answers = try Self.answers(
      to: [
        "model Single { n: \(type) }", "import \"FILE\" into Single",
        "count Single where \(condition)",
      ],
      file: file
    )
    #expect(answers.suffix(2) == ["2 imported into Single", "1"])
  }

  @Test(arguments: [
    ("Item", "name\na\n", "Item needs a value for `amount`"),
    ("Item", "name,amount,size\na,1,2\n", "Item has no attribute `size`"),
    (
      "Item", "name,amount\na,1\nb,\n",
      "3:3: Item.amount must have a value"
    ),
    (
      "Item", "name,amount\na,1.5\nb,12a\n",
      #"3:3: Item.amount takes Double, not "12a""#
    ),
    (
      "Item", "name,amount\na,x\n",
      #"2:3: Item.amount takes Double, not "x""#
    ),
    ("TWIN", "a\n1\n", "error: `TWIN` could be Twin or twin"),
  ])
  func invalidInputChangesNothing(entity: String, file: String, expected: String) throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into \(entity)", "count Item", "count Twin"],
      file: file
    )
    #expect(answers.first?.contains(expected) == true, "\(answers)")
    #expect(answers.dropFirst() == ["0", "0"])
  }

  @Test func conversionToStringIsReported() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" as json into New", "fetch New where b.items.x > 1"],
      file:
        #"[{"a":[1,"x"],"n":5,"t":"s","b":{"c":1,"items":[{"x":1}]}},{"a":[],"n":{"z":1},"t":"u"}]"#
    )
    #expect(
      answers.first
        == "2 imported into New, 1 into NewItem; `a`, `n` are String: the file has values of different types"
    )
    #expect(answers.last?.contains("become related records: write `items`") == true, "\(answers)")
  }

  @Test func infinitiesRoundTrip() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into Item", "fetch Item select name, amount"],
      file: "name,amount\na,inf\nb,-inf\nc,1.5\n"
    )
    #expect(answers == ["3 imported into Item", "name,amount\na,inf\nb,-inf\nc,1.5"])
  }

  /// Objects in arrays, arrays of scalars, nested objects; some of them are missing or null.
  static let nested = """
    [{"name":"Ada","tags":["math"],"address":{"city":"London","geo":{"lat":51.5}},
      "orders":[{"total":12.5,"lines":[{"sku":"A1"},{"sku":"B2"}]},{"total":3}]},
     {"name":"Bo","tags":[],"orders":[]},
     {"name":"Cy","address":null,"orders":[{"total":7,"lines":[]}]}]
    """

  @Test func objectsInArraysBecomeRecords() throws {
    let answers = try Self.answers(
      to: [
        "import \"FILE\" into Users",
        "fetch Users select name, tags, address, orders",
        "fetch Order select user.name as user, total, lines",
        "fetch Users where any orders.lines.sku == \"A1\" select name, sum(orders.total) as sum",
        "fetch Users select name, address.geo.lat as lat where \"math\" in tags or address is nil",
        "import \"FILE\" into Users",
        "count Order",
        "fetch Line select order.user.name as user, sku sort sku, user",
      ],
      file: Self.nested,
      ending: "json"
    )
    #expect(
      answers == [
        "3 imported into Users, 3 into Order, 2 into Line",
        """
        name,tags,address,orders
        Ada,"[""math""]","{""city"":""London"",""geo"":{""lat"":51.5}}",2
        Bo,[],,0
        Cy,,,1
        """,
        "user,total,lines\nAda,12.5,2\nAda,3.0,0\nCy,7.0,0",
        "name,sum\nAda,15.5",
        "name,lat\nAda,51.5\nBo,\nCy,",
        "3 imported into Users, 3 into Order, 2 into Line",
        "6",
        "user,sku\nAda,A1\nAda,A1\nAda,B2\nAda,B2",
      ]
    )
  }

  @Test(arguments: [
    (
      #"[{"name":"x","kind":"b","kinds":["a","b"],"counts":[1],"at":{"x":1},"parts":[{"n":"p"}]}]"#,
      "1 imported into Thing, 1 into Part"
    ),
    (#"[{"name":"x","kind":null,"kinds":[],"counts":[],"parts":[]}]"#, "1 imported into Thing"),
    (#"[{"name":"x","kind":"c"}]"#, #"Thing.kind: "c" is not a case of Kind"#),
    (#"[{"name":"x","kinds":["a","z"]}]"#, #"Thing.kinds: "z" is not a case of Kind"#),
    (
      #"[{"name":"x","counts":["a"]}]"#, #"Thing.counts takes [Double], not ["a"]"#
    ),
    (#"[{"name":"x","counts":5}]"#, "Thing.counts takes [Double]; the file has Int: 5"),
    (#"[{"name":"x","at":{"y":1}}]"#, "Thing has no attribute `at.y`"),
    (#"[{"name":"x","parts":[{"m":1}]}]"#, "Part has no attribute `m`"),
    (
      #"[{"name":"x","boxes":[{"m":1}]}]"#,
      "Thing has no relationship `boxes` to the records in its arrays"
    ),
    (#"[{"name":"x","parts":[1]}]"#, "Thing.parts is a relationship to several records"),
  ])
  func nestedFilesFitModels(file: String, expected: String) throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into Thing", "fetch Thing", "count Part"],
      file: file,
      ending: "json"
    )
    let line = answers.first?.split(separator: "\n").first
    #expect(line?.hasSuffix(expected) == true, "\(answers)")
  }

  @Test func duplicateNamesAreReplaced() throws {
    let answers = try Self.answers(
      to: [
        "import \"FILE\" into Cities",
        "fetch Part where city.name == \"a\"",
        "fetch CityPart where owner.name == \"a\"",
        "fetch Cities select name, items, at.x",
      ],
      file: """
        [{"name":"a","parts":[{"city":1}],"items":[{"items":[{"q":1},{"q":2}]}],"at":{"x":1.5}}]
        """,
      ending: "json"
    )
    #expect(answers.count == 4)
    #expect(
      answers[0] == "1 imported into Cities, 1 into CityPart, 1 into CityItem, 2 into CityItemItem"
    )
    #expect(answers[3] == "name,items,at.x\na,1,1.5")
  }

  /// The answers of a session with the models to statements; `FILE` is the file's path.
  private static func answers(
    to statements: [String],
    file: String,
    ending: String = "csv"
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(file, to: "data.\(ending)")
    let console = try ScriptConsole(mode: .csv, demo: false)
    for model in models { _ = console.answer(model) }
    return statements.map {
      console.answer($0.replacingOccurrences(of: "FILE", with: path)).text
    }
  }
}
