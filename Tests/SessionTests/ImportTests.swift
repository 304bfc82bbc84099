import Foundation
import Testing

/// Files read into models that are there.
@Suite struct ImportTests {
  private static let models = [
    "model Item { name: String, amount: Double, quantity: Int = 1, code: UUID unique = uuid(), note: String? }",
    "model Twin { a: Int }", "model twin { a: Int }",
  ]

  @Test func defaultsFillWhatTheFileLacks() throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into item", "fetch Item select name, amount, quantity, note"],
      file: "name,amount\na,1\nb,2\n"
    )
    #expect(answers == ["2 imported into Item", "name,amount,quantity,note\na,1.0,1,\nb,2.0,1,"])
  }

  @Test(arguments: [
    ("Item", "name\na\n", "error: Item needs a value for `amount`"),
    ("Item", "name,amount,size\na,1,2\n", "error: Item has no attribute `size`"),
    (
      "Item", "name,amount\na,1\nb,\n",
      "error: `amount` must have a value, and some records have none"
    ),
    ("Item", "name,amount\na,x\n", "error: Item.amount takes Double; the file has String"),
    ("TWIN", "a\n1\n", "error: `TWIN` could be Twin or twin"),
  ])
  func whatDoesNotFitChangesNothing(entity: String, file: String, expected: String) throws {
    let answers = try Self.answers(
      to: ["import \"FILE\" into \(entity)", "count Item", "count Twin"],
      file: file
    )
    #expect(answers.first?.contains(expected) == true, "\(answers)")
    #expect(answers.dropFirst() == ["0", "0"])
  }

  /// What a session with the models answers to statements in which `FILE` is the file's path.
  private static func answers(to statements: [String], file: String) throws -> [String] {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).csv")
    try file.write(to: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: path) }
    let console = try ScriptConsole(mode: .csv, demo: false)
    for model in models { _ = console.answer(model) }
    return statements.map {
      console.answer($0.replacingOccurrences(of: "FILE", with: path.path)).text
    }
  }
}
