import Columns
import Storage
import Synchronization

/// The members of every owner, owner by owner.
struct MemberIndex: Sendable {
  /// The members of owner `n` are `members[starts[n]..<starts[n + 1]]`.
  private(set) var starts: [Int]
  private(set) var members: [Int64]

  /// Groups the indices of `owners` by owner, in ascending order.
  ///
  /// Skips null; all other owners are less than `ownerCount`.
  init(owners: [Int64], ownerCount: Int) {
    starts = Array(repeating: 0, count: ownerCount + 1)
    for owner in owners where owner != Column.nullReference { starts[Int(owner) + 1] += 1 }
    for owner in 0..<ownerCount { starts[owner + 1] += starts[owner] }
    members = Array(repeating: 0, count: starts[ownerCount])
    var ends = starts
    for (member, owner) in owners.enumerated() where owner != Column.nullReference {
      members[ends[Int(owner)]] = Int64(member)
      ends[Int(owner)] += 1
    }
  }

  var ownerCount: Int { starts.count - 1 }

  /// Sorts the members of each owner by `keys`, then by `ties` or by number.
  mutating func sort(by keys: [Int64], _ ties: [Int64]? = nil) {
    for owner in 0..<ownerCount where starts[owner + 1] - starts[owner] > 1 {
      members[starts[owner]..<starts[owner + 1]].sort {
        (keys[Int($0)], ties?[Int($0)] ?? $0) < (keys[Int($1)], ties?[Int($1)] ?? $1)
      }
    }
  }

  /// Replaces the numbers of members with the elements of `names` at these indices.
  mutating func rename(by names: [Int64]) {
    for place in members.indices { members[place] = names[Int(members[place])] }
  }
}

/// The member indexes of one version of a table, created on demand.
///
/// The next version gets a separate cache.
final class MemberIndexCache: Sendable {
  private let indexes: Mutex<[RelationshipEnd: MemberIndex]>

  /// Creates a cache with known indexes.
  init(_ indexes: [RelationshipEnd: MemberIndex] = [:]) {
    self.indexes = Mutex(indexes)
  }

  /// A copy without the indexes of changed relationships.
  func without(_ names: Set<String>) -> MemberIndexCache {
    MemberIndexCache(indexes.withLock { $0.filter { !names.contains($0.key.name) } })
  }

  /// The index of a relationship, created with `make` if necessary.
  func index(of end: RelationshipEnd, make: () -> MemberIndex) -> MemberIndex {
    indexes.withLock { indexes in
      if let index = indexes[end] { return index }
      let index = make()
      indexes[end] = index
      return index
    }
  }
}
