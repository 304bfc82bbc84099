import Foundation
import GRDB
import GRDBSQLite

/// The pages of a database, read through a connection's open file.
///
/// They contain the state that the connection's transaction sees: without a log, nobody writes to
/// the file during the transaction, and pages in the log that a transaction does not see are not
/// transferred. If the log contains pages that are not in the file, no `PageFile` exists. Use it
/// in the connection's turn, and no longer than its transaction.
struct PageFile: @unchecked Sendable {
  /// The size of a page.
  let pageSize: Int
  /// The size of a page without its reserved bytes.
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

  /// Nil if the file alone does not contain the state, or its format is not supported.
  init?(_ db: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.sqliteConnection,
      "main",
      SQLITE_FCNTL_FILE_POINTER,
      &file
    )
    guard code == SQLITE_OK, let file, try Self.holdsState(file, db) else { return nil }
    self.init(file)
  }

  /// Nil if the format of the open file is not supported.
  init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
    guard let methods = file.pointee.pMethods, let read = methods.pointee.xRead,
      let size = methods.pointee.xFileSize
    else { return nil }
    var header = [UInt8](repeating: 0, count: Self.headerSize)
    var byteCount: sqlite3_int64 = 0
    guard read(file, &header, Int32(Self.headerSize), 0) == SQLITE_OK,
      size(file, &byteCount) == SQLITE_OK,
      header.starts(with: "SQLite format 3\0".utf8),
      // UTF-8, and the only schema format of the last twenty years.
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

  /// Reads `count` pages from page `first`, counted from 1; returns false if that fails.
  func read(_ first: UInt32, count: Int = 1, into target: UnsafeMutableRawPointer) -> Bool {
    guard first >= 1, Int(first) - 1 <= pageCount - count else { return false }
    let place = sqlite3_int64(first - 1) * sqlite3_int64(pageSize)
    return readBytes(file, target, Int32(count * pageSize), place) == SQLITE_OK
  }

  // MARK: The log

  /// Whether the file itself contains the state that the connection's transaction sees.
  private static func holdsState(
    _ file: UnsafeMutablePointer<sqlite3_file>,
    _ db: Database
  ) throws -> Bool {
    guard try String.fetchOne(db.cachedStatement(sql: "PRAGMA journal_mode")) == "wal" else {
      return true
    }
    return isLogInFile(file)
  }

  /// Whether every page of the log was transferred to the file. From then on nobody transfers what
  /// a transaction that has begun does not see.
  private static func isLogInFile(_ file: UnsafeMutablePointer<sqlite3_file>) -> Bool {
    LogPosition(file)?.isInFile ?? false
  }
}
