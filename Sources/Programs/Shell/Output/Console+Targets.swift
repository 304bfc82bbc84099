import Diagnostics
import Session

extension Console {
  /// Throws where what is written to `path` would take the place of a store that is open.
  ///
  /// - Parameter span: Where the path is written; nil if nobody wrote it.
  func refuseStore(at path: String, in span: SourceSpan? = nil) throws(Diagnostic) {
    guard let store = stores.store(writtenTo: path) else { return }
    throw Diagnostic(
      .error,
      "cannot write \(path.debugDescription): it is the file of the open store `\(store.name)`",
      at: span.map { Diagnostic.Label($0) }
    )
  }
}
