import Model
import Storage
import Testing

@testable import Formats

/// CSV fields that contain an array or an object.
@Suite struct JSONCellTests {
  private func names(_ cell: String) throws -> [String]? {
    let text = "name,tags\nAda,\"\(cell.replacing("\"", with: "\"\""))\"\n"
    let table = try read(text)
    return table.expandingJSON("tags")?.attributes.map(\.name)
  }

  @Test(arguments: [#"["x"]"#, "[\"x\",\n\"y\"]", #"["x"] "#])
  func valueIsAccepted(cell: String) throws {
    #expect(try names(cell) != nil)
  }

  @Test(arguments: [
    #"["x"],"admin":true"#, #"["x"]}{"tags":["y"]"#, #"["x"]]"#, #"["x""#, #"{"a":1},"name":"Bo""#,
  ])
  func textAfterAValueIsNotConsumed(cell: String) throws {
    #expect(try names(cell) == nil)
  }
}
