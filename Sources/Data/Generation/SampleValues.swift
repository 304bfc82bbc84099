import Demo
import Foundation
import Model

/// Generates plausible values from the names and types of attributes.
struct SampleValues {
  var random: SplitMix64
  /// Dates are close to this day.
  let today: Timestamp

  /// A value of `type` for `subject`, within `aim`.
  mutating func value(_ type: ValueType, about subject: ValueSubject, within aim: NumericRange)
    -> Value
  {
    switch type {
    case .bool: return .bool(random.chance(50))
    case .int: return .int(Int64(clampedRounding: number(subject, aim, isWhole: true)))
    case .double: return .double(inCents(number(subject, aim, isWhole: false)))
    case .decimal: return .decimal(decimal(number(subject, aim, isWhole: false)))
    case .string: return .string(subject.text(&random))
    case .date: return .date(date(subject))
    case .uuid: return .uuid(uuid())
    case .data: return .data(Data((0..<8).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    case .enumeration(let type):
      return type.cases.isEmpty ? .null : .string(random.pick(type.cases))
    case .list(let element):
      return .list((0..<random.below(5)).map { _ in value(element, about: subject, within: aim) })
    default: return .null
    }
  }

  /// Texts of a type of the database; nil for unknown types.
  static func text(of source: AttributeSource?) -> [String]? {
    switch source?.columnType {
    case "json", "jsonb": [#"{"checked": true}"#, #"{"note": "new"}"#, "{}"]
    case "interval": ["1 day", "02:30:00", "3 mons"]
    case "inet", "cidr": ["192.0.2.1", "192.0.2.77", "198.51.100.9"]
    case "time": ["08:30:00", "12:00:00", "17:45:00"]
    case "timetz": ["08:30:00+00", "17:45:00+00"]
    case "money": ["12.50", "99.00"]
    case "bit", "varbit": ["1", "0"]
    case "xml": ["<note/>"]
    default: nil
    }
  }

  /// A variant of `value` that is very unlikely to be a duplicate, if the rules leave room for one.
  mutating func unique(_ value: Value, within aim: NumericRange) -> Value {
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

  private mutating func number(_ subject: ValueSubject, _ aim: NumericRange, isWhole: Bool)
    -> Double
  {
    var low = aim.least ?? subject.range.lowerBound
    var high = aim.greatest ?? subject.range.upperBound
    // If a rule excludes the usual range, use numbers next to its bound.
    let most = Double.greatestFiniteMagnitude
    if high < low, aim.greatest == nil { high = min(low + max(100, abs(low)), most) }
    if high < low, aim.least == nil { low = max(high - max(100, abs(high)), -most) }
    let (share, spread) = (random.fraction(), high - low)
    let value = spread.isFinite ? low + share * spread : low * (1 - share) + high * share
    return isWhole ? min(max(value.rounded(), low.rounded(.up)), high.rounded(.down)) : value
  }

  /// Rounds to two decimal places, except for very large numbers.
  private func inCents(_ number: Double) -> Double {
    abs(number) < 1e15 ? (number * 100).rounded() / 100 : number
  }

  private func decimal(_ number: Double) -> Decimal {
    let cents = Int64(clampedRounding: number * 100)
    return Decimal(
      sign: cents < 0 ? .minus : .plus,
      exponent: -2,
      significand: Decimal(cents.magnitude)
    )
  }

  // MARK: Dates and identities

  private mutating func date(_ subject: ValueSubject) -> Timestamp {
    let offset = subject.daysFromToday(&random)
    return Timestamp(
      microseconds: today.microseconds &+ Int64(offset) &* Timestamp.microsecondsPerDay
    )
  }

  private mutating func uuid() -> UUID {
    let (high, low) = random.uuid()
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

extension Int64 {
  /// The nearest integer, clamped to the range of Int64.
  fileprivate init(clampedRounding number: Double) {
    self = Int64(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }
}
