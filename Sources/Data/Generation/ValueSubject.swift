import Demo

/// What an attribute describes, judging by its name; prepared once for each attribute.
struct ValueSubject {
  /// Generators of strings, by words in the attribute's name; the first match counts.
  private static let texts: [(words: [String], make: @Sendable (inout SplitMix64) -> String)] = [
    (["firstname", "givenname", "forename"], { $0.pick(SampleNames.first) }),
    (["surname", "lastname", "familyname"], { $0.pick(SampleNames.surnames) }),
    (["email", "mail"], { email(&$0) }),
    (["phone", "mobile", "fax"], { phone(&$0) }),
    (["city", "town", "place"], { $0.pick(SampleNames.cities) }),
    (["country", "nation"], { $0.pick(SampleNames.countries) }),
    (["street", "address"], { "\(1 + $0.below(120)) \($0.pick(SampleNames.streets))" }),
    (["zip", "postcode", "postal"], { digits(5, &$0) }),
    (
      ["url", "website", "link", "homepage"], { "https://\($0.pick(SampleNames.words)).example" }
    ),
    (["colour", "color"], { $0.pick(SampleNames.colors) }),
    (["currency"], { $0.pick(SampleNames.currencies) }),
    (["company", "employer", "firm", "brand"], { $0.pick(SampleNames.companies) }),
    (["owner", "author", "person", "user", "fullname"], { fullName(&$0) }),
    (["code", "sku", "number", "serial"], { code(&$0) }),
    (["note", "description", "comment", "text", "body", "summary"], { sentence(&$0) }),
  ]

  /// Ranges of numbers, by words in the attribute's name.
  private static let numbers: [(words: [String], range: ClosedRange<Double>)] = [
    (["age"], 18...89), (["year"], 1990...2026), (["month"], 1...12),
    (["quantity", "count"], 1...20),
    (["percent", "rate", "share", "ratio"], 0...100), (["latitude", "lat"], -90...90),
    (["longitude", "lon", "lng"], -180...180), (["rating", "stars", "score"], 1...5),
    (["height", "width", "length", "size"], 1...250), (["weight"], 1...120),
    (["salary", "income"], 20_000...120_000), (["limit", "budget"], 100...5_000),
    (["balance"], -500...4_500), (["amount", "price", "cost", "total", "fee"], 1...500),
    (["priority", "level", "rank"], 1...10), (["door", "seat", "wheel"], 2...6),
  ]

  /// The kind of date, by words in the attribute's name.
  private enum Day {
    case ofBirth, toCome, past
  }

  /// The usual range of numbers.
  let range: ClosedRange<Double>
  /// Generates a string.
  let text: @Sendable (inout SplitMix64) -> String
  private let day: Day

  init(_ name: String) {
    let plain = name.lowercased().filter { $0 != "_" }
    range = Self.numbers.first { Self.fits(plain, $0.words) }?.range ?? 1...1_000
    if let known = Self.texts.first(where: { Self.fits(plain, $0.words) }) {
      text = known.make
    } else if Self.fits(plain, ["name", "title", "label"]) {
      text = { Self.title(&$0) }
    } else {
      text = { $0.pick(SampleNames.words) }
    }
    day =
      if Self.fits(plain, ["birth", "birthday", "born"]) {
        .ofBirth
      } else if Self.fits(plain, ["due", "deadline", "end", "expires", "until"]) {
        .toCome
      } else {
        .past
      }
  }

  /// A day in the last ten years; birthdays are earlier, due dates up to a year later than today.
  func daysFromToday(_ random: inout SplitMix64) -> Int {
    switch day {
    case .ofBirth: -365 * 18 - random.below(365 * 60)
    case .toCome: random.below(400)
    case .past: -random.below(3650)
    }
  }

  /// Whether a name starts or ends with one of `words`.
  private static func fits(_ plain: String, _ words: [String]) -> Bool {
    words.contains { plain.hasPrefix($0) || plain.hasSuffix($0) || plain == $0 + "s" }
  }

  // MARK: Strings

  private static func title(_ random: inout SplitMix64) -> String {
    "\(random.pick(SampleNames.words)) \(random.pick(SampleNames.words))".capitalized
  }

  private static func email(_ random: inout SplitMix64) -> String {
    let ascii = SampleNames.words
    return "\(random.pick(ascii)).\(random.pick(ascii))\(random.below(1000))@mail.example"
  }

  private static func phone(_ random: inout SplitMix64) -> String {
    "+47 \(digits(3, &random)) \(digits(2, &random)) \(digits(3, &random))"
  }

  private static func fullName(_ random: inout SplitMix64) -> String {
    "\(random.pick(SampleNames.first)) \(random.pick(SampleNames.surnames))"
  }

  private static func code(_ random: inout SplitMix64) -> String {
    "\(random.pick(["A", "B", "C", "D", "E"]))-\(digits(6, &random))"
  }

  private static func sentence(_ random: inout SplitMix64) -> String {
    let words = (0..<(4 + random.below(6))).map { _ in random.pick(SampleNames.words) }
    return words.joined(separator: " ").capitalized + "."
  }

  private static func digits(_ count: Int, _ random: inout SplitMix64) -> String {
    String(
      (0..<count).map { _ in random.pick(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) }
        .joined()
    )
  }
}

extension String {
  /// The string with its first letter in upper case.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
