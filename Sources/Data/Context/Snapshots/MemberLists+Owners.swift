import Storage

extension MemberLists {
  /// The range of the owner's members in a row.
  func places(of row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

  /// The members of the owner in a row.
  func members(of row: Int) -> ArraySlice<Int64> { members[places(of: row)] }

  /// Whether there is a list for each of `count` owners.
  func areWhole(for count: Int) -> Bool {
    starts.count == count + 1 && starts.first == 0 && starts.last == members.count
      && zip(starts, starts.dropFirst()).allSatisfy(<=)
  }
}
