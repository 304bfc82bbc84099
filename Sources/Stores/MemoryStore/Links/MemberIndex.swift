import Columns
import Storage
import Synchronization

/// The members of every owner, owner by owner.
struct MemberIndex: Sendable {
  /// The members of owner `n` are `members[starts[n]..<starts[n + 1]]`.
  private(set) var starts: [Int]
  private(set) var members: [Int64]

  /// Groups the numbers of `owners`, each behind the owner it names; they rise within an owner.
  ///
  /// Numbers without an owner belong nowhere; every other owner is less than `ownerCount`.
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

  /// The number of owners.
  var ownerCount: Int { starts.count - 1 }

  /// Sorts the members of each owner by their element in `keys`, then by that in `ties`, or by
  /// number.
  mutating func sort(by keys: [Int64], _ ties: [Int64]? = nil) {
    for owner in 0..<ownerCount where starts[owner + 1] - starts[owner] > 1 {
      members[starts[owner]..<starts[owner + 1]].sort {
        (keys[Int($0)], ties?[Int($0)] ?? $0) < (keys[Int($1)], ties?[Int($1)] ?? $1)
      }
    }
  }

  /// Puts the elements of `names` in place of their numbers.
  mutating func rename(by names: [Int64]) {
    for place in members.indices { members[place] = names[Int(members[place])] }
  }
}

/// Member indexes of one version of a table, each made when it is first asked for.
///
/// The version that follows a change gets a cache of its own.
final class MemberIndexCache: Sendable {
  private let indexes: Mutex<[RelationshipEnd: MemberIndex]>

  /// Indexes that are known already.
  init(_ indexes: [RelationshipEnd: MemberIndex] = [:]) {
    self.indexes = Mutex(indexes)
  }

  /// The indexes but those of relationships that changed.
  func without(_ names: Set<String>) -> MemberIndexCache {
    MemberIndexCache(indexes.withLock { $0.filter { !names.contains($0.key.name) } })
  }

  /// The index of a relationship, which `make` makes if it isn't there yet.
  func index(of end: RelationshipEnd, make: () -> MemberIndex) -> MemberIndex {
    indexes.withLock { indexes in
      if let index = indexes[end] { return index }
      let index = make()
      indexes[end] = index
      return index
    }
  }
}
