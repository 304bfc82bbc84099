import Diagnostics
import Formats
import Foundation
import Model
import Session
import Storage
import Syntax

extension QuerySession {
  /// The answer to a statement: rows as CSV, what is wrong in short.
  func answer(_ text: String) -> String {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    do throws(SessionError) {
      switch parser.next() {
      case .statement(let statement)?: return try show(run(statement, in: source))
      case .failure(let findings, _)?: throw .failed(findings)
      case .command(let line)? where line.name.text == "check":
        let verdict = try check(line.arguments.first?.text)
        return (verdict.lines + [verdict.summary]).joined(separator: "\n")
      case .command(let line)? where line.name.text == "info":
        return try info().map { "\($0.name): \($0.text)" }.joined(separator: "\n")
      case .command?, nil: return "no statement"
      }
    } catch {
      guard case .failed(let findings) = error else { return "\(error)" }
      return findings.map { (["error: \($0.message)"] + $0.help).joined(separator: "\n") }
        .joined(separator: "\n")
    }
  }

  private func show(_ outcome: StatementOutcome) -> String {
    switch outcome.answer {
    case .message(let message): return message
    case .value(.int(let number), _): return "\(number)"
    case .rows(let rows):
      var bytes: [UInt8] = []
      do {
        try DelimitedWriter.csv
          .write(rows, cancellation: CancellationFlag(), to: { bytes.append(contentsOf: $0) })
      } catch {
        return "\(error)"
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(separator: " | ")
    default: return "\(outcome)"
    }
  }
}
