import Model
import Storage

/// In which order records of several entities are deleted where SQLite itself watches over foreign keys:
/// what refers to others goes before them, as `RESTRICT` asks at once.
struct DeletionOrder {
  private let model: FileModel

  init(_ model: FileModel) {
    self.model = model
  }

  /// The selections with those of entities that refer to others first, as far as entities do not refer to
  /// each other in a circle.
  func sorted(_ selections: [RecordSelection]) throws -> [RecordSelection] {
    let places = Dictionary(
      selections.enumerated().map { ($1.entity, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let targets = try selections.map { selection in
      try model.table(selection.entity).layout.references
        .compactMap { places[$0.relationship.destination] }
    }
    // By depth first, what is referred to is reached last and comes first; then all is turned round.
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
