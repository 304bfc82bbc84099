import GRDBSQLite

/// The end of a database's write-ahead log, from the memory that all processes share.
///
/// See https://www.sqlite.org/walformat.html, section 2.
struct LogPosition {
  /// Whether every page of the log was transferred to the file.
  let isInFile: Bool
  /// The number of frames, the size of the database, the checksum up to the last frame and the
  /// salts: they differ between all states of the log.
  let words: [UInt64]

  private static let headerSize = 48

  /// Nil if the log is changing, or there is none.
  init?(_ file: UnsafeMutablePointer<sqlite3_file>) {
    guard let methods = file.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return nil }
    var index: UnsafeMutableRawPointer?
    guard map(file, 0, 32768, 0, &index) == SQLITE_OK, let index else { return nil }
    func header(_ copy: Int) -> [UInt32] {
      (0..<Self.headerSize / 4).map {
        index.load(fromByteOffset: copy * Self.headerSize + $0 * 4, as: UInt32.self)
      }
    }
    let first = header(0)
    let transferred = index.load(fromByteOffset: 96, as: UInt32.self)
    // Writers change the second copy first.
    guard first == header(1) else { return nil }
    isInFile = transferred >= first[4]
    words = first[4..<10].map(UInt64.init)
  }
}
