import Binding
import Diagnostics
import Expressions
import Model
import Synchronization
import Syntax

/// A version that a statement declared.
struct DeclaredVersion: Sendable {
  /// What was written.
  let declaration: VersionDeclaration
  /// The text that it stands in.
  let source: SourceText
  /// The models of the version.
  let schema: Schema
  /// What renamed models were called, by their names.
  let oldModels: [String: String]
  /// What renamed cases were called, by their enums and their names.
  let oldCases: [String: [String: String]]

  /// The version's number.
  var number: Int { declaration.number.value }

  /// The models and cases that get other names, on the way from `schema`.
  func renames(of schema: Schema) -> ModelRenames {
    ModelRenames(oldModels, cases: oldCases, of: schema)
  }
}

/// The versions that statements declared, for all sessions on one store.
final class DeclaredVersions: Sendable {
  private let versions = Mutex<[Int: DeclaredVersion]>([:])

  /// The numbers of all versions, rising.
  var numbers: [Int] { versions.withLock { $0.keys.sorted() } }

  /// The version of a number.
  subscript(number: Int) -> DeclaredVersion? { versions.withLock { $0[number] } }

  /// Adds a version, or puts it in the place of another one.
  func declare(_ version: DeclaredVersion) {
    versions.withLock { $0[version.number] = version }
  }

  /// The versions after `number`, up to `target`, one after another.
  func path(from number: Int, to target: Int) -> [DeclaredVersion] {
    numbers.filter { $0 > number && $0 <= target }.compactMap { self[$0] }
  }

  /// The version before `number`; nil without one.
  func last(before number: Int) -> DeclaredVersion? {
    numbers.last { $0 < number }.flatMap { self[$0] }
  }
}
