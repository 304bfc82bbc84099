import Model
import Synchronization

/// A date pattern of Unicode: `dd.MM.yyyy`, `yyyy-'W'ww`. Names are English, weeks those of
/// ISO 8601.
public struct DatePattern: Sendable {
  /// A part of a pattern.
  enum Field: Hashable, Sendable {
    case text(String)
    /// A letter and how often it is written.
    case field(Character, Int)

    /// Whether it begins with a digit.
    var isNumeric: Bool {
      switch self {
      case .text(let text): text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
      case .field("E", _), .field("a", _), .field("X", _), .field("x", _), .field("Z", _): false
      case .field("M", let count), .field("L", let count): count < 3
      case .field: true
      }
    }
  }

  /// How often a letter can be repeated.
  static let maxCount = 9

  let fields: [Field]

  /// Why a string is not a valid pattern.
  public enum Problem: Error, Hashable, Sendable {
    /// A letter without a meaning.
    case unknownLetter(Character)
    /// A quote without a second one.
    case unclosedQuote
    /// The pattern is empty.
    case isEmpty
    /// A letter is repeated too often.
    case tooLong(Character)
  }

  /// The letters with their meanings.
  public static let letters =
    "`y` year, `M` month, `d` day, `H` hour, `h` and `a` hour of 12, `m` minute, `s` second, "
    + "`S` fraction, `E` weekday, `D` day of the year, `Y` and `w` year and week of ISO 8601, "
    + "`Q` quarter, `X` zone"
  private static let known = Set("yMLdDEYwQHhamsSXxZ")

  private static let cache = Mutex<[String: DatePattern]>([:])
  private static let capacity = 100

  /// The pattern of a text, from a cache; nil if it is invalid.
  static func cached(_ text: String) -> DatePattern? {
    cache.withLock { cache in
      if let pattern = cache[text] { return pattern }
      guard let pattern = try? DatePattern(text) else { return nil }
      if cache.count >= capacity { cache.removeAll() }
      cache[text] = pattern
      return pattern
    }
  }

  /// Reads a pattern.
  public init(_ text: String) throws(Problem) {
    var fields: [Field] = []
    var rest = Array(text)[...]
    while let character = rest.first {
      if character == "'" {
        fields.append(.text(try Self.quoted(&rest)))
      } else if character.isASCII, character.isLetter {
        guard Self.known.contains(character) else { throw .unknownLetter(character) }
        let count = rest.prefix { $0 == character }.count
        guard count <= Self.maxCount else { throw .tooLong(character) }
        rest = rest.dropFirst(count)
        fields.append(.field(character, count))
      } else {
        rest = rest.dropFirst()
        fields.append(.text(String(character)))
      }
    }
    if fields.isEmpty { throw .isEmpty }
    self.fields = fields
  }

  /// The text between quotes; `''` is a quote.
  private static func quoted(_ rest: inout ArraySlice<Character>) throws(Problem) -> String {
    rest = rest.dropFirst()
    if rest.first == "'" {
      rest = rest.dropFirst()
      return "'"
    }
    var text = ""
    while let character = rest.first {
      rest = rest.dropFirst()
      if character != "'" {
        text.append(character)
      } else if rest.first == "'" {
        text.append("'")
        rest = rest.dropFirst()
      } else {
        return text
      }
    }
    throw .unclosedQuote
  }

  /// Whether it has a year, without which no date can be read.
  public var hasYear: Bool { has("y") || has("Y") }

  func has(_ letter: Character) -> Bool {
    fields.contains { if case .field(letter, _) = $0 { true } else { false } }
  }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The weekdays, starting with 1 for Sunday as in `weekday`.
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

extension DatePattern {
  /// The date as a text.
  func text(of moment: Int64, _ clock: ZoneClock) -> String {
    let local = clock.shown(moment)
    var text = ""
    for field in fields {
      switch field {
      case .text(let part): text += part
      case .field(let letter, let count): text += Self.text(letter, count, local, moment)
      }
    }
    return text
  }

  private static func text(
    _ letter: Character,
    _ count: Int,
    _ local: Int64,
    _ moment: Int64
  ) -> String {
    func part(_ function: ScalarFunction) -> Int64 { DateFunctions.part(function, of: local) }
    switch letter {
    case "y": return year(part(.year), count)
    case "Y": return year(part(.isoYear), count)
    case "M", "L": return name(part(.month), months, count)
    case "E": return name(part(.weekday), weekdays, max(count, 3))
    case "d": return padded(part(.day), count)
    case "D": return padded(part(.dayOfYear), count)
    case "w": return padded(part(.week), count)
    case "Q": return padded(part(.quarter), count)
    case "H": return padded(part(.hour), count)
    case "h": return padded((part(.hour) + 11) % 12 + 1, count)
    case "a": return part(.hour) < 12 ? "AM" : "PM"
    case "m": return padded(part(.minute), count)
    case "s": return padded(part(.second), count)
    case "S": return fraction(local, count)
    default:
      return offset((local &- moment) / (60 * Timestamp.microsecondsPerSecond), letter, count)
    }
  }

  private static func year(_ year: Int64, _ count: Int) -> String {
    count == 2 ? padded(abs(year) % 100, 2) : padded(year, count)
  }

  /// A number with two letters, a short name with three, otherwise the name.
  private static func name(_ number: Int64, _ names: [String], _ count: Int) -> String {
    if count < 3 { return padded(number, count) }
    let name = names[Int(number) - 1]
    return count == 3 ? String(name.prefix(3)) : name
  }

  private static func fraction(_ local: Int64, _ count: Int) -> String {
    let second = Timestamp.microsecondsPerSecond
    let digits = padded(((local % second) + second) % second, 6)
    return String((digits + String(repeating: "0", count: count)).prefix(count))
  }

  private static func offset(_ minutes: Int64, _ letter: Character, _ count: Int) -> String {
    if letter == "X", minutes == 0 { return "Z" }
    let sign = minutes < 0 ? "-" : "+"
    let hours = sign + padded(abs(minutes) / 60, 2)
    let rest = padded(abs(minutes) % 60, 2)
    if letter != "Z", count == 1, minutes % 60 == 0 { return hours }
    let isColon = letter == "Z" ? count == 5 : count == 3 || count == 5
    return hours + (isColon ? ":" : "") + rest
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}
