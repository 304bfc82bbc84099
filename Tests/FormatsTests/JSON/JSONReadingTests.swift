import Foundation
import Model
import Testing

@testable import Formats

struct JSONReadingTests {
  /// A text, and the declarations that are inferred from it.
  typealias Inference = FileCase

  @Test(arguments: [
    Inference(#"[{"a":1,"b":"x"},{"a":2,"b":"y"}]"#, "a: Int", "b: String"),
    Inference(#"{"a":1}"#, "a: Int"),
    Inference("{\"a\":1}\n{\"a\":2.5}\n", "a: Double"),
    Inference(#"{"a":1}{"b":true}"#, "a: Int?", "b: Bool?"),
    Inference(#"[{"a":9007199254740993},{"a":0.5}]"#, "a: String"),
    Inference(#"[{"a":9223372036854775808}]"#, "a: String"),
    Inference(#"[{"a":1e400}]"#, "a: String"),
    Inference(#"[{"a":-0}]"#, "a: Double"),
    Inference(#"[{"a":"2024-01-01"},{"a":"2024-01-01T10:00:00Z"}]"#, "a: Date"),
    Inference(#"[{"a":"2024-01-01"},{"a":"soon"}]"#, "a: String"),
    Inference(#"[{"a":"2024-01-01"},{"a":5}]"#, "a: String"),
    Inference(#"[{"a":"12"}]"#, "a: String"),
    Inference(#"[{"a":"true"},{"a":true}]"#, "a: String"),
    Inference(#"[{"a":"3F2504E0-4F89-41D3-9A0C-0305E82C3301"}]"#, "a: UUID"),
    Inference(#"[{"a":null},{"a":null}]"#, "a: String?"),
    Inference("[{\"\u{E9}\":1,\"e\u{301}\":true}]", "\u{E9}: Int", "e\u{301}_2: Bool"),
    Inference(#"[{"a":null},{"a":1}]"#, "a: Int?"),
    Inference(#"[{"a":[1,2]},{"a":[]}]"#, "a: [Int]"),
    Inference(#"[{"a":[]},{"a":null},{"a":[true]}]"#, "a: [Bool]?"),
    Inference(#"[{"a":[]}]"#, "a: [String]"),
    Inference(#"[{"a":[null]},{"a":[1,null,2.5]}]"#, "a: [Double]"),
    Inference(#"[{"a":["2024-01-01"]},{"a":["soon"]}]"#, "a: [String]"),
    Inference(#"[{"a":["2024-01-01","2024-01-02T10:00:00Z"]}]"#, "a: [Date]"),
    Inference(#"[{"a":[1]},{"a":["x"]}]"#, "a: String"),
    Inference(#"[{"a":["x"]},{"a":[1]}]"#, "a: String"),
    Inference(#"[{"a":[1]},{"a":2}]"#, "a: String"),
    Inference(#"[{"a":1},{"a":[2]}]"#, "a: String"),
    Inference(#"[{"a":[[1],[2]]}]"#, "a: String"),
    Inference(#"[{"a":[1e400]}]"#, "a: String"),
    Inference(#"[{"a":[9007199254740993, 0.5]}]"#, "a: String"),
    Inference(#"[{"a":[{"b":1},2]}]"#, "a: String"),
    Inference(#"[{"a":[2,{"b":1}]}]"#, "a: String"),
    Inference(#"[{"a":[{"b":1},null]}]"#, "a: String"),
    Inference(#"[{"a":[{}]}]"#, "a: String"),
    Inference(#"[{"a":[{"b":1}]},{"a":{"b":1}}]"#, "a: String"),
    Inference(#"[{"a":1,"b":[{"c":1}]},{"a":2}]"#, "a: Int"),
    Inference(#"[{"a":{"b":[1],"c":[{"d":1}]}}]"#, "a: { b: [Int] }"),
    Inference("[[1,2],[3]]", "value: [Int]"),
    Inference(#"[{"a":{"b":{"c":1},"d":"x"}}]"#, "a: { b: { c: Int }, d: String }"),
    Inference(#"[{"a":{"b":1}},{"a":null},{}]"#, "a: { b: Int }?"),
    Inference(#"[{"a":{}},{"a":{}}]"#, "a: String"),
    Inference(#"[{"a":{"b":1}},{"a":5}]"#, "a: String"),
    Inference("[1,2.5,3]", "value: Double"),
    Inference("[\"x\",null]", "value: String?"),
    Inference("1\n2\n", "value: Int"),
    Inference(#"[{"":1,"column1":2}]"#, "column1_2: Int", "column1: Int"),
    Inference("\u{FEFF}[ { \"a\" : 1 } ] \n", "a: Int"),
  ])
  func typesAreInferred(_ inference: Inference) throws {
    #expect(try read(inference.text, as: .json).declarations == inference.expected)
  }

  @Test func nestedObjectsAreReachedByPath() throws {
    let text = """
      [{"name":"x","address":{"city":"Oslo","geo":{"lat":59.9}}},
       {"address":{"geo":{"lat":1,"lng":2}},"name":"y"},
       {"name":"z","address":null}]
      """
    let table = try read(text, as: .json)
    #expect(table.values("name") == [.string("x"), .string("y"), .string("z")])
    #expect(table.values("address", "city") == [.string("Oslo"), .null, .null])
    #expect(table.values("address", "geo", "lat") == [.double(59.9), .double(1), .null])
    #expect(table.values("address", "geo", "lng") == [.null, .int(2), .null])
    #expect(
      table.attributes.last?.type
        == .composite(
          CompositeType(fields: [
            CompositeField(name: "city", type: .string, isOptional: true),
            CompositeField(
              name: "geo",
              type: .composite(
                CompositeType(fields: [
                  CompositeField(name: "lat", type: .double, isOptional: false),
                  CompositeField(name: "lng", type: .int, isOptional: true),
                ])
              ),
              isOptional: false
            ),
          ])
        )
    )
  }

  @Test func mixedValuesAreKeptAsStrings() throws {
    let text = #"[{"a":1.50},{"a":"x"},{"a":{"b": [1, "\u00e9"]}},{"a":true},{"a":null}]"#
    let table = try read(text, as: .json)
    #expect(
      table.values("a") == [
        .string("1.50"), .string("x"), .string(#"{"b":[1,"\u00e9"]}"#), .string("true"), .null,
      ]
    )
  }

  @Test func arraysKeepTheirElements() throws {
    let text = #"[{"a":["x","y"],"b":1},{"b":2},{"a":[],"b":3},{"a":["x",null]},{"a":null}]"#
    #expect(
      try read(text, as: .json).values("a") == [
        .list([.string("x"), .string("y")]), .null, .list([]), .list([.string("x"), .null]), .null,
      ]
    )
    let numbers = try read(#"[{"a":[1,null]},{"a":[2.5]},{"a":[null,null,3]}]"#, as: .json)
    #expect(
      numbers.values("a") == [
        .list([.double(1), .null]), .list([.double(2.5)]), .list([.null, .null, .double(3)]),
      ]
    )
  }

  @Test func objectsInArraysAreChildren() throws {
    let text = """
      [{"name":"x","orders":[{"n":1,"lines":[{"sku":"a"},{"sku":"b"}]},{"n":2}]},
       {"name":"y"},{"name":"z","orders":[]},{"name":"w","orders":[{"n":3,"lines":[{"sku":"c"}]}]}]
      """
    let table = try read(text, as: .json)
    #expect(table.declarations == ["name: String"])
    let orders = try #require(table.children.first)
    #expect(orders.path == AttributePath(["orders"]))
    #expect(orders.owners == [0, 0, 3])
    #expect(orders.table.values("n") == [.int(1), .int(2), .int(3)])
    let lines = try #require(orders.table.children.first)
    #expect(lines.owners == [0, 0, 2])
    #expect(lines.table.values("sku") == ["a", "b", "c"].map { .string($0) })
  }

  @Test func mixedArraysBecomeStrings() throws {
    let table = try read("{\"a\": [ 1 , {\"b\" : null} , [ ] ]}\n", as: .jsonLines)
    #expect(table.values("a") == [.string(#"[1,{"b":null},[]]"#)])
  }

  @Test func linesAreRecordsEvenIfTheyAreArrays() throws {
    let table = try read("[1,2]\n[3]\n", as: .jsonLines)
    #expect(table.values("value") == [.list([.int(1), .int(2)]), .list([.int(3)])])
  }

  /// Strings against Foundation's parser.
  @Test(arguments: [
    #""""#, #""\"\\\/\b\f\n\r\t""#, #""\u00e9\u20AC""#, #""\ud83d\ude00!""#, #""é😀 \u0041""#,
    #""a long string without any escape at all""#, #""\\\"""#,
  ])
  func stringsAreUnescaped(literal: String) throws {
    let oracle = try JSONSerialization.jsonObject(with: Data("[\(literal)]".utf8)) as? [String]
    let table = try read("[{\"a\":\(literal)},{\"a\":\"x\"}]", as: .json)
    #expect(table.values("a").first == oracle?.first.map(Value.string))
  }

  @Test func escapedKeysAreTheSameKeys() throws {
    let table = try read(#"[{"a\u0062":1},{"ab":2}]"#, as: .json)
    #expect(table.values("ab") == [.int(1), .int(2)])
  }

  @Test func deepNestingIsBounded() throws {
    let allowed = String(repeating: "[", count: 250) + String(repeating: "]", count: 250)
    #expect(try read("{\"a\":\(allowed)}", as: .json).count == 1)
    let objects = String(repeating: "{\"a\":", count: 100_000)
    #expect(failure(objects, as: .json).first?.hasSuffix("nested deeper than 256 levels") == true)
    let arrays = "{\"a\":" + String(repeating: "[", count: 100_000)
    #expect(failure(arrays, as: .json).first?.hasSuffix("nested deeper than 256 levels") == true)
  }
}
