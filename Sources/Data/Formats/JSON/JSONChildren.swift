/// The objects in arrays at one place: separate records, each owned by the record around it.
final class JSONChildren {
  /// The fields of the objects.
  let root: JSONObjectNode
  /// The row of each object's owner.
  private(set) var owners: [Int64] = []

  init(root: JSONObjectNode) {
    self.root = root
  }

  /// The number of objects.
  var count: Int { owners.count }

  /// Starts an object owned by the record in row `owner`. Returns the object's row.
  func begin(owner: Int) -> Int {
    owners.append(Int64(owner))
    root.presentCount += 1
    return owners.count - 1
  }
}
