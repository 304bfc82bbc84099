import Foundation
import Model

/// Makes values that could be real, by the names and types of attributes.
struct PlausibleValues {
  /// What a text is about, by words that stand in its attribute's name; the first that fits counts.
  private static let texts: [(words: [String], make: @Sendable (inout SplitMix64) -> String)] = [
    (["firstname", "givenname", "forename"], { $0.pick(PlausibleNames.first) }),
    (["surname", "lastname", "familyname"], { $0.pick(PlausibleNames.surnames) }),
    (["email", "mail"], { email(&$0) }),
    (["phone", "mobile", "fax"], { phone(&$0) }),
    (["city", "town", "place"], { $0.pick(PlausibleNames.cities) }),
    (["country", "nation"], { $0.pick(PlausibleNames.countries) }),
    (["street", "address"], { "\(1 + $0.below(120)) \($0.pick(PlausibleNames.streets))" }),
    (["zip", "postcode", "postal"], { digits(5, &$0) }),
    (
      ["url", "website", "link", "homepage"], { "https://\($0.pick(PlausibleNames.words)).example" }
    ),
    (["colour", "color"], { $0.pick(PlausibleNames.colours) }),
    (["currency"], { $0.pick(PlausibleNames.currencies) }),
    (["company", "employer", "firm", "brand"], { $0.pick(PlausibleNames.companies) }),
    (["owner", "author", "person", "user", "fullname"], { fullName(&$0) }),
    (["code", "sku", "number", "serial"], { code(&$0) }),
    (["note", "description", "comment", "text", "body", "summary"], { sentence(&$0) }),
  ]

  /// The least and the greatest number, by words that stand in the attribute's name.
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

  var random: SplitMix64
  /// The day that dates lie around.
  let today: Timestamp

