import Columns
import Foundation
import Model
import Storage

/// Ten thousand users made from a seed: the same ones each time, on every machine.
enum DemoUsers {
  static let count = 10_000

  static func load() -> ColumnLoad {
    var random = SplitMix64(state: 2026)
    var rows = UserColumns()
    for _ in 0..<count { rows.append(&random) }
    return ColumnLoad(entity: "User", count: count, columns: rows.columns)
  }
}

/// The columns of the users while they grow.
private struct UserColumns {
  private var ids: [UInt128] = []
  private var firstNames: [UInt32] = []
  private var surnames: [UInt32] = []
  private var ages: [Int64] = []
  private var cities: [UInt32] = []
  private var hasCity = Validity(repeating: true, count: 0)
  private var balances: [Double] = []
  private var joined: [Int64] = []

  var columns: [AttributePath: Column] {
    [
      AttributePath(["id"]): .uuid(FixedColumn(values: ids)),
      AttributePath(["firstName"]): Self.texts(firstNames, of: DemoNames.first),
      AttributePath(["surname"]): Self.texts(surnames, of: DemoNames.surnames),
      AttributePath(["age"]): .int(FixedColumn(values: ages)),
      AttributePath(["city"]): Self.texts(cities, of: DemoNames.cities, hasCity),
      AttributePath(["balance"]): .double(FixedColumn(values: balances)),
      AttributePath(["joined"]): .date(FixedColumn(values: joined)),
    ]
  }

  mutating func append(_ random: inout SplitMix64) {
    ids.append(Self.uuid(random.next(), random.next()))
    firstNames.append(UInt32(random.below(DemoNames.first.count)))
    surnames.append(UInt32(random.below(DemoNames.surnames.count)))
    ages.append(Int64(18 + random.below(72)))
    hasCity.append(random.below(50) != 0)
    cities.append(UInt32(random.below(DemoNames.cities.count)))
    balances.append(Double(random.below(500_000) - 50_000) / 100)
    joined.append(Self.firstDay + Int64(random.below(3650)) * Timestamp.microsecondsPerDay)
  }

  /// Texts by their places in `names`, which become the dictionary.
  private static func texts(
    _ places: [UInt32],
    of names: [String],
    _ validity: Validity? = nil
  ) -> Column {
    var dictionary = StringDictionary()
    for name in names { _ = dictionary.code(for: name) }
    let codes = FixedColumn(values: places, validity: validity)
    return .string(StringColumn(codes: codes, dictionary: dictionary))
  }

  /// 2016-01-01.
  private static let firstDay =
    CivilDate(year: 2016, month: 1, day: 1).dayNumber * Timestamp.microsecondsPerDay

  /// A UUID of version 4 by RFC 9562: all bits random but those that say so.
  private static func uuid(_ high: UInt64, _ low: UInt64) -> UInt128 {
    let versioned = high & ~0xf000 | 0x4000
    let varied = low & ~(3 << 62) | 2 << 62
    return UInt128(versioned) << 64 | UInt128(varied)
  }
}

/// The generator of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// A number from 0 to less than `bound`; the bias is far below what a demo shows.
  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }
}

private enum DemoNames {
  static let first = [
    "Jane", "Oliver", "Amélie", "Noah", "Zoë", "Liam", "Søren", "Ingrid", "Mateo", "Chloé",
    "Björn", "Sofia", "Łukasz", "Hanna", "Émile", "Nora", "Felix", "Ana", "Yuki", "Omar",
    "Ada", "Bruno", "Carmen", "Dario", "Elif", "Fatima", "Gustav", "Helena", "Igor", "Joana",
    "Kofi", "Leila", "Marek", "Nadia", "Oskar", "Petra", "Quentin", "Rosa", "Stefan", "Tove",
    "Uma", "Viktor", "Wanda", "Xenia", "Yara", "Žofie", "Åsa", "Øyvind", "Ivo", "Mina",
  ]

  static let surnames = [
    "Andersen", "Bauer", "Costa", "Dubois", "Eriksson", "Ferrari", "García", "Hansen", "Ivanova",
    "Jansen", "Kowalska", "Larsen", "Müller", "Nowak", "O'Brien", "Østergaard", "Peeters",
    "Quinn", "Rossi", "Sørensen", "Tanaka", "Ümit", "Virtanen", "Weber", "Ximénez", "Young",
    "Zeman", "de Vries", "van Dijk", "Świątek", "Aalto", "Åberg", "Bianchi", "Brown", "Čapek",
    "Dahl", "Drăgan", "Évrard", "Fischer", "Girard", "Horvat", "Iversen", "Johansson", "Keller",
    "Kim", "Lefèvre", "Lindqvist", "Mancini", "Meyer", "Nilsson", "Novák", "Öztürk", "Pereira",
    "Petrov", "Ramos", "Schmidt", "Silva", "Smith", "Szabó", "Wójcik",
  ]

  static let cities = [
    "Oslo", "Paris", "London", "Berlin", "Madrid", "Lisbon", "Rome", "Vienna", "Prague", "Dublin",
    "Zürich", "Kraków",
  ]
}
