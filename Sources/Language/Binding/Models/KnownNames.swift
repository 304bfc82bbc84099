import Model
import Syntax

/// The names that declarations may use, looked up in any case: those of scalars, models and types.
struct KnownNames {
  private let schema: Schema
  private let folded: Set<String>

  private static let scalars = Set(ValueType.scalarsByName.map(\.name))
  private static let foldedScalars = Set(ValueType.scalarsByName.map { $0.name.lowercased() })

  init(_ schema: Schema) {
    self.schema = schema
    folded = Set(
      (schema.entities.map(\.name) + schema.types.map(\.name)).map { $0.lowercased() }
    )
  }

  /// Those of `names` that nothing has, each once.
  func missing(_ names: [NameSyntax], besides own: String) -> [String] {
    var missing: [String] = []
    for name in names where !has(name.text, own) && !missing.contains(name.text) {
      missing.append(name.text)
    }
    return missing
  }

  private func has(_ name: String, _ own: String) -> Bool {
    if Self.scalars.contains(name) || schema.entity(name) != nil || schema.type(name) != nil {
      return true
    }
    let name = name.lowercased()
    return folded.contains(name) || Self.foldedScalars.contains(name) || name == own.lowercased()
  }
}
