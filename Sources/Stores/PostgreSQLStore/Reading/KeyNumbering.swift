import Model
import Storage

/// The references of records that a server identifies by other values than one number. They rise in
/// identity order.
///
/// As long as a statement needs few records, only their keys are known, and references leave room
/// for other records between them. Otherwise, all keys are read.
struct KeyNumbering {
  /// The known keys in identity order.
  private var sorted: [(reference: Int64, key: RecordKey)] = []
  private var references: [RecordKey: Int64] = [:]
  /// Whether all keys are known.
  private(set) var isComplete = false
  /// Whether references are the places in identity order.
  private(set) var arePlaces = false

  /// Reading more records one by one takes longer than reading all keys.
  static let most = 4096
  /// The distance between records at either end, and the least distance between others.
  private static let (step, room): (Int64, Int64) = (1 << 40, 1 << 24)

  /// Whether no key is known.
  var isEmpty: Bool { sorted.isEmpty }

  /// The reference of a record; nil if it is not known.
  func reference(to key: RecordKey) -> Int64? { references[key] }

  /// The key at a reference.
  func key(at reference: Int64) -> RecordKey? {
    let place = sorted.firstPlace { $0.reference >= reference }
    guard place < sorted.count, sorted[place].reference == reference else { return nil }
    return sorted[place].key
  }

  /// Adds the keys of existing records. Returns false, without changes, if there are too many or no
  /// room is left between the known ones.
  mutating func add(_ keys: some Sequence<RecordKey>, of entity: String) -> Bool {
    let unknown = Set(keys.filter { references[$0] == nil })
    if unknown.isEmpty { return true }
    guard !isComplete, sorted.count + unknown.count <= Self.most else { return false }
    func isBefore(_ left: RecordKey, _ right: RecordKey) -> Bool {
      let records = [left, right].map { Value.record(RecordID(entity: entity, key: $0)) }
      return ValueOrder.compare(records[0], records[1]) == -1
    }
    let new = unknown.sorted(by: isBefore)
    var merged: [(reference: Int64, key: RecordKey)] = []
    var (start, next) = (0, 0)
    while start < new.count {
      let place = sorted.firstPlace { isBefore(new[start], $0.key) }
      let end =
        place == sorted.count
        ? new.count : new[start...].firstIndex { isBefore(sorted[place].key, $0) } ?? new.count
      merged += sorted[next..<place]
      let (before, after) = (
        place > 0 ? sorted[place - 1].reference : nil,
        place < sorted.count ? sorted[place].reference : nil
      )
      guard let numbers = Self.numbers(end - start, before, after) else { return false }
      merged += zip(numbers, new[start..<end]).map { (reference: $0, key: $1) }
      (start, next) = (end, place)
    }
    sorted = merged + sorted[next...]
    for (reference, key) in sorted { references[key] = reference }
    return true
  }

  /// References for `count` records between two others; nil without room.
  private static func numbers(_ count: Int, _ before: Int64?, _ after: Int64?) -> [Int64]? {
    let count = Int64(count)
    switch (before, after) {
    case (nil, nil): return (0..<count).map { $0 * step }
    case (let before?, nil): return (1...count).map { before + $0 * step }
    case (nil, let after?): return (1...count).map { after - (count + 1 - $0) * step }
    case (let before?, let after?):
      let distance = (after - before) / (count + 1)
      return distance < room ? nil : (1...count).map { before + $0 * distance }
    }
  }

  /// Adds the keys of all records, in identity order. Throws if there are more than fit between two
  /// known ones.
  mutating func complete(_ keys: [RecordKey], of entity: String) throws(StoreError) {
    arePlaces = sorted.isEmpty
    var all: [(reference: Int64, key: RecordKey)] = []
    all.reserveCapacity(keys.count)
    var start = 0
    for place in keys.indices where references[keys[place]] != nil {
      try Self.fill(keys[start..<place], before: references[keys[place]], &all, entity)
      all.append((reference: references[keys[place]] ?? 0, key: keys[place]))
      start = place + 1
    }
    try Self.fill(keys[start...], before: nil, &all, entity)
    sorted = all
    references = Dictionary(all.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    isComplete = true
  }

  /// Numbers keys after those in `all`.
  private static func fill(
    _ keys: ArraySlice<RecordKey>,
    before next: Int64?,
    _ all: inout [(reference: Int64, key: RecordKey)],
    _ entity: String
  ) throws(StoreError) {
    let count = Int64(keys.count)
    let last = all.last?.reference
    let step: Int64
    switch (last, next) {
    case (let last?, let next?): step = (next - last) / (count + 1)
    default: step = 1
    }
    guard step > 0 else { throw .full(entity: entity) }
    let first = last.map { $0 + step } ?? next.map { $0 - count } ?? 0
    for (place, key) in keys.enumerated() {
      all.append((reference: first + Int64(place) * step, key: key))
    }
  }
}

extension Array {
  /// The first place whose element satisfies a condition that is true for all later ones.
  fileprivate func firstPlace(where isThere: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isThere(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
