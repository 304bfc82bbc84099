import Diagnostics
import Formats
import Session
import Storage
import Syntax
import Testing

extension QuerySession {
  /// The rows of a fetch as CSV, without the names of columns.
  func rows(_ text: String) throws -> String {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next(),
      case .rows(let rows) = try run(statement, in: source)
    else {
      Issue.record("`\(text)` is no fetch")
      return ""
    }
    var bytes: [UInt8] = []
    try DelimitedWriter.csv.write(
      rows,
      cancellation: CancellationFlag(),
      to: { bytes.append(contentsOf: $0) }
    )
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .joined(separator: "\n")
  }
}
