import Foundation
import Martlet
import TestSupport

@testable import StoreContractSuite
@testable import StoreExample

/// Random records in a store in memory, and the same ones as lines in a folder.
struct ExampleRecords {
  static let models = """
    enum Rank { low, mid, high }
    struct Place { city: String?, zip: Int? }
    model Team {
      name: String unique, motto: String?, founded: Date?
      members: [Member] inverse team
      size = count(members)
    }
    model Member {
      nick: String?, age: Int?, score: Double?, wage: Decimal?, token: UUID?, isAdmin: Bool?
      rank: Rank?, home: Place
      team: Team?
      boss: Member? inverse reports, reports: [Member] inverse boss
      badge: Badge? inverse holder
    }
    model Badge { number: Int, holder: Member? }
    """

  let known: any Store
  let lines: JSONLinesStore
  private let folder: TemporaryFolder

  init(seed: UInt64, members: Int) throws {
    var random = SeededRandom(seed: seed)
    known = try ModelContainer(models: Self.models).store
    folder = try TemporaryFolder(inMemory: true)
    lines = JSONLinesStore(
      folder: URL(fileURLWithPath: folder.path),
      schema: known.schema
    )
    try StoreContract.add(Self.records(members, &random), to: known.writable())
    try write(&random)
  }

  // MARK: Records

  private static let texts = [
    "a", "A", "b", "ab", "", " ", "\u{e9}", "e\u{301}", "\"", "\\", "a\nb", "日本", "/", "id", "team",
  ]

  private static func records(_ members: Int, _ random: inout SeededRandom) -> [NewRecord] {
    var records = texts.prefix(5).map { name in
      NewRecord(
        "Team",
        [
          "name": .string(name), "motto": .string(random.pick(texts)),
          "founded": .date(Timestamp(microseconds: Int64(random.pick([-9, 0, 7])) * 1_000_000)),
        ]
      )
    }
    for number in 0..<members {
      var links: [String: [Int64]] = [:]
      if random.chance(80) { links["team"] = [Int64(random.pick([1, 2, 3]))] }
      if number > 0, random.chance(60) {
        links["boss"] = [Int64.random(in: 1...Int64(number), using: &random)]
      }
      let values = member(&random).filter { _ in random.chance(85) }
      records.append(NewRecord("Member", values, links: links))
    }
    for number in stride(from: 1, through: members, by: 3) {
      let values = ["number": Value.int(Int64(number))]
      records.append(NewRecord("Badge", values, links: ["holder": [Int64(number)]]))
    }
    return records
  }

  private static func member(_ random: inout SeededRandom) -> [String: Value] {
    [
      "nick": .string(random.pick(texts)),
      "age": .int(random.pick([.min, -1, 0, 3, 3, 4, 1 << 53 + 1, .max])),
      "score": .double(Double(Int.random(in: -40...40, using: &random)) / 8),
      "wage": .decimal(Decimal(Int.random(in: -400...900, using: &random)) / 100),
      "token": .uuid(UUID(uuidString: "00000000-0000-4000-8000-00000000000A") ?? UUID()),
      "isAdmin": .bool(random.chance(50)),
      "rank": .string(random.pick(["low", "mid", "high"])),
      "home.city": .string(random.pick(texts)), "home.zip": .int(random.pick([1, 2])),
    ]
  }

  // MARK: Lines

  /// Lines in any order, with characters as they are or escaped.
  private func write(_ random: inout SeededRandom) throws {
    let reading = try StoreReading(known)
    for entity in known.schema.storedEntities {
      let ids = try reading.numbers(of: entity.name, at: reading.references(of: entity.name))
      var lines = ids.map { ["\"id\": \($0)"] }
      for field in entity.storedFields {
        let name = Self.text(field.path.description, isEscaped: false)
        for (row, value) in try reading.values(entity.name, field.path).enumerated() {
          guard let text = Self.text(value, isEscaped: random.chance(30)) else { continue }
          lines[row].append("\(name): \(text)")
        }
      }
      for relationship in entity.relationships where !relationship.isToMany {
        for (row, target) in try reading.destinations(entity.name, relationship).enumerated() {
          if let target { lines[row].append("\"\(relationship.name)\": \(target)") }
        }
      }
      let text = lines.shuffled(using: &random)
        .map { "{" + $0.shuffled(using: &random).joined(separator: ", ") + "}\n" }
      try folder.write(text.joined(), to: "\(entity.name).jsonl")
    }
  }

  /// A value in JSON; nothing for nil.
  private static func text(_ value: Value, isEscaped: Bool) -> String? {
    switch value {
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let string): text(string, isEscaped: isEscaped)
    case .date(let moment): "\"\(moment.date.ISO8601Format())\""
    case .uuid(let uuid): "\"\(uuid.uuidString)\""
    default: nil
    }
  }

  private static func text(_ string: String, isEscaped: Bool) -> String {
    let units = string.utf16.map { unit in
      let isPlain = unit >= 0x20 && unit != 0x22 && unit != 0x5C
      return isPlain && !isEscaped
        ? String(decoding: [unit], as: UTF16.self) : String(format: "\\u%04x", Int(unit))
    }
    return "\"" + units.joined() + "\""
  }
}
