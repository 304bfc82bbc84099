import Context
public import Model
import Synchronization
package import Syntax

/// The declared versions of the models, for all sessions on one store.
public final class VersionedModels: Sendable {
  /// A declared version.
  public struct Version: Sendable {
    /// The number.
    public let number: VersionNumber
    /// The models.
    public let schema: Schema
    /// The steps that compute or delete records, as they are printed.
    public let steps: [String]

    /// Creates a version.
    package init(number: VersionNumber, schema: Schema, steps: [String]) {
      (self.number, self.schema, self.steps) = (number, schema, steps)
    }
  }

  private let versions = Mutex<[VersionNumber: Version]>([:])

  /// The versions in order.
  fileprivate var all: [Version] {
    versions.withLock { $0.values.sorted { $0.number < $1.number } }
  }

  fileprivate func note(_ version: Version) { versions.withLock { $0[version.number] = version } }
}

extension QuerySession {
  private var versionedModels: VersionedModels {
    modelContext.container.companion { VersionedModels() }
  }

  /// The declared versions in order.
  public var declaredVersions: [VersionedModels.Version] { versionedModels.all }

  /// Notes a declared version.
  package func noteVersion(_ number: VersionNumber, _ schema: Schema, steps: [String]) {
    versionedModels.note(VersionedModels.Version(number: number, schema: schema, steps: steps))
  }
}

extension VersionDeclaration {
  /// The steps that compute or delete records, as they are printed.
  package var steps: [String] {
    members.compactMap { member in
      switch member {
      case .set, .delete: SyntaxPrinter().text(of: member)
      default: nil
      }
    }
  }
}
