import Model
import Storage

/// Identifies a saved statement in all copies of a store, and orders statements of several copies.
///
/// The times in a history never decrease, and a merge is saved after everything that it brings,
/// even if a clock is slow. So a statement comes after all statements that its author could see, as
/// with hybrid logical clocks.
struct SaveStamp: Hashable, Comparable {
  let time: Int64
  let number: Int64
  private let check: Int64

  /// What was written before the state that two copies have in common.
  static let base = SaveStamp(time: .min, number: 0, check: 0)

  /// The statement that is being prepared.
  static let latest = SaveStamp(time: .max, number: 0, check: 0)

  private init(time: Int64, number: Int64, check: Int64) {
    (self.time, self.number, self.check) = (time, number, check)
  }

  init(_ event: HistoryEvent) {
    time = event.time.microseconds
    number = event.number ?? 0
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (event.title + "\u{0}" + (event.author ?? "")).utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    check = Int64(hash >> 32)
  }

  /// Reads ``values`` of the statement `event`.
  init?(_ values: some Collection<Value>, in event: SaveStamp) {
    if values.isEmpty {
      self = event
      return
    }
    let numbers = values.compactMap { value -> Int64? in
      if case .int(let number) = value { number } else { nil }
    }
    guard numbers.count == 3, values.count == 3 else { return nil }
    self.init(time: numbers[0], number: numbers[1], check: numbers[2])
  }

  /// Three numbers, for the history; none for ``latest``.
  var values: [Value] {
    self == .latest ? [] : [.int(time), .int(number), .int(check)]
  }

  static func < (left: SaveStamp, right: SaveStamp) -> Bool {
    (left.time, left.number, left.check) < (right.time, right.number, right.check)
  }

  /// The number in all copies of the record that this statement inserted with `number`, if two
  /// copies gave the same number: a hash, then nine digits of that number.
  func shared(_ number: Int64) -> Int64 {
    var hash = UInt64(bitPattern: time) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ (hash >> 29) ^ UInt64(bitPattern: self.number)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 32) ^ UInt64(bitPattern: check)) &* 0x94d0_49bb_1331_11eb
    return Int64(1 + (hash >> 20) % 899_999) * 1_000_000_000 + number % 1_000_000_000
  }
}
