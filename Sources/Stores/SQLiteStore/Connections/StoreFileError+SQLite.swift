import GRDB
import Storage

extension StoreFileError {
  /// The fault that SQLite reports, after waiting `waited` seconds for others.
  init(_ error: any Error, path: String, operation: String, waited: Double) {
    let fault: Fault
    if let error = error as? DatabaseError {
      fault = Fault(error, waited: waited)
    } else {
      fault = .other(reason: "\(error)")
    }
    self.init(path: path, operation: operation, fault: fault)
  }
}

extension StoreFileError.Fault {
  fileprivate init(_ error: DatabaseError, waited: Double) {
    let reason = error.message ?? "\(error.resultCode)"
    // Even to read a file, SQLite needs room for the index of its log.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
      self = .diskFull
      return
    }
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .noDatabase
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(waited: waited)
    case .SQLITE_FULL: self = .diskFull
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_CANTOPEN: self = .cannotOpen(reason: reason)
    case .SQLITE_CORRUPT: self = .damaged(reason: reason)
    default: self = .other(reason: reason)
    }
  }
}

extension StoreFileError.Fault {
  /// It is not a database.
  static let noDatabase = StoreFileError.Fault.otherFormat(expected: "SQLite database")
}
