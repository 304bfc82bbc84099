import Columns
import Model
import Storage

/// Follows a path with to-many steps from the records of a batch.
struct MemberNode {
  let base: ProgramNode<[Int64]>
  let path: [RelationshipReference]

  /// The members at the end of the path, owner by owner, flattened, duplicates kept.
  func lists(_ context: BatchContext) throws -> MemberLists {
    let owners = try base.result(context)
    var lists = MemberLists.single(owners)
    for relationship in path {
      lists = try step(relationship, from: lists, context.environment.snapshot)
    }
    return lists
  }

  private func step(
    _ relationship: RelationshipReference,
    from lists: MemberLists,
    _ snapshot: any StoreSnapshot
  ) throws -> MemberLists {
    let next: MemberLists
    if relationship.isToMany {
      next = try snapshot.members(of: relationship, owners: lists.members)
    } else {
      let columns = try snapshot.gather(
        [.toOne(relationship.name)],
        of: relationship.entity,
        at: lists.members
      )
      guard case .reference(let column)? = columns.first else { throw MismatchedColumn() }
      next = MemberLists.single(column.values)
    }
    return MemberLists(starts: lists.starts.map { next.starts[$0] }, members: next.members)
  }
}

extension MemberLists {
  /// A list of one member for each of `records`, empty where it is null.
  fileprivate static func single(_ records: [Int64]) -> MemberLists {
    var starts = [0]
    starts.reserveCapacity(records.count + 1)
    var members: [Int64] = []
    members.reserveCapacity(records.count)
    for record in records {
      if record != Column.nullReference { members.append(record) }
      starts.append(members.count)
    }
    return MemberLists(starts: starts, members: members)
  }
}
