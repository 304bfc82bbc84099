import Foundation
import TestSupport
import Testing

/// A file that a release created, with the statements that the release answered.
struct ReleasedFile: CustomTestStringConvertible, Sendable {
  /// The folder of the file and the statements.
  let folder: String
  /// The name of the file, such as `library.store`.
  let name: String

  var testDescription: String { folder + "/" + name }

  /// Where `Scripts/make-release-fixtures` writes a folder for each release.
  static let root = ManualTests.project.path + "/Tests/Releases"

  /// The folders of all releases.
  static let releases = contents(of: root).filter { $0.first?.isNumber ?? false }
    .map { root + "/" + $0 }

  /// The files of all releases.
  static let all = releases.flatMap { release in
    contents(of: release).flatMap { part in
      let folder = release + "/" + part
      return contents(of: folder).filter { $0.hasSuffix(".gz") }
        .map { ReleasedFile(folder: folder, name: String($0.dropLast(3))) }
    }
  }

  /// The stores and databases of SQLite.
  static let files = all.filter { !$0.name.hasSuffix(".sql") }

  /// The stores on servers, as SQL.
  static let dumps = all.filter { $0.name.hasSuffix(".sql") }

  /// The names of the files in a folder, sorted.
  static func contents(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Writes the file to a folder; returns its path.
  func unpack(to target: TemporaryFolder) throws -> String {
    let path = target.file(name)
    _ = try BuiltCommand.runShell("gzip -dc '\(folder)/\(name).gz' > '\(path)'")
    return path
  }

  /// What the release answered: `ask.csv` or `change.csv`.
  func answers(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  /// What the command answers now.
  func run(_ script: String, on store: String, _ options: String...) throws -> BuiltCommand.Result {
    try BuiltCommand.run(
      [store, "-m", "csv", "--timezone", "UTC", "-f", folder + "/" + script] + options
    )
  }
}
