import Columns
import Model
import Storage

/// The references of records that a server identifies by other values than one number: their places
/// in identity order.
final class KeyNumbering: Sendable {
  let keys: [RecordKey]
  private let places: [RecordKey: Int64]

  init(_ columns: [Column], count: Int) {
    keys = (0..<count).map { row in .values(columns.map { $0.value(at: row) }) }
    places = Dictionary(
      keys.enumerated().map { ($1, Int64($0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The reference of a record; nil if there is none.
  func reference(to key: RecordKey) -> Int64? { places[key] }

  /// The references of the keys in columns; null where one is nil or unknown.
  func references(_ columns: [Column], count: Int) -> [Int64] {
    (0..<count).map { row in
      places[.values(columns.map { $0.value(at: row) })] ?? Column.nullReference
    }
  }

  /// The key at a reference.
  func key(at reference: Int64) -> RecordKey? {
    Int(exactly: reference).flatMap { keys.indices.contains($0) ? keys[$0] : nil }
  }
}
