import Model

/// A way from a record through at least one to-many relationship.
struct ManyPath: Equatable {
  let base: RecordExpression
  var steps: [RelationshipReference]
}

/// The to-many path of an aggregate's argument, once one was met in it.
struct ArgumentPath {
  var path: ManyPath?
}

/// The columns that `sort` can name, for one number of scopes around it.
struct SelectAliases {
  var columns: [String: TypedExpression] = [:]
  var scopeCount = 0
}

/// How far a path of names has come.
struct PathCursor {
  /// What the names so far stand for.
  enum Position {
    case record(RecordExpression)
    case composite(AttributePath, CompositeType, of: RecordExpression)
    case value(TypedExpression)
  }

  var position: Position
  /// The to-many path that was entered; the position is then within one of its elements.
  var many: ManyPath?

  /// What must hold for the path to lead anywhere: a cast that fits.
  var guards: [TypedExpression] = []

  /// Whether the path ends with `record`.
  func isAt(_ record: RecordExpression) -> Bool {
    if case .record(record) = position { true } else { false }
  }
}
