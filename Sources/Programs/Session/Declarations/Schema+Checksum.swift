import Diagnostics
package import Model

extension Schema {
  /// The schema without former names and documentation.
  package var withoutPast: Schema {
    Schema(
      entities: entities.map { entity in
        Entity(
          name: entity.name,
          parent: entity.parent,
          properties: entity.ownProperties.map(\.withoutPast),
          displayProperty: entity.ownDisplayProperty,
          constraints: entity.ownConstraints,
          identity: entity.identity
        )
      },
      types: types.map(\.withoutDocumentation)
    )
  }

  /// A hash of the models, in 16 hexadecimal digits. Documentation, the order of members and former
  /// names make no difference.
  package var checksum: String {
    let schema = withoutPast
    let printer = SchemaPrinter(schema: schema)
    let text = schema.declaredNames.sorted().map { name in
      // The order of members only affects how records are shown.
      printer.lines(of: name).map(\.plain).sorted().joined(separator: "\n")
    }.joined(separator: "\n\n")
    // FNV-1a: distinguishes versions, but does not protect against manipulation.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Property {
  fileprivate var withoutPast: Property {
    switch self {
    case .attribute(var attribute):
      attribute.oldName = nil
      return .attribute(attribute)
    case .relationship(var relationship):
      relationship.oldName = nil
      return .relationship(relationship)
    case .computed:
      return self
    }
  }
}

extension DeclaredType {
  fileprivate var withoutDocumentation: DeclaredType {
    switch type {
    case .enumeration(let type): .enumeration(type)
    case .composite(let type): .structure(type)
    default: self
    }
  }
}
