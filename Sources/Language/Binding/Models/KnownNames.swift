import Model
import Syntax

/// The names of scalars, models and types, ignoring case.
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

  /// The unknown names, without duplicates.
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
