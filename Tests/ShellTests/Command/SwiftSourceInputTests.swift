import TestSupport
import Testing

/// Swift that is pasted into the shell.
@Suite struct SwiftSourceInputTests {
  /// The statements that the help shows.
  private static func translated(_ text: String) throws -> [String] {
    let result = try BuiltCommand.run("--no-bail", "-f", "-", input: text)
    return result.errors.split(separator: "\n").filter { $0.hasPrefix("help: ") }.map { line in
      line.hasPrefix("help: in Martlet: `") ? String(line.dropFirst(19).dropLast()) : String(line)
    }
  }

  @Test func classesWithComputedProperties() throws {
    let text = #"""
      import SwiftData

      @Model
      final class Trip {
      var name: String
      @Attribute(.unique) var code = "x"
      private(set) var start: Date = Date()
      @Relationship(deleteRule: .cascade, inverse: \Stop.trip)
      var stops: [Stop]? = []
      @Transient var isOpen = false
      var isLong: Bool { stops.count > 3 && !name.isEmpty }
      var cost: Double { stops.map { $0.price }.reduce(0, +) }
      var most: Double {
      return stops.reduce(0) { $0 + $1.price } * Double(stops.count)
      }
      var title: String { name.formatted(.list) }
      init(name: String) {
      self.name = name
      }
      func rename() { name = "y" }
      }

      @Model final class Stop {
      var price: Double
      var trip: Trip?
      }
      count Trip
      """#
    #expect(
      try Self.translated(text) == [
        "model Trip { name: String, code: String unique = \"x\", start: Date = now, "
          + "stops: [Stop] cascade inverse trip, isLong = count(stops) > 3 and name != \"\", "
          + "cost = sum(stops.price), most = sum(stops.price) * (count(stops)) }",
        "model Stop { price: Double, trip: Trip? }", "help: `Trip.title` has no equivalent",
        "help: no file is open: `martlet people.csv` reads one, `.open budget.store` opens a store",
      ]
    )
  }

  @Test func martletDialectOfSwift() throws {
    let swift = try BuiltCommand.run("--demo", "-c", ".schema --swift").output
    let schema = try BuiltCommand.run("--demo", "-c", ".schema").output
    let statements = try Self.translated(swift)
    #expect(statements.count == 3)
    let pasted = try BuiltCommand.run(statements: statements + [".schema"]).output
    // Swift has no descriptions of models.
    let described = schema.replacing(#/ "[^"\n]*" \{/#, with: " {")
    #expect(pasted.hasSuffix(described), "\(pasted)")
  }
}
