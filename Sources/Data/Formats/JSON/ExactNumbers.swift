/// Which numbers of records are kept as the texts that they are written as, so that no digit is lost:
/// by the keys that lead to them.
public struct ExactNumbers: Hashable, Sendable {
  /// What stands at a key.
  public enum Place: Hashable, Sendable {
    /// A number, or an array of numbers.
    case number
    /// An object, or objects in an array, whose keys are those of a group.
    case object([String])
  }

  /// The keys of each group that lead to such numbers; objects may hold others of their own group.
  private var groups: [[String]: [String: Place]]
  /// The group of the objects at hand.
  private var group: [String]

  /// Makes places; `group` is that of the records.
  public init(_ groups: [[String]: [String: Place]], group: [String]) {
    (self.groups, self.group) = (groups, group)
  }

  /// Whether the numbers at a key are kept so.
  func has(_ key: String) -> Bool { groups[group]?[key] == .number }

  /// The places within the objects at a key; nil where there are none.
  public func within(_ key: String) -> ExactNumbers? {
    guard case .object(let inner)? = groups[group]?[key], groups[inner] != nil else { return nil }
    return ExactNumbers(groups, group: inner)
  }
}
