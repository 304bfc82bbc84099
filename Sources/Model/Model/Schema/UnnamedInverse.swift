/// The names of inverses that are not declared. The prefix `@` cannot occur in other names.
public enum UnnamedInverse {
  /// The name of the inverse of `relationship` of `entity`.
  public static func name(of relationship: String, in entity: String) -> String {
    "@\(entity).\(relationship)"
  }

  /// The new name of an inverse after models are renamed; nil if it stays the same.
  public static func renamed(_ name: String, _ names: [String: String]) -> String? {
    guard name.hasPrefix("@") else { return nil }
    for (old, new) in names where name.hasPrefix("@\(old).") {
      return "@\(new).\(name.dropFirst(old.count + 2))"
    }
    return nil
  }

  /// The spelling in a path, if `name` is such an inverse: `@inverse(Expense.budget)`.
  public static func written(_ name: String) -> String? {
    name.hasPrefix("@") ? "@inverse(\(name.dropFirst()))" : nil
  }
}
