import Features
import Formats
import Foundation
import MemoryStore
import SQLiteStore
import Session
import Storage
import StoreFixtures

/// The open stores of one shell: an app store, and those that its records are copied to.
final class StoreCopies {
  /// Where records are copied to.
  enum Target: CaseIterable, Sendable {
    case memory
    case file
  }

  private let shelf = OpenStores(
    StoreOpening(
      makeMemoryStore: { InMemoryStore() },
      openFile: { path, options in
        let store = try ReopenedStore.open(path, options: options)
        return OpenedFile(
          store: store,
          isReadOnly: store.isReadOnly,
          notes: store.notes,
          setBusyTimeout: { _ in }
        )
      }
    )
  )
  private let folder: String

  /// Opens the store at `path`, and has room for copies in `folder`.
  init(of path: String, in folder: String) throws {
    self.folder = folder
    _ = try shelf.begin(with: [(path, "app")])
  }

  deinit { close() }

  /// Closes all stores.
  func close() { shelf.closeAll() }

  /// The path of the current store; nil in memory.
  var path: String? { shelf.current.path }

  /// The answer of the current store.
  func answer(_ statement: String) -> String { shelf.session.answer(statement) }

  /// The session on the current store.
  var session: QuerySession { shelf.session }

  /// Makes an empty store of a kind the current one; copies all of the app's store to it. What is said
  /// of that.
  func copyAll(to target: Target) throws -> String {
    let path = target == .memory ? ":memory:" : folder + "/\(UUID().uuidString).store"
    _ = try shelf.open(path, as: "copy")
    return answer("copy all from app")
  }

  /// Closes the copy, and opens it again where it is a file.
  func reopen() throws {
    guard let path = shelf.current.path else { return }
    try shelf.close("copy")
    _ = try shelf.open(path, as: "copy")
  }
}
