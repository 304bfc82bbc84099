import Expressions
import Model
import TestSupport
import Testing

/// Calls every function with columns and with literals of the same values, for every signature: the
/// column programs must agree with the definition, and no value crashes.
@Suite struct FunctionColumnTests {
  /// Values of a type as literals, with the limits. The columns of a type have them in other orders.
  private static let values: [(type: ValueType, name: String, literals: [String])] = [
    (
      .int, "Int",
      [
        "0", "1", "-1", "7", "75", "2024", "3", "9223372036854775807", "9223372036854775806",
        "-9223372036854775807 - 1", "12",
      ]
    ),
    (
      .double, "Double",
      ["0.0", "-1.5", "2.5", "0.3", "0.1", "1e308", "-1e308", "1e400", "-1e400", "3.0", "1e-300"]
    ),
    (
      .decimal, "Decimal",
      [
        "decimal \"0\"", "decimal \"1.1\"", "decimal \"-12.5\"", "decimal \"3\"",
        "decimal \"1e38\"", "decimal \"0.1\"",
      ]
    ),
    (
      .string, "String",
      [
        "\"\"", "\"abcabc\"", "\"2024-02-29\"", "\"4x\"", "\"Ω é👨‍👩‍👧\"", "\"true\"", "\"12.5\"",
        "\"ab\"", "\"b\"", "\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\"", "\"dd.MM.yyyy\"",
      ]
    ),
    (
      .date, "Date",
      [
        "2024-02-29", "1969-12-31T23:59:59.999999Z", "2026-11-26T10:20:30Z", "0001-01-01",
        "9999-12-31", "2024-03-31T01:30:00Z",
      ]
    ),
    (.bool, "Bool", ["true", "false"]),
    (.uuid, "UUID", ["uuid \"6f9619ff-8b86-d011-b42d-00cf4fc964ff\""]),
    (.list(.string), "[String]", ["[\"a\", \"b\"]", "[\"\"]", "[\"x\"]"]),
  ]

  private static let columnCount = 3
  private static let rowCount = 23

  /// The literal of a column in a row; every seventh value is nil.
  private static func literal(_ type: ValueType, _ column: Int, _ row: Int) -> String? {
    guard let known = values.first(where: { $0.type == type }) else { return nil }
    if type != .list(.string), (row + 2 * column) % 7 == 6 { return "nil" }
    return known.literals[(row * (column + 1) + column) % known.literals.count]
  }

  private static func column(_ type: ValueType, _ column: Int) -> String? {
    values.firstIndex { $0.type == type }.map { "c\($0)x\(column)" }
  }

  /// Arguments that can only be literals.
  private static func word(_ type: ValueType) -> String? {
    if type == FunctionDeclaration.unit { return "month" }
    if type == FunctionDeclaration.pattern { return "/a(b)?/" }
    if type == .duration { return "1 week" }
    return type.description == "side" ? "left" : nil
  }

  /// The results differ from statement to statement, or depend on other rows.
  private static let excluded: [ScalarFunction] = [.now, .today, .uuid, .random, .age, .bins]

  private static let calls: [(name: String, parameters: [ValueType])] = FunctionDeclaration.all
    .filter { !excluded.contains($0.function) }
    .flatMap { declaration -> [(name: String, parameters: [ValueType])] in
      let ordered: [ValueType] = [.int, .double, .decimal, .string, .date]
      let signatures: [[ValueType]] =
        switch declaration.form {
        case .signatures(let signatures): signatures.map(\.parameters)
        case .several: ordered.map { [$0, $0] }
        case .same(let count): ordered.map { Array(repeating: $0, count: count) }
        }
      return signatures.filter { !$0.isEmpty }.map { (declaration.function.name, $0) }
    }

  private static func makeConsole() throws -> ScriptConsole {
    let console = try ScriptConsole(mode: .csv, demo: false)
    let columns = values.flatMap { type, name, _ in
      (0..<columnCount).map { place in
        "\(column(type, place) ?? ""): \(name)" + (type == .list(.string) ? " = []" : "?")
      }
    }
    let rows = (0..<rowCount).map { row in
      let fields = values.flatMap { type, _, _ in
        (0..<columnCount).map { "\(column(type, $0) ?? ""): \(literal(type, $0, row) ?? "nil")" }
      }
      return "{ n: \(row), \(fields.joined(separator: ", ")) }"
    }
    for statement in [
      "model V { n: Int, \(columns.joined(separator: ", ")) }",
      "insert V [\(rows.joined(separator: ", "))]",
    ] {
      let answer = console.answer(statement)
      #expect(!answer.fails, "\(answer.text)")
    }
    return console
  }

  /// A call with the columns at `places`, and the literals of `row` elsewhere.
  private static func text(
    _ call: (name: String, parameters: [ValueType]),
    columns places: Set<Int>,
    row: Int
  ) -> String {
    let arguments = call.parameters.enumerated().map { place, type in
      if let word = word(type) { return word }
      let known = places.contains(place) ? column(type, place) : literal(type, place, row)
      return known ?? "nil"
    }
    return "\(call.name)(\(arguments.joined(separator: ", ")))"
  }

  @Test func columnsAgreeWithLiterals() throws {
    let console = try Self.makeConsole()
    #expect(Self.calls.count > 80)
    for call in Self.calls {
      let varying = call.parameters.indices.filter { Self.word(call.parameters[$0]) == nil }
      let variants = [Set(varying)] + (varying.count > 1 ? varying.map { [$0] } : [])
      for row in 0..<Self.rowCount {
        let literals = Self.text(call, columns: [], row: row)
        // A nil has no type.
        if literals.contains("nil") { continue }
        let expected = console.answer("fetch V where n == \(row) select \(literals) as r")
        for places in variants {
          let text = Self.text(call, columns: places, row: row)
          let found = console.answer("fetch V where n == \(row) select \(text) as r")
          // An invalid literal is an error before the query runs; in a column, it is nil.
          if expected.fails, !expected.text.contains("out of range") {
            #expect(!found.text.contains("out of range"), "\(literals): \(expected.text)")
            continue
          }
          let isSame = Self.withoutCalls(found.text) == Self.withoutCalls(expected.text)
          #expect(isSame, "\(text) \(row): \(found.text) \(expected.text)")
        }
      }
    }
  }

  /// A result or an error without the quoted calls in it, whose arguments may be columns or values.
  private static func withoutCalls(_ text: String) -> String {
    text.replacing(/`[^`]*`/, with: "``")
  }

  @Test func wholeColumnsAgreeWithRows() throws {
    let console = try Self.makeConsole()
    for call in Self.calls {
      let varying = call.parameters.indices.filter { Self.word(call.parameters[$0]) == nil }
      let text = Self.text(call, columns: Set(varying), row: 0)
      let whole = console.answer("fetch V select \(text) as r")
      let rows = (0..<Self.rowCount).map {
        console.answer("fetch V where n == \($0) select \(text) as r")
      }
      if let failure = rows.first(where: \.fails) {
        #expect(whole.fails, "\(text): \(failure.text)")
      } else {
        let lines = rows.flatMap {
          $0.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        }
        let found = whole.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        // A column of dates shows their times if one of them has a time.
        let days = { (line: Substring) in line.replacing("T00:00:00Z", with: "") }
        #expect(found.map(days) == lines.map(days), "\(text)")
      }
    }
  }
}
