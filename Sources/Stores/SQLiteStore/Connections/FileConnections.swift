import Foundation
import GRDB
import Platform
import SQLGeneration
import Storage
import Synchronization

/// A file with the connections to it.
final class FileConnections: Sendable {
  let path: String
  let isReadOnly: Bool
  /// Whether the file is one of our own.
  let isOwn: Bool
  /// Tells whether anything was changed since: a connection that changes nothing but numbers.
  let clock: Connection
  let numbers: NumberAllocator
  /// How the file is read, where it is one of Core Data.
  let coreData: CoreDataOpening?
  /// Reads the file's models, within a turn of any connection to it.
  let models: ModelReader
  private let readers: ReaderPool
  private let identity: FileIdentity?
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?
  private let openWriter = Mutex<Connection?>(nil)
  /// Changes take turns.
  private let turn = NSRecursiveLock()

  /// Opens the file, or makes one; throws ``StoreFileError``.
  init(path: String, options: FileOptions, declarations: any DeclarationReader) throws {
    self.path = path
    let timeout = options.busyTimeout
    busyTimeout = Mutex(timeout)
    cancellation = options.cancellation
    // A file of our own is not looked at any further.
    let isOurs = DatabaseHeader(path)?.isOurs == true
    coreData = isOurs ? nil : CoreDataOpening(path, busyTimeout: timeout)
    isReadOnly =
      try options.isReadOnly || coreData != nil
      || (!isOurs && PreflightCheck.isOfCoreData(path, busyTimeout: timeout))
    try FileInspection(path: path, isReadOnly: isReadOnly).check()
    clock = try Connection(
      path: path,
      opening: coreData?.name,
      isReadOnly: isReadOnly,
      busyTimeout: timeout
    )
    isOwn = try coreData == nil && NativeStoreFormat.prepare(clock, isReadOnly: isReadOnly)
    if isOwn, !isReadOnly {
      // Numbers that are lost with a crash were those of records that are lost with them: what comes
      // later in the log brings what stands before it to the disk.
      try clock.perform { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    }
    models = ModelReader(
      path: path,
      isOwn: isOwn,
      coreData: coreData,
      modelPath: options.modelPath,
      declarations: declarations
    )
    readers = ReaderPool(path: path, opening: coreData?.name, options: options)
    numbers = NumberAllocator(clock, isOwn: isOwn)
    identity = FileIdentity(path)
  }

  /// Sets how long to wait for a locked store, in seconds.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    openWriter.withLock { $0 }?.setBusyTimeout(seconds)
    clock.setBusyTimeout(seconds)
    readers.setBusyTimeout(seconds)
  }

  /// Closes all connections that nobody uses; the last one brings the log into the file.
  func close() {
    inTurn { closeConnections() }
  }

  private func closeConnections() {
    let writer = openWriter.withLock { $0 }
    if isOwn, !isReadOnly {
      giveBackNumbers()
      // Snapshots that are still held keep the log from being taken away, not from being brought in.
      _ = try? clock.perform("write") { try $0.number("PRAGMA wal_checkpoint(PASSIVE)") }
    }
    readers.close()
    if isGone { emptyLog() }
    writer?.close()
    clock.close()
  }

  /// Writes numbers back that were not used. It needs not reach the disk: then they are left out.
  private func giveBackNumbers() {
    guard numbers.hasLeftOver, !isGone else { return }
    let left = numbers.takeLeftOver()
    _ = try? clock.perform("write") { db in
      try db.inImmediateTransaction { try numbers.giveBack(left, $0) }
    }
  }

  // MARK: Reading

  /// What a read transaction sees.
  struct ReadState {
    /// The version that it reads.
    let version: StoreVersion
    /// Whether it is that version for certain, and no later one.
    let isCertain: Bool
  }

