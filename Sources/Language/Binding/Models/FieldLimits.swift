import Model

/// How much a declaration may hold: a few lines of nested structs could fill any memory.
enum FieldLimits {
  /// The single values of a struct, and of a model that has structs.
  static let fields = 10_000
  /// The structs one within the other.
  static let depth = 100

  /// Whether members of a model are too many once their structs are taken apart.
  static func areTooMany(_ members: [Property]) -> Bool {
    var count = 0
    for case .attribute(let attribute) in members where attribute.type.leafCount > 1 {
      count += attribute.type.leafCount
    }
    return count > fields
  }
}
