import Model
import Storage

/// The order of deleting records if SQLite enforces foreign keys: referencing records first, since
/// `RESTRICT` applies immediately.
struct DeletionOrder {
  let model: FileModel

  /// The selections with referencing entities first, except in circles.
  func sorted(_ selections: [RecordSelection]) throws -> [RecordSelection] {
    let places = Dictionary(
      keepingFirst: selections.enumerated().map { ($1.entity, $0) }
    )
    let targets = try selections.map { selection in
      try model.table(selection.entity).layout.references
        .compactMap { places[$0.relationship.destination] }
    }
    // Depth-first search reaches referenced entities last and appends them first; the result is
    // reversed.
    var order: [Int] = []
    var isSeen = Array(repeating: false, count: selections.count)
    for start in selections.indices where !isSeen[start] {
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
    return order.reversed().map { selections[$0] }
  }
}
