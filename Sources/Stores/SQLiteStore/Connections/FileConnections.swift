import Foundation
import GRDB
import Platform
import SQLGeneration
import Storage
import Synchronization

/// The connections to a file.
final class FileConnections: Sendable {
  let path: String
  let isReadOnly: Bool
  /// Whether the file is a native store.
  let isNative: Bool
  /// Detects changes by others. It writes nothing but numbers.
  let clock: Connection
  let numbers: NumberAllocator
  /// How to read the file if it is a Core Data store.
  let coreData: CoreDataOpening?
  /// Reads the file's models, in the turn of any of its connections.
  let models: ModelReader
  private let readers: ReaderPool
  private let identity: FileIdentity?
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?
  private let openWriter = Mutex<Connection?>(nil)
  /// Changes take turns.
  private let turn = NSRecursiveLock()

  /// Opens or creates the file; throws ``StoreFileError``.
  init(path: String, options: FileOptions, declarations: any DeclarationCoder) throws {
    self.path = path
    let timeout = options.busyTimeout
    busyTimeout = Mutex(timeout)
    cancellation = options.cancellation
    // Native stores need no further checks.
    let isNativeStore = DatabaseHeader(path)?.isNativeStore == true
    coreData = isNativeStore ? nil : CoreDataOpening(path, busyTimeout: timeout)
    isReadOnly =
      try options.isReadOnly || coreData != nil
      || (!isNativeStore && PreflightCheck.isOfCoreData(path, busyTimeout: timeout))
    try FileInspection(path: path, isReadOnly: isReadOnly).check()
    clock = try Connection(
      path: path,
      opening: coreData?.name,
      isReadOnly: isReadOnly,
      busyTimeout: timeout
    )
    isNative = try coreData == nil && NativeStoreFormat.prepare(clock, isReadOnly: isReadOnly)
    if isNative, !isReadOnly {
      // Numbers lost in a crash belong to records that are lost with them: later log entries bring
      // earlier ones to the disk.
      try clock.perform { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    }
    models = ModelReader(
      path: path,
      isNative: isNative,
      coreData: coreData,
      modelPath: options.modelPath,
      declarations: declarations
    )
    readers = ReaderPool(path: path, opening: coreData?.name, options: options)
    numbers = NumberAllocator(clock, isNative: isNative)
    identity = FileIdentity(path)
  }

  /// Sets how long to wait for a locked store, in seconds.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    openWriter.withLock { $0 }?.setBusyTimeout(seconds)
    clock.setBusyTimeout(seconds)
    readers.setBusyTimeout(seconds)
  }

  /// Closes all idle connections; the last one transfers the log to the file.
  func close() {
    exclusively { closeConnections() }
  }

  private func closeConnections() {
    let writer = openWriter.withLock { $0 }
    if isNative, !isReadOnly {
      returnNumbers()
      // Open snapshots keep the log from being deleted, but not from being transferred.
      _ = try? clock.perform("write") { try $0.number("PRAGMA wal_checkpoint(PASSIVE)") }
    }
    readers.close()
    if isGone { emptyLog() }
    writer?.close()
    clock.close()
  }

  /// Returns unused numbers. The write may be lost; the numbers are skipped then.
  private func returnNumbers() {
    guard numbers.hasUnused, !isGone else { return }
    let left = numbers.takeUnused()
    _ = try? clock.perform("write") { db in
      try db.inImmediateTransaction { try numbers.returnUnused(left, $0) }
    }
  }

  // MARK: Reading

  /// The state that a read transaction sees.
  struct ReadState {
    /// The version that it reads.
    let version: StoreVersion
    /// Whether it is certain to be that version, and not a later one.
    let isCertain: Bool
  }

