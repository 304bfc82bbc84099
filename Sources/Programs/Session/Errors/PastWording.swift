import Foundation
import Model
import Storage

/// The messages for states of the past that cannot be read.
extension FailureWording {
  static func message(_ error: PastError) -> String {
    switch error {
    case .noHistory: "this store keeps no history with old values, so its past cannot be read"
    case .tooEarly(let start, let first):
      if let time = start.time ?? first {
        "the history begins at \(text(.date(time)))"
      } else {
        "the history is empty: it leads back to no earlier state"
      }
    case .unknownSave(let number, let last):
      last == 0
        ? "there is no save \(number): the history is empty"
        : "there is no save \(number): the last one is \(last)"
    case .noTime: "a moment cannot be nil"
    case .future(let time): "\(text(.date(time))) is in the future"
    case .inconsistent(let record):
      "the history of \(record) does not lead back to that moment: "
        + "another program or a migration has changed it"
    }
  }

  static func help(_ error: PastError) -> [String] {
    switch error {
    case .noHistory:
      ["stores that Martlet creates keep one; `copy all from name` copies records into another"]
    case .tooEarly(let start, _):
      ["the earliest state is `as of save \(start.number)`; `history` lists the saves"]
    case .unknownSave: ["`history` lists the saves with their numbers"]
    case .noTime, .future, .inconsistent: []
    }
  }
}