  /// A connection in a read transaction, and what it reads.
  func beginReading() throws -> (ReaderLease, ReadState) {
    try checkPresence("read")
    return try readers.lease { connection in
      var version = try currentVersion()
      var isCertain = false
      // Where others change the file at this very time, the older version makes a change be worked out
      // anew, nothing worse.
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

  /// A number that is another one once anybody has changed the file, but for numbers given out here.
  func currentVersion() throws -> StoreVersion {
    StoreVersion(try clock.perform { try $0.number("PRAGMA data_version") })
  }

  /// Throws where the file is gone, or another one has come in its place.
  func checkPresence(_ operation: String) throws(StoreFileError) {
    guard isGone else { return }
    emptyLog()
    throw StoreFileError(path: path, operation: operation, fault: .vanished)
  }

  private var isGone: Bool { identity != nil && FileIdentity(path) != identity }

  /// Brings what is in the log into the file that is open, and leaves the log empty: it stays beside the
  /// path, where SQLite would bring it into any file that has come there.
  private func emptyLog() {
    guard isOwn, !isReadOnly else { return }
    readers.close()
    _ = try? clock.perform("write") { try $0.number("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  // MARK: Changing

  /// The next `count` numbers of an entity.
  ///
  /// Who takes numbers may have to write, and so waits for the change that goes on here rather than for
  /// the file, which that change could need the same connection to give up.
  func reserveNumbers(_ count: Int, of mapping: EntityMapping) throws -> Range<Int64> {
    try inTurn { try numbers.reserve(count, of: mapping) }
  }

  /// The next `count` positions.
  func reservePositions(_ count: Int) throws -> Range<Int64> {
    try inTurn { try numbers.reservePositions(count) }
  }

  private func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// So many KiB of the file may be kept while it is changed: indexes get new values at random places, and what
  /// does not fit is written to the log again and again. It grows only with the pages that are touched.
  private static let writerCacheSize = 131_072

  /// What changes are made by; throws where nothing may be written.
  ///
  /// It is opened when it is first asked: most who open a file read it.
  func writer() throws -> Connection {
    try checkWritable()
    return try inTurn {
      if let writer = openWriter.withLock({ $0 }) { return writer }
      try checkPresence("write")
      let writer = try Connection(
        path: path,
        isReadOnly: false,
        busyTimeout: busyTimeout.withLock { $0 },
        cancellation: cancellation
      )
      if isOwn { try writer.perform("open") { try NativeStoreFormat.makeDurable($0) } }
      try writer.perform("open") { db in
        try db.execute(sql: "PRAGMA cache_size = -\(Self.writerCacheSize)")
      }
      openWriter.withLock { $0 = writer }
      return writer
    }
  }

  /// Does something in a transaction that is on the disk when this returns; all of it or nothing.
  func change<Result>(
    keepingForeignKeys: Bool = true,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    try inTurn {
      let writer = try writer()
      try checkPresence("write")
      guard try hasLog(writer) else {
        return try readers.paused { try transaction(writer, keepingForeignKeys, body) }
      }
      return try transaction(writer, keepingForeignKeys, body)
    }
  }

  /// Throws where nothing may be written.
  func checkWritable() throws {
    guard isReadOnly else { return }
    throw StoreFileError(path: path, operation: "write", fault: whyUnwritten)
  }

  /// Why nothing is written.
  var whyUnwritten: StoreFileError.Fault {
    if coreData != nil { return .keptByApp(framework: "Core Data") }
    return isReadOnly ? .readOnly : .foreignModels
  }

  /// Whether changes go to a log beside the file, so that nobody who reads is in the way.
  private func hasLog(_ writer: Connection) throws -> Bool {
    if isOwn { return true }
    return try writer.perform { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal"
  }

  private func transaction<Result>(
    _ writer: Connection,
    _ keepingForeignKeys: Bool,
    _ body: (Database) throws -> Result
  ) throws -> Result {
    let left = numbers.takeLeftOver()
    return try writer.perform("write") { db in
      if !keepingForeignKeys { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
      defer {
        if !keepingForeignKeys { try? db.execute(sql: "PRAGMA foreign_keys = ON") }
      }
      return try db.inImmediateTransaction { db in
        try numbers.giveBack(left, db)
        return try body(db)
      }
    }
  }
}
