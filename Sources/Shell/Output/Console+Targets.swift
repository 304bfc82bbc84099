import Diagnostics
import Session

extension Console {
  /// Throws where what is written to `path` would take the place of a store that is open.
  func refuseStore(at path: String) throws(Diagnostic) {
    guard let store = stores.store(writtenTo: path) else { return }
    throw Diagnostic(
      .error,
      "cannot write \(path.debugDescription): it is the file of the open store `\(store.name)`",
      at: nil
    )
  }
}
