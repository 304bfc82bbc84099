import Diagnostics
package import Files
import Storage
package import Syntax

/// Writes files for statements.
extension QuerySession {
  /// Throws if statements cannot use files.
  package func refuseFile(_ path: FilePathSyntax) throws {
    guard let refusal = settings.fileRefusal else { return }
    throw DiagnosticList([
      Diagnostic(refusal.message, at: path.span, help: [refusal.help])
    ])
  }

  /// Writes a file, which replaces an existing one when it is complete.
  package func writeFile(_ path: FilePathSyntax, _ body: (ByteSink) throws -> Void) throws {
    func failure(_ message: String, help: String? = nil) -> DiagnosticList {
      DiagnosticList([Diagnostic(message, at: path.span, help: help.map { [$0] } ?? [])])
    }
    if let store = openStores?.store(writtenTo: path.text) {
      throw failure(
        "cannot write \(path.text.debugDescription): it is the file of the open store `\(store.name)`"
      )
    }
    do {
      let file = try ReplacedFile(path: path.text, cancellation: cancellation)
      do {
        try body(file.write)
      } catch {
        file.discard()
        throw error
      }
      try file.commit()
    } catch let error as ReplacedFile.Failure {
      if error.wasInterrupted { throw Cancellation() }
      throw failure(error.message, help: error.help)
    }
  }
}
