/// Expressions that a model can compute from an attribute of each type, by its quoted name.
enum RandomComputed {
  static func expressions(of type: String, _ name: String) -> [String] {
    (byType[type] ?? []).map { $0.replacing("#", with: name) } + ["\(name) is not nil", name]
  }

  /// Expressions that can be computed from an attribute of related records.
  static func expressions(
    of type: String,
    behind link: String,
    _ name: String,
    isToMany: Bool
  ) -> [String] {
    let path = "\(link).\(name)"
    if !isToMany { return expressions(of: type, path) + ["\(link) is nil"] }
    let reductions =
      ["count(\(link) where \(name) is nil)", "not any(\(link) where \(name) is not nil)"]
      + (byTypeOfMany[type] ?? []).map { $0.replacing("#", with: path) }
    let conditions = expressions(of: type, name).filter { $0.contains(">") && !$0.hasPrefix("if") }
    return reductions
      + conditions.flatMap { ["any(\(link) where \($0))", "count(\(link) where not (\($0)))"] }
  }

  private static let byType: [String: [String]] = [
    "Int": [
      "# * 2 + 1", "# / 3 - #", "# / (# - 1)", "# % 4", "-#", "abs(#) + 1", "# + 0.5",
      "# in [1, 2, nil]", "# between 1 and # + 3", "if # > 1 then # else nil", "# ?? 0",
      "max(#, 3)", "now + (#) days", "# > 1 or # < -4", "not (# > 1)",
      "if # > 1 then \"a\" else \"b\"",
    ],
    "Double": [
      "# / 2", "sqrt(#)", "round(#) * 2", "floor(#) + ceil(#)", "power(#, 2.0)", "# % 1.5",
      "# > 1 and # < 2", "1 / #", "-# * #", "# - (# - 1)", "min(#, 1, 2.5)", "(# ?? 1.5) + 1",
    ],
    "Decimal": ["# * 2", "# / #", "# == decimal \"1.5\"", "abs(#)", "# > 3", "sqrt(#)"],
    "String": [
      "upper(#) + \"x\" + lower(#)", "length(#) + 1", "trim(#)", "# ~ \"a\"",
      "# contains[cd] \"x\\n\"", "# starts with \"a\"", "# ends with[c] \"b\"", "# =~ \"q\"",
      "# matches /^a.*b$/", "# like \"a*\"", "# in [\"a\", nil]", "# not in [\"a\"]", "# > \"b\"",
      "replace(#, \"a\", #)", "# ?? \"none\"", "length(# ?? \"\") > 2", "max(#, \"m\")",
    ],
    "Date": [
      "year(#) - year(now)", "days(#, now)", "# + 3 days", "# - 2 months", "now - #",
      "# > 2024-01-01",
      "# between today - 7 days and now", "# ?? now", "if # > now then # else now",
      "weekday(#) in 2...6",
    ],
    "Bool": ["not #", "# and 1 > 0", "# ?? false", "if # then 1 else 2", "# == true or #"],
    "UUID": ["# == uuid \"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"", "# ?? #"],
    "Data": ["# == data \"AAEC\"", "# in [data \"AAEC\"]"],
    "[Int]": [
      "sum(#) + 1", "count(# where self > 1)", "1 in #", "any # > 2", "all # > 2", "avg(#)",
      "max(#)",
      "first(#)", "# == [1, 2]",
    ],
    "[String]": ["count(#)", "any # ~ \"a\"", "\"x\" in #", "min(#) ?? \"\"", "count(distinct #)"],
  ]

  private static let byTypeOfMany: [String: [String]] = [
    "Int": ["sum(#)", "avg(#)", "max(#) ?? 0", "any # > 3", "all # > 3", "count(distinct #)"],
    "Double": ["sum(#) / 2", "avg(#)", "min(#)", "sum(#) / count(#)", "median(#)"],
    "Decimal": ["sum(#)", "max(#)", "avg(#)"],
    "String": ["list(#)", "min(#)", "any # ~ \"a\"", "first(#)", "count(#)"],
    "Date": ["max(#)", "min(#) > now", "any # > 2024-02-29"],
    "Bool": ["any # == true", "count(#)"],
  ]
}
