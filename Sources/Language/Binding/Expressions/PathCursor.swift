import Model

/// A path from a record with at least one to-many relationship.
struct ManyPath: Equatable {
  let base: RecordExpression
  var steps: [RelationshipReference]
}

/// The to-many path of an aggregate's argument, once known.
struct ArgumentPath {
  var path: ManyPath?
}

/// The columns that `sort` can name at one scope depth.
struct SelectAliases {
  var columns: [String: TypedExpression] = [:]
  var scopeCount = 0
}

/// The state of following a path.
struct PathCursor {
  /// The end of the path so far.
  enum Position {
    case record(RecordExpression)
    case composite(AttributePath, CompositeType, of: RecordExpression)
    case value(TypedExpression)
  }

  var position: Position
  /// The to-many path so far; the position is within one of its elements.
  var many: ManyPath?

  /// The conditions under which the path is not nil: casts.
  var guards: [TypedExpression] = []

  /// Whether the path ends with `record`.
  func isAt(_ record: RecordExpression) -> Bool {
    if case .record(record) = position { true } else { false }
  }
}