  /// A value of `type` for the attribute `name`, between the bounds that rules set.
  mutating func value(_ type: ValueType, named name: String, within aim: NumberAim) -> Value {
    switch type {
    case .bool: return .bool(random.chance(50))
    case .int: return .int(Int64(clampedRounding: number(name, aim, isWhole: true)))
    case .double: return .double((number(name, aim, isWhole: false) * 100).rounded() / 100)
    case .decimal: return .decimal(decimal(number(name, aim, isWhole: false)))
    case .string: return .string(text(name))
    case .date: return .date(date(name))
    case .uuid: return .uuid(uuid())
    case .data: return .data(Data((0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case .enumeration(let type):
      return type.cases.isEmpty ? .null : .string(random.pick(type.cases))
    case .list(let element):
      return .list((0..<random.below(5)).map { _ in value(element, named: name, within: aim) })
    default: return .null
    }
  }

  /// A value like `value` that hardly any other record has, where rules leave room for such.
  mutating func unique(_ value: Value, within aim: NumberAim) -> Value {
    let count = 1_000_000_000
    switch value {
    case .string(let text):
      return .string(unique(text))
    case .int where aim.greatest == nil:
      return .int(
        Int64(clampedRounding: (aim.least ?? 1).rounded(.up)) &+ Int64(random.below(count))
      )
    case .double where aim.greatest == nil:
      return .double((aim.least ?? 1) + Double(random.below(count)) / 100)
    case .decimal where aim.greatest == nil:
      return .decimal(decimal((aim.least ?? 1) + Double(random.below(count)) / 100))
    case .date(let day):
      let time = Int64(random.below(86_400)) * 1_000_000
      return .date(Timestamp(microseconds: day.microseconds &+ time))
    default:
      return value
    }
  }

  private mutating func unique(_ text: String) -> String {
    let number = 1 + random.below(10_000_000)
    guard let at = text.firstIndex(of: "@") else { return "\(text) \(number)" }
    return text[..<at] + "\(number)" + text[at...]
  }

  // MARK: Numbers

  private mutating func number(_ name: String, _ aim: NumberAim, isWhole: Bool) -> Double {
    let usual = Self.numbers.first { Self.fits(name, $0.words) }?.range ?? 1...1_000
    var low = aim.least ?? usual.lowerBound
    var high = aim.greatest ?? usual.upperBound
    // Where a rule leaves nothing of what is usual, numbers lie beside its bound.
    if high < low, aim.greatest == nil { high = low + max(100, abs(low)) }
    if high < low, aim.least == nil { low = high - max(100, abs(high)) }
    let value = low + random.fraction() * (high - low)
    return isWhole ? min(max(value.rounded(), low.rounded(.up)), high.rounded(.down)) : value
  }

  private func decimal(_ number: Double) -> Decimal {
    let cents = Int64(clampedRounding: number * 100)
    return Decimal(
      sign: cents < 0 ? .minus : .plus,
      exponent: -2,
      significand: Decimal(cents.magnitude)
    )
  }

  // MARK: Texts

  private mutating func text(_ name: String) -> String {
    if let entry = Self.texts.first(where: { Self.fits(name, $0.words) }) {
      return entry.make(&random)
    }
    if Self.fits(name, ["name", "title", "label"]) {
      return "\(random.pick(PlausibleNames.words)) \(random.pick(PlausibleNames.words))".capitalised
    }
    return random.pick(PlausibleNames.words)
  }

  /// Whether one of `words` stands in a name: at its beginning, at its end, or as a part of its own.
  private static func fits(_ name: String, _ words: [String]) -> Bool {
    let plain = name.lowercased().filter { $0 != "_" }
    return words.contains { plain.hasPrefix($0) || plain.hasSuffix($0) || plain == $0 + "s" }
  }

  private static func email(_ random: inout SplitMix64) -> String {
    let ascii = PlausibleNames.words
    return "\(random.pick(ascii)).\(random.pick(ascii))\(random.below(1000))@mail.example"
  }

  private static func phone(_ random: inout SplitMix64) -> String {
    "+47 \(digits(3, &random)) \(digits(2, &random)) \(digits(3, &random))"
  }

  private static func fullName(_ random: inout SplitMix64) -> String {
    "\(random.pick(PlausibleNames.first)) \(random.pick(PlausibleNames.surnames))"
  }

  private static func code(_ random: inout SplitMix64) -> String {
    "\(random.pick(["A", "B", "C", "D", "E"]))-\(digits(6, &random))"
  }

  private static func sentence(_ random: inout SplitMix64) -> String {
    let words = (0..<(4 + random.below(6))).map { _ in random.pick(PlausibleNames.words) }
    return words.joined(separator: " ").capitalised + "."
  }

  private static func digits(_ count: Int, _ random: inout SplitMix64) -> String {
    String(
      (0..<count).map { _ in random.pick(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]) }
        .joined()
    )
  }

  // MARK: Dates and identities

  /// A day of the last ten years; birthdays lie earlier, what is due a little later.
  private mutating func date(_ name: String) -> Timestamp {
    let day = Timestamp.microsecondsPerDay
    let offset: Int
    if Self.fits(name, ["birth", "birthday", "born"]) {
      offset = -365 * 18 - random.below(365 * 60)
    } else if Self.fits(name, ["due", "deadline", "end", "expires", "until"]) {
      offset = random.below(400)
    } else {
      offset = -random.below(3650)
    }
    return Timestamp(microseconds: today.microseconds &+ Int64(offset) &* day)
  }

  /// A UUID of version 4 by RFC 9562: all bits random but those that say so.
  private mutating func uuid() -> UUID {
    let high = random.next() & ~0xf000 | 0x4000
    let low = random.next() & ~(3 << 62) | 2 << 62
    var bytes = [UInt8](repeating: 0, count: 16)
    for place in 0..<8 {
      bytes[place] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * place))
      bytes[place + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * place))
    }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}

extension Int64 {
  /// The nearest whole number, or the last one on that side.
  fileprivate init(clampedRounding number: Double) {
    self = Int64(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }
}
