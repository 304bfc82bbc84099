import Diagnostics
import Formats
package import Session
import Storage
import Syntax

extension QuerySession {
  /// What the one statement of `text` comes to.
  package func told(_ text: String) throws -> StatementOutcome {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next() else {
      throw NoStatement(text: text)
    }
    return try run(statement, in: source)
  }

  struct NoStatement: Error {
    let text: String
  }

  /// The rows of a fetch as CSV, without the names of columns.
  package func rows(_ text: String) throws -> String {
    guard case .rows(let rows) = try told(text).answer
    else {
      throw NoStatement(text: text)
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
