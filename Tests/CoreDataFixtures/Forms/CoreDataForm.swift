package import CoreDataModels
package import Foundation

/// One variant of Core Data models and files, as a small store with the expected content.
package struct CoreDataForm: Sendable, CustomStringConvertible {
  /// The name of the form, also in the table of forms.
  package let name: String
  /// The entities, which the file numbers tree by tree in the order of names.
  package let entities: [ModelEntity]
  /// What makes the tables and fills them.
  package let sql: String
  /// The files with large values, by name.
  package var externalFiles: [String: Data] = [:]
  /// How the models read in the language, without the model and file's anonymous parts.
  package let declarations: String
  /// Statements, and their answers: rows as CSV, one after another.
  package let answers: [(statement: String, answer: String)]
  /// The messages when the file is opened.
  package var notes: [String] = []
  /// What `.check` finds; nil where nothing is wrong.
  package var damage: String?

  /// All forms.
  package static let all =
    scalars + archives + composites + toOnes + toManys + manyToManys + trees + names + rules

  /// The name.
  package var description: String { name }

  /// Writes the store to `path`, and its large values to the folder beside it.
  package func write(to path: String) throws {
    try CoreDataFileBuilder(model: ManagedObjectModel(entities: entities), sql: sql).write(to: path)
    guard !externalFiles.isEmpty else { return }
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, content) in externalFiles {
      try content.write(to: folder.appendingPathComponent(name))
    }
  }

  /// The statement that makes the table of a tree of entities.
  static func table(_ name: String, _ columns: String) -> String {
    "CREATE TABLE \(name) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns));\n"
  }
}
