/// The members of a to-many relationship for several owners.
public struct MemberLists: Sendable {
  /// The members of owner `n` are `members[starts[n]..<starts[n + 1]]`; has one element more than
  /// there are owners.
  public let starts: [Int]
  /// The references of all members, owner by owner.
  public let members: [Int64]

  /// Creates lists.
  public init(starts: [Int], members: [Int64]) {
    self.starts = starts
    self.members = members
  }
}

/// The members of a many-to-many relationship for several owners, with their positions.
public struct LinkageLists: Sendable {
  /// The members of each owner.
  public let lists: MemberLists
  /// For each member its position among those of the owner.
  public let positions: [Int64]
  /// For each member the owner's position at the member's end.
  public let inversePositions: [Int64]

  /// Creates lists.
  public init(lists: MemberLists, positions: [Int64], inversePositions: [Int64]) {
    self.lists = lists
    self.positions = positions
    self.inversePositions = inversePositions
  }
}
