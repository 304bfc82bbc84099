/// What is made of the names of files and fields: names of entities, structs and relationships.
enum EntityName {
  /// The file's name without folders and ending, every other character than a letter, a digit or
  /// `_` replaced by `_`.
  static func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let base = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init)
    return cleaned(base ?? "data")
  }

  /// The name of what one of the things called `name` is: `Order` for `orders`, `LineItem` for
  /// `line_items`.
  static func typeName(forField name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }.map { capitalised(String($0)) }
    return cleaned(words.isEmpty ? "Value" : words.joined())
  }

  /// The name with its first letter in upper case.
  static func capitalised(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The name with its first letter in lower case.
  static func uncapitalised(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  /// The English singular of a plural, by its ending: `city` of `cities`; other words as they are.
  static func singular(_ name: String) -> String {
    let folded = name.lowercased()
    if let (plural, singular) = irregular.first(where: { folded.hasSuffix($0.plural) }) {
      let stem = name.dropLast(plural.count)
      return stem.isEmpty && name.first?.isUppercase == true
        ? capitalised(singular) : stem + singular
    }
    for (ending, replacement) in endings where folded.hasSuffix(ending) {
      return folded.count > ending.count ? name.dropLast(ending.count) + replacement : name
    }
    return name
  }

  private static let irregular: [(plural: String, singular: String)] = [
    ("people", "person"), ("children", "child"), ("women", "woman"), ("men", "man"),
    ("mice", "mouse"), ("feet", "foot"), ("teeth", "tooth"), ("movies", "movie"),
    ("series", "series"), ("species", "species"), ("news", "news"),
  ]

  /// Endings of plurals with what stands in their place; the first that fits is taken.
  private static let endings: [(String, String)] = [
    ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "ze"),
    ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
  ]

  private static func cleaned(_ name: String) -> String {
    let cleaned = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    guard let first = cleaned.first, !first.isNumber else { return "_" + String(cleaned) }
    return String(cleaned)
  }
}