  /// A connection in a read transaction, and the state that it reads.
  func beginReading() throws -> (ReaderLease, ReadState) {
    try checkPresence("read")
    return try readers.lease { connection in
      var version = try currentVersion()
      var isCertain = false
      // If others write at the same time, an older version only repeats the computation of changes.
      for _ in 0..<8 {
        try connection.perform { try $0.beginReading() }
        let now = try currentVersion()
        if now == version {
          isCertain = true
          break
        }
        version = now
        try connection.perform { $0.rollBackIfNeeded() }
      }
      try connection.perform { db in
        if !db.isInsideTransaction { try db.beginReading() }
      }
      return ReadState(version: version, isCertain: isCertain)
    }
  }

  /// A number that differs after any change of the file, except for numbers reserved here.
  func currentVersion() throws -> StoreVersion {
    StoreVersion(try clock.perform { try $0.number("PRAGMA data_version") })
  }

  /// Throws if the file was deleted or replaced.
  func checkPresence(_ operation: String) throws(StoreFileError) {
    guard isGone else { return }
    emptyLog()
    throw StoreFileError(path: path, operation: operation, fault: .replacedFile)
  }

  private var isGone: Bool { identity != nil && FileIdentity(path) != identity }

  /// Transfers the log to the open file and empties it. Otherwise SQLite would apply the log to any
  /// other file with the same path.
  private func emptyLog() {
    guard isNative, !isReadOnly else { return }
    readers.close()
    _ = try? clock.perform("write") { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  // MARK: Changing

  /// The next `count` numbers of an entity.
  ///
  /// Reserving may have to write. It waits for a change in progress here instead of the file's
  /// lock, since that change may need the same connection.
  func reserveNumbers(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    try exclusively { try numbers.reserve(count, of: mapping) }
  }

  /// The next `count` positions.
  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try exclusively { try numbers.reservePositions(count) }
  }

  private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// The cache for changes in KiB, allocated as needed. Indexes are updated at random places, and
  /// pages that do not fit are written to the log repeatedly.
  private static let writerCacheSize = 131_072

  /// The connection for changes; throws if the file is read-only.
  ///
  /// It is opened on first use: most files are only read.
  func writer() throws -> Connection {
    try checkWritable()
    return try exclusively {
      if let writer = openWriter.withLock({ $0 }) { return writer }
      try checkPresence("write")
      let writer = try Connection(
        path: path,
        isReadOnly: false,
        busyTimeout: busyTimeout.withLock { $0 },
        cancellation: cancellation
      )
      if isNative { try writer.perform("open") { try NativeStoreFormat.makeDurable($0) } }
      try writer.perform("open") { db in
        try db.execute(sql: "PRAGMA cache_size = -\(Self.writerCacheSize)")
      }
      openWriter.withLock { $0 = writer }
      return writer
    }
  }

  /// Runs `body` in a transaction that is on the disk when this returns, and rolls back if it
  /// throws.
  func change<Result>(
    keepingForeignKeys: Bool = true,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try exclusively {
      let writer = try writer()
      try checkPresence("write")
      guard try hasLog(writer) else {
        return try readers.paused { try transaction(writer, keepingForeignKeys, body) }
      }
      return try transaction(writer, keepingForeignKeys, body)
    }
  }

  /// Throws if the file is read-only.
  func checkWritable() throws {
    guard isReadOnly else { return }
    throw StoreFileError(path: path, operation: "write", fault: readOnlyReason)
  }

  /// The reason why the file cannot be changed.
  var readOnlyReason: StoreFileError.Fault {
    if coreData != nil { return .managedByApp(framework: "Core Data") }
    return isReadOnly ? .readOnly : .foreignModels
  }

  /// Whether the file has a write-ahead log, so that readers do not block writers.
  private func hasLog(_ writer: Connection) throws -> Bool {
    if isNative { return true }
    return try writer.perform { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal"
  }

  private func transaction<Result>(
    _ writer: Connection,
    _ keepingForeignKeys: Bool,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    let left = numbers.takeUnused()
    return try writer.perform("write") { db in
      if !keepingForeignKeys { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
      defer {
        if !keepingForeignKeys { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
      }
      return try db.inImmediateTransaction { db in
        try numbers.returnUnused(left, db)
        return try body(db)
      }
    }
  }
}
