import Columns
import Model
import Storage

extension StoreSnapshot {
  /// The related records for each of `references`, in to-one and to-many relationships.
  func others(
    _ relationship: RelationshipReference,
    of references: [Int64]
  ) throws -> MemberLists {
    if relationship.isToMany { return try members(of: relationship, owners: references) }
    let columns = try gather(
      [.toOne(relationship.name)],
      of: relationship.entity,
      at: references
    )
    var starts = [0]
    var members: [Int64] = []
    if case .reference(let targets)? = columns.first {
      for target in targets.values {
        if target != Column.nullReference { members.append(target) }
        starts.append(members.count)
      }
    }
    return MemberLists(starts: starts, members: members)
  }
}
