import Binding
import Diagnostics
import Expressions
import Model
import Synchronization
import Syntax

/// A declared version of the models.
struct DeclaredVersion: Sendable {
  /// The version number.
  let number: VersionNumber
  let declaration: VersionDeclaration
  /// The source that contains it.
  let source: SourceText
  /// The models of the version.
  let schema: Schema
  /// The old names of renamed models, by their new names.
  let oldModels: [String: String]
  /// The old names of renamed cases, by enum and new name.
  let oldCases: [String: [String: String]]

  /// The models and cases that this version renames in `schema`.
  func renames(of schema: Schema) -> ModelRenames {
    ModelRenames(oldModels, cases: oldCases, of: schema)
  }
}

/// The declared versions, for all sessions on one store.
final class DeclaredVersions: Sendable {
  private let versions = Mutex<[VersionNumber: DeclaredVersion]>([:])

  /// The numbers of all versions, in ascending order.
  var numbers: [VersionNumber] { versions.withLock { $0.keys.sorted() } }

  subscript(number: VersionNumber) -> DeclaredVersion? { versions.withLock { $0[number] } }

  /// Adds or replaces a version.
  func declare(_ version: DeclaredVersion) {
    versions.withLock { $0[version.number] = version }
  }

  /// The versions after `number` up to `target`, in order.
  func path(from number: VersionNumber, to target: VersionNumber) -> [DeclaredVersion] {
    numbers.filter { $0 > number && $0 <= target }.compactMap { self[$0] }
  }

  /// The version before `number`; nil if there is none.
  func last(before number: VersionNumber) -> DeclaredVersion? {
    numbers.last { $0 < number }.flatMap { self[$0] }
  }
}

extension VersionParts {
  /// The number that is written at `span`. Throws if it is too great.
  func number(at span: SourceSpan) throws(DiagnosticList) -> VersionNumber {
    guard let number = VersionNumber(exactly: major, minor, patch) else {
      let isWhole = minor == 0 && patch == 0
      let limit = isWhole ? VersionNumber.greatest : VersionNumber.greatestPart
      throw DiagnosticList([
        Diagnostic(
          isWhole
            ? "version numbers go up to \(limit)"
            : "the parts of a version number go up to \(limit)",
          at: span
        )
      ])
    }
    return number
  }
}
