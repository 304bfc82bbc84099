/// The numbers in JSON records that are kept as strings, exactly as written, by their keys.
public struct ExactNumbers: Hashable, Sendable {
  /// The value of a key.
  public enum Place: Hashable, Sendable {
    /// A number, or an array of numbers.
    case number
    /// An object, or an array of objects, whose keys belong to a group.
    case object([String])
  }

  /// The keys of each group with such numbers. An object can be a group.
  private var groups: [[String]: [String: Place]]
  /// The group of the current objects.
  private var group: [String]

  /// Creates places; `group` is the group of the records.
  public init(_ groups: [[String]: [String: Place]], group: [String]) {
    (self.groups, self.group) = (groups, group)
  }

  /// Whether the numbers of a key are kept as written.
  func has(_ key: String) -> Bool { groups[group]?[key] == .number }

  /// The places within the objects of a key; nil if there are none.
  public func within(_ key: String) -> ExactNumbers? {
    guard case .object(let inner)? = groups[group]?[key], groups[inner] != nil else { return nil }
    return ExactNumbers(groups, group: inner)
  }
}
