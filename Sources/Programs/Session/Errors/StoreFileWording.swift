import Diagnostics
import Rendering
import Storage

/// The messages for store files.
enum StoreFileWording {
  /// `cannot open "budget.store": it is not a SQLite database`
  static func message(_ error: StoreFileError) -> String {
    "cannot \(error.operation) \(error.path.debugDescription): \(reason(error.fault))"
  }

  private static func reason(_ fault: StoreFileError.Fault) -> String {
    switch fault {
    case .missing: "there is no such file"
    case .cannotOpen(let reason): reason
    case .notRegularFile(let kind): "it is \(kind), not a regular file"
    case .otherFormat(let expected): "it is not a \(expected)"
    case .newerVersion(let version):
      "it was written by a newer Martlet (format \(version))"
    case .readOnly: "it is read-only"
    case .foreignModels: "another program created its tables"
    case .hardLinked(let count):
      "it has \(count) names (hard links), which would each have a separate log"
    case .managedByApp(let framework):
      "it is a \(framework) store with bookkeeping that only the app may update"
    case .busy(waited: 0): "another process is writing it"
    case .busy(let waited): "another process has locked it for \(seconds(waited))"
    case .diskFull: "the disk is full"
    case .damaged(let reason): "the file is damaged: \(reason)"
    case .replacedFile: "the file was deleted or replaced"
    case .other(let reason, _): reason
    }
  }

  /// Help for an error.
  static func help(_ error: StoreFileError) -> [String] {
    switch error.fault {
    case .missing: ["read-only files are not created"]
    case .cannotOpen: ["the folder must exist, and its files must be readable and writable"]
    case .notRegularFile: ["`import` reads records from pipes, and `-f` reads scripts"]
    case .otherFormat: ["`import` reads CSV and JSON files"]
    case .newerVersion: ["open it with a newer Martlet"]
    case .readOnly where error.operation == "open":
      ["`--read-only` opens it for reading only"]
    case .foreignModels:
      ["`copy all from name` copies the models and records into a native store"]
    case .managedByApp:
      [
        "nothing was changed; `copy all from name` copies the models and records into a native store"
      ]
    case .readOnly:
      ["nothing was changed; `copy all from name` copies it into a writable store"]
    case .hardLinked:
      ["copy it with `cp`, or open it with `--read-only`"]
    case .busy:
      ["try again later; `.timeout 30s` waits longer"]
    case .diskFull: ["nothing was changed; free some space and try again"]
    case .damaged:
      ["`sqlite3 file .recover` recovers what is readable"]
    case .replacedFile:
      ["`.close` and `.open` open the current file; saved changes are in the old one"]
    case .other(_, let help): help
    }
  }

  /// `5 seconds`, `0.5 seconds`
  static func seconds(_ count: Double) -> String {
    let isWhole = count == count.rounded() && abs(count) < 1e15
    return "\(isWhole ? String(Int64(count)) : String(count)) \(count == 1 ? "second" : "seconds")"
  }
}
