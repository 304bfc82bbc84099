import Model

/// The limits of declarations: a few nested structs could otherwise use all memory.
enum FieldLimits {
  /// The maximum number of scalar values in a struct, and in a model with structs.
  static let fields = 10_000
  /// The maximum nesting depth of structs.
  static let depth = 100

  /// Whether a model has too many values in structs.
  static func areTooMany(_ members: [Property]) -> Bool {
    var count = 0
    for case .attribute(let attribute) in members where attribute.type.leafCount > 1 {
      count += attribute.type.leafCount
    }
    return count > fields
  }
}
