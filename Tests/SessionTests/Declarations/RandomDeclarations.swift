import Syntax
import TestSupport

/// Declarations of consistent random models that use every feature.
struct RandomDeclarations {
  private var random: SeededRandom
  private var enumerations: [String] = []
  private var structures: [String] = []
  private var models: [RandomModel] = []
  private var names = RandomNames()
  /// The models between which a relationship lies that names no inverse.
  private var unnamed: Set<Set<Int>> = []

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// The statements, in an order that makes some of them wait for others.
  mutating func statements() -> [String] {
    var statements: [String] = []
    for _ in 0..<Int.random(in: 0...2, using: &random) { statements.append(enumeration()) }
    for _ in 0..<Int.random(in: 0...2, using: &random) { statements.append(structure()) }
    makeModels()
    for index in models.indices { addAttributes(to: index) }
    for _ in 0..<Int.random(in: 0...5, using: &random) { addLink() }
    for index in models.indices { addRules(to: index) }
    for index in models.indices { addComputed(to: index) }
    return statements + models.map(\.text).shuffled(using: &random)
  }

  // MARK: Types

  private mutating func enumeration() -> String {
    let name = names.next(&random)
    enumerations.append(name)
    let cases = ["one", "two", "nil", "fetch", "a b", "Ünder"].shuffled(using: &random).prefix(3)
    return "enum \(quotedAfterKeyword(name))\(documentation()) "
      + "{ \(cases.map { quotedIfNeeded($0) }.joined(separator: ", ")) }"
  }

