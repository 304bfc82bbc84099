import Foundation
import TestSupport
import Testing

/// Pipes whose reader closes early.
@Suite struct ClosedPipeTests {
  private static let records =
    "-c 'model A { n: Int, t: String }' -c 'generate 20000 A seed 1' -c begin -c 'insert A n: 1, t: \"x\"'"

  @Test(arguments: [
    ["export A to \"PIPE\" as csv"], ["export A to \"PIPE\" as json"],
    [".once PIPE", "fetch A"], [".output PIPE", "fetch A", "fetch A", ".output"],
  ])
  func namedPipeFailsTheStatement(statements: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    let words = statements.map { "-c '\($0.replacingOccurrences(of: "PIPE", with: path))'" }
    let result = try BuiltCommand.runShell(
      """
      mkfifo '\(path)' || exit 9
      head -c 100 '\(path)' > /dev/null &
      "$MARTLET" -m csv --no-bail \(Self.records) \(words.joined(separator: " ")) -c 'count A' -c '.print on'
      """
    )
    #expect(result.output.hasSuffix("count\n20001\non\n"), "\(result)")
    #expect(result.status == 1)
    let message = "cannot write \"\(path)\": the reader closed the pipe"
    #expect(result.errors.components(separatedBy: message).count == 2, "\(result.errors)")
  }

  @Test func standardOutputByNameEndsSilently() throws {
    let folder = try TemporaryFolder()
    let result = try BuiltCommand.runShell(
      """
      { "$MARTLET" -m csv -o /dev/stdout \(Self.records) -c 'fetch A'; echo $? > '\(folder.file("status"))'; } \
      | head -c 100 > /dev/null
      """
    )
    #expect(result.errors.isEmpty, "\(result)")
    #expect(try folder.text("status") == "141\n")
  }
}
