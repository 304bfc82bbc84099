import Foundation
import GRDB
import GRDBSQLite

/// The pages of a database, read by the file that a connection has open.
///
/// They are those of the state that the connection's transaction sees: nobody writes into the file itself while
/// a transaction reads it without a log, nor what stands in the log as long as a transaction needs what
/// was there before. Where the log has pages that the file has not, there is no `PageFile`.
/// It is used in the connection's turn, and no longer than its transaction.
struct PageFile: @unchecked Sendable {
  /// The bytes of a page.
  let pageSize: Int
  /// Those that hold content.
  let usableSize: Int
  /// The number of pages.
  let pageCount: Int
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let readBytes: ReadBytes

  private typealias ReadBytes =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, Int32, sqlite3_int64
    ) -> Int32

  private static let headerSize = 100

  /// Nil where the file alone does not hold the state, or is kept otherwise than is known here.
  init?(_ db: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.sqliteConnection,
      "main",
      SQLITE_FCNTL_FILE_POINTER,
      &file
    )
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      let read = methods.pointee.xRead, let size = methods.pointee.xFileSize,
      try Self.holdsState(file, db)
    else { return nil }
    var header = [UInt8](repeating: 0, count: Self.headerSize)
    var byteCount: sqlite3_int64 = 0
    guard read(file, &header, Int32(Self.headerSize), 0) == SQLITE_OK,
      size(file, &byteCount) == SQLITE_OK,
      header.starts(with: "SQLite format 3\0".utf8),
      // Texts in UTF-8, and the only schema format of the last twenty years.
      header[56..<60].elementsEqual([0, 0, 0, 1]), header[44..<48].elementsEqual([0, 0, 0, 4])
    else { return nil }
    let pageSize = Int(header[16]) << 8 | Int(header[17])
    self.pageSize = pageSize == 1 ? 65536 : pageSize
    usableSize = self.pageSize - Int(header[20])
    guard self.pageSize >= 512, self.pageSize & (self.pageSize - 1) == 0, usableSize >= 480 else {
      return nil
    }
    pageCount = Int(byteCount) / self.pageSize
    self.file = file
    readBytes = read
  }

  /// Reads `count` pages from page `first` on, which are counted from 1; false where that fails.
  func read(_ first: UInt32, count: Int = 1, into target: UnsafeMutableRawPointer) -> Bool {
    guard first >= 1, Int(first) - 1 <= pageCount - count else { return false }
    let place = sqlite3_int64(first - 1) * sqlite3_int64(pageSize)
    return readBytes(file, target, Int32(count * pageSize), place) == SQLITE_OK
  }

  // MARK: The log

  /// Whether all that the connection's transaction sees stands in the file itself.
  private static func holdsState(
    _ file: UnsafeMutablePointer<sqlite3_file>,
    _ db: Database
  ) throws -> Bool {
    guard try String.fetchOne(db.cachedStatement(sql: "PRAGMA journal_mode")) == "wal" else {
      return true
    }
    return isLogInFile(file)
  }

  /// Whether every page of the log has been brought into the file. From then on nobody writes there
  /// what a transaction that has begun does not see.
  ///
  /// See https://www.sqlite.org/walformat.html, section 2: the numbers are those that all processes share.
  private static func isLogInFile(_ file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
    guard let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return false }
    var index: UnsafeMutableRawPointer?
    guard map(file, 0, 32768, 0, &index) == SQLITE_OK, let index else { return false }
    let frames = index.load(fromByteOffset: 16, as: UInt32.self)
    let framesAgain = index.load(fromByteOffset: 48 + 16, as: UInt32.self)
    let broughtIn = index.load(fromByteOffset: 96, as: UInt32.self)
    return frames == framesAgain && broughtIn >= frames
  }
}
