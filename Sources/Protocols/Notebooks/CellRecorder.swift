import Diagnostics
import Documents
import JSONRPC
import Rendering
import Session
import Shell
import Syntax

/// Collects the outputs of a cell.
final class CellRecorder: OutputReceiver {
  private let console: Console
  private(set) var outputs: [JSON] = []
  /// The errors of the cell, as text.
  private(set) var errors: [String] = []

  init(_ console: Console) { self.console = console }

  private var html: OutcomeHTML { OutcomeHTML(.notebook, console.session) }

  func begin(_ span: SourceSpan, in source: SourceText) {}
  func end(_ source: SourceText) {}

  func take(
    _ outcome: StatementOutcome,
    of statement: Statement,
    in source: SourceText
  ) throws {
    let context = RenderingContext(timeZone: console.session.settings.timeZone)
    var output: JSON = ["text/plain": .string(try OutcomeText.text(outcome, in: context))]
    if case .charted(let charted) = outcome.answer, let picture = try charted.picture() {
      output = output.with(["image/svg+xml": .string(picture.svg)])
    } else {
      let elements = try html.elements(outcome, name: "result")
      guard !elements.isEmpty else { return }
      output = output.with(["text/html": .string(elements)])
    }
    outputs.append(output)
  }

  func take(_ text: String) { outputs.append(["stdout": .string(text)]) }

  func take(_ diagnostics: [Diagnostic], in source: SourceText?) {
    let text = DiagnosticRenderer().render(diagnostics, in: source)
    if diagnostics.contains(where: { $0.severity == .error }) {
      errors.append(text)
    } else {
      outputs.append(["stderr": .string(text)])
    }
  }
}
