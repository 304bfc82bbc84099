import Foundation
import GRDB
import TestSupport

/// A table of a file that other programs might have made, with values of all kinds in columns of all types.
struct RandomTable {
  private(set) var statements: [String] = []
  private var columns: [String] = []
  private var random: SeededRandom

  private static let types = [
    "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "DOUBLE PRECISION", "DATETIME", "VARCHAR(20)", "",
    "BOOLEAN", "FLOAT", "DECIMAL(10,2)", "UUID",
  ]
  private static let keys = [
    "k INTEGER PRIMARY KEY", "k INTEGER PRIMARY KEY DESC", "k INT PRIMARY KEY", "k INTEGER",
    "\"Rowid\" TEXT", "k INTEGER PRIMARY KEY AUTOINCREMENT",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    statements = [
      "PRAGMA page_size = \(random.pick([512, 1024, 4096, 65536]))",
      "PRAGMA auto_vacuum = \(random.pick([0, 1]))",
      "PRAGMA journal_mode = \(random.pick(["delete", "wal"]))",
    ]
    makeTable()
    insert(Int.random(in: 0...100, using: &random))
    for name in ["x TEXT", "y INTEGER DEFAULT 7", "z REAL"] where random.chance(40) {
      statements.append("ALTER TABLE t ADD COLUMN \(name)")
      columns.append(String(name.prefix(1)))
      insert(Int.random(in: 0...20, using: &random))
    }
    if random.chance(50) { statements.append("DELETE FROM t WHERE rowid % 7 = 3") }
    if random.chance(50) {
      statements.append("UPDATE t SET c0 = \(value()) WHERE rowid % 5 = 1")
    }
    if random.chance(30), columns.count > 3 { statements.append("ALTER TABLE t DROP COLUMN c1") }
  }

  /// Makes the file at `path`; one whose log is in it.
  func make(_ path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      for statement in statements { try db.execute(sql: statement) }
    }
    try queue.close()
  }

  private mutating func makeTable() {
    let count = Int.random(in: 1...12, using: &random)
    var definitions = [random.pick(Self.keys)]
    for number in 0..<count {
      definitions.append("c\(number) \(random.pick(Self.types))")
      columns.append("c\(number)")
    }
    if random.chance(25) { definitions.append("g INTEGER AS (length(c0)) VIRTUAL") }
    if random.chance(25) { definitions.append("s REAL AS (length(c0)) STORED") }
    statements.append("CREATE TABLE t (\(definitions.joined(separator: ", ")))")
  }

  private mutating func insert(_ count: Int) {
    var number: Int64 = 0
    let step = random.pick([Int64(1), 1, 1000, 1 << 50])
    if random.chance(20) { number = -500 }
    for _ in 0..<count {
      number += Int64.random(in: 1...step, using: &random)
      let values = columns.map { _ in value() }
      statements.append(
        "INSERT OR IGNORE INTO t (_rowid_, \(columns.joined(separator: ", ")))"
          + " VALUES (\(number), \(values.joined(separator: ", ")))"
      )
    }
  }

  private mutating func value() -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return "NULL"
    case 1: return random.pick(["0", "1", "-1", "127", "-128", "128", "32767", "-32769"])
    case 2:
      return random.pick([
        "8388607", "-8388609", "2147483648", "-2147483649", "140737488355327", "-140737488355329",
        "9223372036854775807", "-9223372036854775808", "9007199254740993",
      ])
    case 3: return "\(Int64.random(in: -70_000...70_000, using: &random))"
    case 4: return random.pick(["0.0", "-0.0", "1.0", "2.5", "1e300", "-1e-300", "9e999", "1e20"])
    case 5: return "\(Double.random(in: -1000...1000, using: &random))"
    case 6: return "CAST(x'FF41C3' AS TEXT)"
    case 7: return "'a' || char(0) || 'b'"
    case 8: return "zeroblob(\(random.pick([0, 1, 16, 200, 9000, 70_000])))"
    case 9: return text(random.pick([400, 1000, 4050, 4096, 9000, 70_000]))
    case 10: return "'2026-07-0\(Int.random(in: 1...9, using: &random)) 12:30:00'"
    case 11: return "'\(UUID().uuidString)'"
    default: return text(Int.random(in: 0...20, using: &random))
    }
  }

  private mutating func text(_ count: Int) -> String {
    let letters = ["a", "b", "Z", "é", "ß", "Ł", "1", " ", "👩‍👩‍👧"]
    let piece = (0..<min(count, 20)).map { _ in random.pick(letters) }.joined()
    return "'" + String(repeating: piece, count: max(1, count / 20)) + "'"
  }
}
