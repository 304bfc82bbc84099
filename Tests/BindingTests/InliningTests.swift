import Binding
import Model
import Testing

/// Computed attributes are inlined as copies; the number of nodes of a statement is limited.
@Suite struct InliningTests {
  /// `d` has about 8,000 nodes.
  private static let text = """
    model Owner {
      x: Int
      a = x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x + x
      b = a + a + a + a + a + a + a + a + a + a
      c = b + b + b + b + b + b + b + b + b + b
      d = c + c
      items: [Item]
      isFound = self in (Owner where c > 0)
    }
    model Item { owner: Owner?, far = owner.d }
    """

  private func problems(_ text: String) throws -> [String] {
    let schema = try BoundTexts.schema(Self.text)
    return try BoundTexts.problems(of: text) { _ = try BoundTexts.request(text, in: schema) }
  }

  @Test func fewValuesFit() throws {
    let names = Array(repeating: "d", count: 20).joined(separator: " + ")
    #expect(try problems("fetch Owner where \(names) > 0 select x").isEmpty)
  }

  @Test(arguments: [
    "fetch Owner where max(%) > 0 select x",
    "fetch Item select %",
    "fetch Owner select items { % }",
    "fetch Owner select %",
    "fetch Owner where any(items where owner in (Owner where min(%) > 0)) select x",
  ])
  func manyInvalidValuesAreReportedOnce(query: String) throws {
    let name =
      switch query {
      case "fetch Item select %", "fetch Owner select items { % }": "far"
      case "fetch Owner select %": "*"
      default: "d"
      }
    let many = (0..<2000).map { name == "far" ? "far as f\($0)" : name }.joined(separator: ", ")
    let text = query.replacing("%", with: many)
    let problems = try problems(text)
    #expect(problems == ["\(name): the computed attributes make this statement too large"])
  }

  @Test func modelsHaveCapacity() throws {
    let many = Array(repeating: "c", count: 5000).joined(separator: ", ")
    let text = Self.text.replacing("d = c + c", with: "d = max(\(many))")
    var problems: [String] = []
    problems = try BoundTexts.problems(of: text) {
      _ = try Binder(schema: Schema()).bindModels(BoundTexts.declarations(text))
    }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("too large") == true)
  }
}
