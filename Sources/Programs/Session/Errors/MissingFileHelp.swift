import Diagnostics
import Foundation
import Storage
import Syntax

/// Adds help to errors about a store whose file does not exist yet, since its name may be mistyped.
enum MissingFileHelp {
  private static let endings: Set<String> = ["store", "sqlite", "sqlite3", "db"]

  /// The error, with help if it is about a model of the store at `path`.
  static func adding(to error: SessionError, of statement: Statement, path: String) -> SessionError
  {
    guard case .failed(let findings) = error, statement.kind.namesModel, let first = findings.first,
      first.severity == .error
    else { return error }
    let lines = [
      "\(path.debugDescription) is a new file, created by the first change",
      didYouMean(nearFiles(path)),
    ]
    let helped = first.adding(help: lines.compactMap { $0 })
    return .failed([helped] + findings.dropFirst())
  }

  /// Stores in the same folder with similar names.
  private static func nearFiles(_ path: String) -> [String] {
    let file = URL(fileURLWithPath: path)
    let folder = file.deletingLastPathComponent().path
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .map { URL(fileURLWithPath: "/" + $0) }
      .filter { endings.contains($0.pathExtension.lowercased()) }
    let stems = names.map { $0.deletingPathExtension().lastPathComponent }
    let near = nearestNames(to: file.deletingPathExtension().lastPathComponent, in: stems)
    return near.flatMap { stem in
      zip(names, stems).filter { $0.1 == stem }.map(\.0.lastPathComponent)
    }
  }
}

extension Statement.Kind {
  /// Whether the statement refers to an existing model.
  fileprivate var namesModel: Bool {
    switch self {
    case .fetch, .count, .insert, .update, .upsert, .delete, .extend, .relate, .export, .trace,
      .watch, .generate, .history, .diff, .restore, .saveQuery, .perform, .expect:
      true
    case .explain(let inner, _), .preview(let inner): inner.kind.namesModel
    default: false
    }
  }
}
