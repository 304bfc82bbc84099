import Diagnostics
import Rendering
import Storage

/// The wording of what is wrong with a store's file.
enum StoreFileWording {
  /// `cannot open "budget.store": it is no SQLite database`
  static func message(_ error: StoreFileError) -> String {
    "cannot \(error.operation) \(error.path.debugDescription): \(reason(error.fault))"
  }

  private static func reason(_ fault: StoreFileError.Fault) -> String {
    switch fault {
    case .missing: "there is no such file"
    case .cannotOpen(let reason): reason
    case .noPlainFile(let kind): "it is \(kind), and a store is a plain file"
    case .otherFormat(let expected): "it is no \(expected)"
    case .newerVersion(let version):
      "it was written by a newer Martlet, in format \(version)"
    case .readOnly: "it is read-only"
    case .foreignModels: "its models are tables that others have made"
    case .severalNames(let count):
      "the file has \(count) names, and would have a log beside each of them"
    case .keptByApp(let framework):
      "it is a store of \(framework), which keeps books in it that only the app itself keeps true"
    case .busy(waited: 0): "another process is writing it"
    case .busy(let waited): "another process has held it for \(seconds(waited))"
    case .diskFull: "the disk is full"
    case .damaged(let reason): "the file is damaged: \(reason)"
    case .changedTables(let reason): "another program has changed its tables: \(reason)"
    case .vanished: "the file is gone, or another one stands in its place"
    case .other(let reason): reason
    }
  }

  /// What can be done about it.
  static func help(_ error: StoreFileError) -> [String] {
    switch error.fault {
    case .missing: ["a file that is opened for reading only is not made"]
    case .cannotOpen: ["the folder must be there, and what is in it readable and writable"]
    case .noPlainFile: ["`import` reads records through pipes, and `-f` a script"]
    case .otherFormat: ["`import` reads CSV and JSON files"]
    case .newerVersion: ["a newer Martlet opens it"]
    case .readOnly where error.operation == "open":
      ["`--read-only` opens it for reading only"]
    case .foreignModels:
      ["`copy all from name` takes the models and records into a store of Martlet's own"]
    case .keptByApp:
      [
        "nothing was changed; `copy all from name` takes models and records into a store of Martlet's own",
        "`.dump` exports them to a file, and `.restore` and `import` read them into another store",
      ]
    case .readOnly:
      ["nothing was changed; `copy all from name` copies it into a store that can be written"]
    case .severalNames:
      ["`cp` makes a file of its own; `--read-only` reads this one"]
    case .busy:
      ["try again when the other is done; `.timeout 30s` waits longer"]
    case .diskFull: ["nothing was changed; try again when there is room"]
    case .damaged:
      ["`sqlite3 file .recover` saves what can be read"]
    case .changedTables:
      [
        "a store of Martlet's own is read as tables of other programs after"
          + " `sqlite3 file 'PRAGMA application_id = 0'`"
      ]
    case .vanished:
      ["what is there now is opened by `.close` and `.open`; what was saved went with the old file"]
    case .other: []
    }
  }

  /// `5 seconds`, `0.5 seconds`
  static func seconds(_ count: Double) -> String {
    let isWhole = count == count.rounded() && abs(count) < 1e15
    return "\(isWhole ? String(Int64(count)) : String(count)) \(count == 1 ? "second" : "seconds")"
  }
}
