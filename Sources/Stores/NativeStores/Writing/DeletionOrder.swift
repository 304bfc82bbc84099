import Model
package import Storage

/// The order of deleting records if the database enforces foreign keys: referencing records first,
/// since `RESTRICT` applies immediately.
package enum DeletionOrder {
  /// Parts of a change with referencing entities first, except in circles.
  ///
  /// - Parameters:
  ///   - entity: The entity of a part.
  ///   - layout: The layout of an entity's table.
  package static func sorted<Part>(
    _ parts: [Part],
    by entity: (Part) -> String,
    _ layout: (String) throws -> TableLayout
  ) rethrows -> [Part] {
    let places = Dictionary(keepingFirst: parts.enumerated().map { (entity($1), $0) })
    let targets = try parts.map { part in
      try layout(entity(part)).references.compactMap { places[$0.relationship.destination] }
    }
    // Depth-first search reaches referenced entities last and appends them first; the result is
    // reversed.
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: parts.count)
    for start in parts.indices where !isSeen[start] {
      isSeen[start] = true
      var path = [(place: start, next: 0)]
      while let (place, next) = path.last {
        guard next < targets[place].count else {
          order.append(place)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[place][next]
        if !isSeen[target] {
          isSeen[target] = true
          path.append((target, 0))
        }
      }
    }
    return order.reversed().map { parts[$0] }
  }
}
