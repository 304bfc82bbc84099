import Diagnostics
import Session

extension Console {
  /// Throws if writing to `path` would overwrite the file of an open store.
  ///
  /// - Parameter span: The location of the path; nil if it was not typed.
  func refuseStore(at path: String, in span: SourceSpan? = nil) throws(Diagnostic) {
    guard let store = stores.store(writtenTo: path) else { return }
    throw Diagnostic(
      .error,
      "cannot write \(path.debugDescription): it is the file of the open store `\(store.name)`",
      at: span.map { Diagnostic.Label($0) }
    )
  }
}