  private mutating func structure() -> String {
    let name = names.next(&random)
    let fields = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      "\(quotedIfNeeded(names.next(&random))): \(type().text)\(random.chance(40) ? "?" : "")"
    }
    structures.append(name)
    return "struct \(quotedAfterKeyword(name))\(documentation()) "
      + "{ \(fields.joined(separator: ", ")) }"
  }

  private mutating func documentation() -> String {
    random.chance(30) ? " " + stringLiteral(random.pick(["what it is", "a \"b\"\n\\c", "ä"])) : ""
  }

  private mutating func type() -> (text: String, isSingle: Bool) {
    let scalars = ["Bool", "Int", "Double", "Decimal", "String", "Date", "UUID", "Data"]
    if random.chance(15), let structure = structures.randomElement(using: &random) {
      return (quotedIfNeeded(structure), false)
    }
    let single =
      random.chance(20) && !enumerations.isEmpty
      ? quotedIfNeeded(random.pick(enumerations)) : random.pick(scalars)
    return random.chance(15) ? ("[\(single)]", false) : (single, true)
  }

  // MARK: Models

  private mutating func makeModels() {
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let parent = random.chance(30) ? models.randomElement(using: &random)?.name : nil
      models.append(
        RandomModel(
          name: names.next(&random),
          parent: parent,
          documentation: documentation()
        )
      )
    }
  }

  private mutating func addAttributes(to index: Int) {
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let (type, isSingle) = type()
      let name = names.next(&random)
      let isOptional = random.chance(40)
      var text = "\(quotedIfNeeded(name)): \(type)\(isOptional ? "?" : "")"
      let isUnique = isSingle && random.chance(15)
      if isUnique { text += " unique" }
      if random.chance(10) { text += " was \(quotedIfNeeded(names.next(&random)))" }
      if random.chance(40), let value = value(of: type) { text += " = \(value)" }
      models[index].members.append(text)
      models[index].attributes.append(
        RandomAttribute(name: name, type: type, isSingle: isSingle, isUnique: isUnique)
      )
    }
  }

  private mutating func value(of type: String) -> String? {
    let values: [String: [String]] = [
      "Bool": ["true", "not false"], "Int": ["7", "-3 * 2"], "Double": ["2.5", "1 / 4.0"],
      "Decimal": ["decimal \"1.50\"", "3"], "String": ["\"a\\\"b\"", "\"x\" + 'y'"],
      "Date": ["now", "today - 7 days", "2024-02-29", "2024-02-29T12:30:00Z"],
      "UUID": ["uuid()", "\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\""], "Data": ["data \"AAEC\""],
      "[Int]": ["[]", "[1, 2]"], "[String]": ["['a']"],
    ]
    return values[type].map { random.pick($0) }
  }

  // MARK: Relationships

  private mutating func addLink() {
    let (first, second) = (
      Int.random(in: models.indices, using: &random), Int.random(in: models.indices, using: &random)
    )
    let (name, inverse) = (names.next(&random), names.next(&random))
    let isToMany = random.chance(50)
    // Two relationships without declared inverses could be inverses of each other.
    guard random.chance(75) || !unnamed.insert(Set([first, second])).inserted else {
      addEnd(name, of: first, to: second, isToMany: isToMany, inverse: nil, guardsOther: true)
      return
    }
    let isBackToMany = random.chance(50)
    let isRequired = !isBackToMany && random.chance(20)
    addEnd(
      name,
      of: first,
      to: second,
      isToMany: isToMany,
      inverse: inverse,
      guardsOther: isRequired
    )
    addEnd(
      inverse,
      of: second,
      to: first,
      isToMany: isBackToMany,
      inverse: name,
      guardsOther: false,
      isRequired: isRequired
    )
  }

  private mutating func addEnd(
    _ name: String,
    of owner: Int,
    to other: Int,
    isToMany: Bool,
    inverse: String?,
    guardsOther: Bool,
    isRequired: Bool = false
  ) {
    let destination = quotedIfNeeded(models[other].name)
    var text = "\(quotedIfNeeded(name)): "
    text += isToMany ? "[\(destination)]" : "\(destination)\(isRequired ? "" : "?")"
    if isToMany, random.chance(30) { text += random.pick(["(0...)", "(1...10)", "(0...3)"]) }
    if random.chance(40) || guardsOther {
      text += " " + random.pick(["cascade", "deny", "no action"])
    }
    if let inverse { text += " inverse \(quotedIfNeeded(inverse))" }
    if isToMany, random.chance(30) { text += " ordered" }
    if random.chance(10) { text += " was \(quotedIfNeeded(names.next(&random)))" }
    models[owner].members.append(text)
    models[owner].links.append(RandomLink(name: name, destination: other, isToMany: isToMany))
  }

  // MARK: Computed attributes and rules

  private mutating func addRules(to index: Int) {
    let model = models[index]
    for attribute in model.attributes where random.chance(35) {
      guard let condition = condition(on: attribute) else { continue }
      let message = random.chance(50) ? " else \(stringLiteral("not \"so\" \\ é"))" : ""
      models[index].members.append("check \(condition)\(message)")
    }
    for name in model.links.filter(\.isToMany).map({ quotedIfNeeded($0.name) })
    where random.chance(50) {
      models[index].members.append(
        random.pick([
          "check count(\(name)) < 100", "check not any(\(name) where self is nil) else \"x\"",
          "\(quotedIfNeeded(names.next(&random))) = count(\(name)) * 2",
        ])
      )
    }
    let single = model.attributes.filter(\.isSingle)
    if single.count > 1, random.chance(50) {
      let key = single.shuffled(using: &random).prefix(2).map { quotedIfNeeded($0.name) }
      let word = random.pick(["unique", "index"])
      models[index].members.append("\(word) (\(key.joined(separator: ", ")))")
    }
    if random.chance(30), let shown = model.attributes.randomElement(using: &random) {
      models[index].members.append("display \(quotedIfNeeded(shown.name))")
    }
  }

  private mutating func addComputed(to index: Int) {
    let model = models[index]
    var texts = model.attributes.flatMap {
      RandomComputed.expressions(of: $0.type, quotedIfNeeded($0.name))
    }
    for link in model.links {
      let name = quotedIfNeeded(link.name)
      let behind = models[link.destination].attributes.flatMap {
        RandomComputed.expressions(
          of: $0.type,
          behind: name,
          quotedIfNeeded($0.name),
          isToMany: link.isToMany
        )
      }
      texts += behind.shuffled(using: &random).prefix(4)
    }
    for text in texts.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)) {
      models[index].members.append("\(quotedIfNeeded(names.next(&random))) = \(text)")
    }
  }

  private mutating func condition(on attribute: RandomAttribute) -> String? {
    let name = quotedIfNeeded(attribute.name)
    let conditions: [String: [String]] = [
      "Int": [
        "\(name) > -1 and \(name) not in [3, 4]", "if \(name) > 1 then true else \(name) == 0",
      ],
      "Double": ["(\(name) + 1) * 2 >= 0.5"],
      "String": ["\(name) !~ \"x\\n\"", "length(\(name)) > 0"],
      "Date": ["\(name) <= now", "\(name) in 2000-01-01...2100-01-01"],
      "Bool": ["\(name) ?? true", "not \(name)"],
    ]
    return conditions[attribute.type].map { random.pick($0) }
  }
}
