import Foundation
import Storage

/// Looks at a file before SQLite does, for clearer words about what is wrong.
struct FileInspection {
  let path: String
  let isReadOnly: Bool

  /// What every SQLite database begins with.
  static let header = Array("SQLite format 3\0".utf8)

  /// Throws where there is no file that can be opened, or made.
  func check() throws(StoreFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno != ENOENT { throw failure(.cannotOpen(reason: String(cString: strerror(errno)))) }
      return try checkAbsent()
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw failure(.cannotOpen(reason: String(cString: strerror(EISDIR))))
    }
    guard let file = fopen(path, "rb") else {
      throw failure(.cannotOpen(reason: String(cString: strerror(errno))))
    }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: Self.header.count)
    let count = fread(&start, 1, start.count, file)
    // An empty file is what SQLite itself makes a database of.
    guard count == 0 || start == Self.header else { throw failure(.noDatabase) }
    if !isReadOnly, access(path, W_OK) != 0 { throw failure(.readOnly) }
  }

  private func checkAbsent() throws(StoreFileError) {
    if isReadOnly { throw failure(.missing) }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if access(folder, F_OK) != 0 {
      throw failure(.cannotOpen(reason: "there is no folder \(folder.debugDescription)"))
    }
    if access(folder, W_OK) != 0 { throw failure(.readOnly) }
  }

  private func failure(_ fault: StoreFileError.Fault) -> StoreFileError {
    StoreFileError(path: path, operation: "open", fault: fault)
  }
}
