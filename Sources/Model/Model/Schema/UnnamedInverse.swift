/// The names of inverses that are made where none is declared; no name that can be written begins so.
public enum UnnamedInverse {
  /// The name of the inverse of `relationship`, which `entity` declares.
  public static func name(of relationship: String, in entity: String) -> String {
    "@\(entity).\(relationship)"
  }

  /// The name of such an inverse once models have other names; nil where it stays, and for other names.
  public static func renamed(_ name: String, _ names: [String: String]) -> String? {
    guard name.hasPrefix("@") else { return nil }
    for (old, new) in names where name.hasPrefix("@\(old).") {
      return "@\(new).\(name.dropFirst(old.count + 2))"
    }
    return nil
  }

  /// How a relationship called `name` is written in a path, if it is such an inverse:
  /// `@inverse(Expense.budget)`.
  public static func written(_ name: String) -> String? {
    name.hasPrefix("@") ? "@inverse(\(name.dropFirst()))" : nil
  }
}
