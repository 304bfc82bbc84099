import Syntax
import TestSupport

/// A model under construction.
struct RandomModel {
  let name: String
  let parent: String?
  let documentation: String
  var members: [String] = []
  var attributes: [RandomAttribute] = []
  var links: [RandomLink] = []

  var text: String {
    let parent = parent.map { ": \(quotedIfNeeded($0))" } ?? ""
    return "model \(quotedAfterKeyword(name))\(parent)\(documentation) "
      + "{ \(members.joined(separator: ", ")) }"
  }
}

/// An attribute as far as rules need it.
struct RandomAttribute {
  let name: String
  let type: String
  let isSingle: Bool
  let isUnique: Bool
}

/// A relationship as far as computed attributes need it.
struct RandomLink {
  let name: String
  let destination: Int
  let isToMany: Bool
}

/// Unique names of all kinds.
struct RandomNames {
  private var count = 0

  mutating func next(_ random: inout SeededRandom) -> String {
    count += 1
    let words = [
      "name", "only", "all", "where", "check", "unique", "display", "a b", "é", "x`y", "now",
      "model",
      "日本", "tab\t", "q\"", "back\\slash", "1st", "self", "default", "init",
    ]
    return random.chance(60) ? "name\(count)" : "\(random.pick(words))\(count)"
  }
}
