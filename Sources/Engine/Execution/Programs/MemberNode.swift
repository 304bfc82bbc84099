import Columns
import Model
import Storage

/// Follows a path with to-many steps from the records of a batch.
struct MemberNode {
  let base: ProgramNode<[Int64]>
  let path: [RelationshipReference]

  /// The maximum number of related records of a batch, as each step multiplies them. Above that,
  /// the scalar evaluator visits them one by one.
  private static let limit = 1 << 25
  /// The number of owners of the first step, so that the limit and Ctrl-C are noticed in time.
  private static let chunk = 1 << 9
  /// Below this average number of related records, the following steps take more owners.
  private static let few = 16

  /// The related records of each owner at the end of the path, flattened, with duplicates.
  func lists(_ context: BatchContext) throws -> MemberLists {
    let owners = try base.result(context)
    var lists = MemberLists.single(owners)
    for relationship in path {
      try context.environment.cancellation.check()
      lists = try step(relationship, from: lists, context.environment)
    }
    return lists
  }

  private func step(
    _ relationship: RelationshipReference,
    from lists: MemberLists,
    _ environment: ExecutionEnvironment
  ) throws -> MemberLists {
    let next: MemberLists
    if relationship.isToMany {
      next = try members(of: relationship, owners: lists.members, environment)
    } else {
      let columns = try environment.snapshot.gather(
        [.toOne(relationship.name)],
        of: relationship.entity,
        at: lists.members
      )
      guard case .reference(let column)? = columns.first else { throw MismatchedColumn() }
      next = MemberLists.single(column.values)
    }
    return MemberLists(starts: lists.starts.map { next.starts[$0] }, members: next.members)
  }

  private func members(
    of relationship: RelationshipReference,
    owners: [Int64],
    _ environment: ExecutionEnvironment
  ) throws -> MemberLists {
    if owners.count <= Self.chunk {
      return try environment.snapshot.members(of: relationship, owners: owners)
    }
    var starts = [0]
    var members: [Int64] = []
    var start = 0
    var count = Self.chunk
    while start < owners.count {
      try environment.cancellation.check()
      let end = min(start + count, owners.count)
      let lists = try environment.snapshot.members(
        of: relationship,
        owners: Array(owners[start..<end])
      )
      if lists.members.count < Self.few * (end - start) { count *= 8 }
      start = end
      let offset = members.count
      members += lists.members
      starts += lists.starts.dropFirst().map { offset + $0 }
      if members.count > Self.limit { throw BatchFailure() }
    }
    return MemberLists(starts: starts, members: members)
  }
}

extension MemberLists {
  /// One related record for each of `records`; none for null.
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
