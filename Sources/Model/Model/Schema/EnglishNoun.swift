/// Derives English singulars and plurals by word endings. Only the last word changes: `lineItems`
/// for `lineItem`.
public enum EnglishNoun {
  /// The singular of a plural: `city` of `cities`; other words as they are.
  public static func singular(_ name: String) -> String {
    let folded = name.lowercased()
    if let (plural, singular) = irregular.first(where: { folded.hasSuffix($0.plural) }) {
      return replacing(plural, of: name, with: singular)
    }
    for (ending, replacement) in pluralEndings where folded.hasSuffix(ending) {
      return folded.count > ending.count ? name.dropLast(ending.count) + replacement : name
    }
    return name
  }

  /// The plural of a singular: `cities` of `city`; plurals stay as they are.
  public static func plural(_ name: String) -> String {
    let folded = name.lowercased()
    if unchanging.contains(where: folded.hasSuffix) { return name }
    if irregular.contains(where: { folded.hasSuffix($0.plural) }) { return name }
    let singular = singular(name)
    if singular != name, regularPlural(singular).lowercased() == folded { return name }
    if let (plural, singular) = irregular.first(where: { folded.hasSuffix($0.singular) }),
      !["human", "german", "roman"].contains(where: folded.hasSuffix)
    {
      return replacing(singular, of: name, with: plural)
    }
    return regularPlural(name)
  }

  /// The name with its last word replaced; a name of one word keeps its capital.
  private static func replacing(_ word: String, of name: String, with other: String) -> String {
    let stem = name.dropLast(word.count)
    return stem.isEmpty && name.first?.isUppercase == true
      ? other.prefix(1).uppercased() + other.dropFirst() : stem + other
  }

  private static func regularPlural(_ name: String) -> String {
    let folded = name.lowercased()
    for (ending, replacement) in singularEndings where folded.hasSuffix(ending) {
      return name.dropLast(ending.count) + replacement
    }
    guard folded.hasSuffix("y"), let before = folded.dropLast().last, !"aeiou".contains(before)
    else { return name + "s" }
    return name.dropLast() + "ies"
  }

  private static let irregular: [(plural: String, singular: String)] = [
    ("people", "person"), ("children", "child"), ("women", "woman"), ("men", "man"),
    ("mice", "mouse"), ("feet", "foot"), ("teeth", "tooth"), ("movies", "movie"),
    ("series", "series"), ("species", "species"), ("news", "news"),
  ]

  /// Words that are their own plurals.
  private static let unchanging = [
    "data", "media", "staff", "sheep", "fish", "equipment", "information", "metadata", "feedback",
    "software", "hardware", "history",
  ]

  /// Endings of plurals and their singulars; the first match wins.
  private static let pluralEndings: [(String, String)] = [
    ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "ze"),
    ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
  ]

  /// Endings of singulars with irregular plurals.
  private static let singularEndings: [(String, String)] = [
    ("quiz", "quizzes"), ("hero", "heroes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
    ("shelf", "shelves"), ("half", "halves"), ("leaf", "leaves"), ("wife", "wives"),
    ("knife", "knives"), ("life", "lives"), ("medium", "media"), ("datum", "data"),
    ("ysis", "yses"), ("basis", "bases"), ("crisis", "crises"),
    ("s", "ses"), ("x", "xes"), ("z", "zes"), ("ch", "ches"), ("sh", "shes"),
  ]
}
