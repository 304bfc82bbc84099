import Model
import Session
import Storage

/// The pairs of records linked by a many-to-many relationship, owner by owner.
final class PairRows: ResultRows {
  let headers: [ResultHeader]
  let rowCount: Int
  private let pairs: StoreScript.Pairs
  private let owners: [Int64]
  private let lists: MemberLists
  private let snapshot: any StoreSnapshot

  init(
    _ pairs: StoreScript.Pairs,
    owners: [Int64],
    _ lists: MemberLists,
    _ snapshot: any StoreSnapshot
  ) {
    (self.pairs, self.owners, self.lists, self.snapshot) = (pairs, owners, lists, snapshot)
    headers = pairs.names.map {
      ResultHeader(name: $0, type: .record(entity: pairs.entity.name))
    }
    rowCount = lists.members.count
  }

  func rows(_ range: Range<Int>) throws -> ResultBatch {
    var place = firstPlace(endingBehind: range.lowerBound)
    var batchOwners: [Int64] = []
    batchOwners.reserveCapacity(range.count)
    for row in range {
      while lists.starts[place + 1] <= row { place += 1 }
      batchOwners.append(owners[place])
    }
    let ownerIDs = try snapshot.recordIDs(of: pairs.entity.name, at: batchOwners)
    let memberIDs = try snapshot.recordIDs(
      of: pairs.destination.name,
      at: Array(lists.members[range])
    )
    return ResultBatch(
      count: range.count,
      cells: [ownerIDs, memberIDs].map { .values($0.map(Value.record)) }
    )
  }

  /// The index of a row's owner.
  private func firstPlace(endingBehind row: Int) -> Int {
    var places = owners.indices
    while places.count > 1 {
      let middle = places.lowerBound + places.count / 2
      places = lists.starts[middle] <= row ? middle..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
