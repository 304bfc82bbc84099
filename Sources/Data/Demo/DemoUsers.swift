import Columns
import Foundation
import Model
import Storage

/// Ten thousand users generated from a seed: identical each time and on every machine.
enum DemoUsers {
  static let count = 10_000
  static let entity = "User"

  static func rows() -> RecordRows {
    RecordRows(entity: entity, keys: .range(1..<Int64(count) + 1), columns: columns)
  }

  /// The users, who are generated when a statement first needs them.
  static var deferred: DeferredColumns {
    DeferredColumns(count: count) { paths in paths.compactMap { columns[$0] } }
  }

  private static let columns: [AttributePath: Column] = {
    var random = SplitMix64(state: 2026)
    var rows = UserColumns()
    for _ in 0..<count { rows.append(&random) }
    return rows.columns
  }()
}

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
      AttributePath(["firstName"]): Self.texts(firstNames, of: SampleNames.first),
      AttributePath(["surname"]): Self.texts(surnames, of: SampleNames.surnames),
      AttributePath(["age"]): .int(FixedColumn(values: ages)),
      AttributePath(["city"]): Self.texts(cities, of: SampleNames.cities, hasCity),
      AttributePath(["balance"]): .double(FixedColumn(values: balances)),
      AttributePath(["joined"]): .date(FixedColumn(values: joined)),
    ]
  }

  mutating func append(_ random: inout SplitMix64) {
    let (high, low) = random.uuid()
    ids.append(UInt128(high) << 64 | UInt128(low))
    firstNames.append(UInt32(random.below(SampleNames.first.count)))
    surnames.append(UInt32(random.below(SampleNames.surnames.count)))
    ages.append(Int64(18 + random.below(72)))
    hasCity.append(random.below(50) != 0)
    cities.append(UInt32(random.below(SampleNames.cities.count)))
    balances.append(Double(random.below(500_000) - 50_000) / 100)
    joined.append(Self.firstDay + Int64(random.below(3650)) * Timestamp.microsecondsPerDay)
  }

  /// Strings given by their indices in `names`, which become the dictionary.
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
}
