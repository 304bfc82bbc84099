import Columns
import Storage

extension MemberIndex {
  /// The members of each of `owners`, in the same order; none for null.
  func lists(for owners: [Int64]) -> MemberLists {
    if isEveryOwner(owners) { return MemberLists(starts: starts, members: members) }
    var listStarts = [0]
    listStarts.reserveCapacity(owners.count + 1)
    var total = 0
    for owner in owners {
      total += range(of: owner).count
      listStarts.append(total)
    }
    var listMembers: [Int64] = []
    listMembers.reserveCapacity(total)
    for owner in owners { listMembers.append(contentsOf: members[range(of: owner)]) }
    return MemberLists(starts: listStarts, members: listMembers)
  }

  /// Whether `owners` are all owners in order, so that the index itself is the answer.
  private func isEveryOwner(_ owners: [Int64]) -> Bool {
    guard owners.count == ownerCount else { return false }
    for (place, owner) in owners.enumerated() where owner != Int64(place) { return false }
    return true
  }

  /// The range of an owner's members; empty for records that are missing or newer than the index.
  private func range(of owner: Int64) -> Range<Int> {
    guard owner >= 0, owner < Int64(ownerCount) else { return 0..<0 }
    return starts[Int(owner)]..<starts[Int(owner) + 1]
  }
}
