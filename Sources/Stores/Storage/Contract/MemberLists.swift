/// The members of a to-many relationship for several owners.
public struct MemberLists: Sendable {
  /// The members of owner `n` are `members[starts[n]..<starts[n + 1]]`; one longer than the owners.
  public let starts: [Int]
  /// The references of all members, owner by owner.
  public let members: [Int64]

  /// Makes lists of members.
  public init(starts: [Int], members: [Int64]) {
    self.starts = starts
    self.members = members
  }
}

/// The members of a many-to-many relationship for several owners, with their places.
public struct LinkageLists: Sendable {
  /// The members of each owner.
  public let lists: MemberLists
  /// Beside each member, its place among those of the owner.
  public let positions: [Int64]
  /// Beside each member, the owner's place among the records at its end.
  public let inversePositions: [Int64]

  /// Makes lists.
  public init(lists: MemberLists, positions: [Int64], inversePositions: [Int64]) {
    self.lists = lists
    self.positions = positions
    self.inversePositions = inversePositions
  }
}
