/// The objects in the arrays at one place: records of their own, each belonging to the record around.
final class JSONChildren {
  /// The fields of the objects.
  let root: JSONObjectNode
  /// The row of the record around, object by object.
  private(set) var owners: [Int64] = []

  init(root: JSONObjectNode) {
    self.root = root
  }

  /// The number of objects.
  var count: Int { owners.count }

  /// Begins an object of the record in row `owner`; its own row is the result.
  func begin(owner: Int) -> Int {
    owners.append(Int64(owner))
    root.presentCount += 1
    return owners.count - 1
  }
}
