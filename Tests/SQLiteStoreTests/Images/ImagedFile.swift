import ColumnImages
import Features
import Foundation
import GRDB
import Session
import Storage
import StoreFixtures
import TestSupport

@testable import SQLiteStore

/// A file whose columns have images as soon as they were read once.
struct ImagedFile {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = folder.file("data.store")
  }

  /// Another process's images of the same folder.
  func cache() -> ColumnImageCache { ImagedFiles.cache(in: folder) }

  /// Waits until the file can have images.
  func settle() { ImagedFiles.settle(path) }

  /// A session as a new process has it.
  func session(_ cache: ColumnImageCache? = nil, keepsColumns: Bool = false) throws
    -> (session: QuerySession, store: FileStore)
  {
    var options = FileOptions.asLarge(keepsColumns: keepsColumns)
    options.columnCacheBudget = ColumnCacheBudget()
    options.columnImages = cache
    let store = try ReopenedStore.open(path, options: options)
    return (QuerySession(store: store), store)
  }

  /// What a new process with images answers, and whether images served.
  ///
  /// - Parameter writes: Whether it writes images at its end.
  func answer(
    _ text: String,
    writes: Bool = true,
    keepsColumns: Bool = false
  ) throws -> (rows: String, isFromImages: Bool) {
    let cache = cache()
    let (session, store) = try session(cache, keepsColumns: keepsColumns)
    let isFromImages = "\(try session.told("explain \(text)"))".contains("column images")
    let rows = try Self.reply(session, text)
    if writes { cache.writePending() }
    store.release()
    return (rows, isFromImages)
  }

  /// The rows of a fetch, or another answer as text.
  static func reply(_ session: QuerySession, _ text: String) throws -> String {
    text.hasPrefix("fetch") ? try session.rows(text) : "\(try session.told(text).answer)"
  }

  /// What a process without images answers.
  func truth(_ text: String) throws -> String {
    let (session, store) = try session()
    defer { store.release() }
    return try Self.reply(session, text)
  }

  func sql(_ text: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: text) }
    try queue.close()
  }
}
