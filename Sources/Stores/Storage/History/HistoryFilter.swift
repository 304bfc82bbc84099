import Columns
public import Model

/// Selects a part of the history.
public struct HistoryFilter: Sendable {
  /// The records to include.
  public enum Records: Sendable {
    /// All records.
    case all
    /// The records of a root entity.
    case entity(String)
    /// Specific records.
    case list(RecordList)
  }

  /// Identities, prepared for fast lookup.
  public struct RecordList: Sendable {
    /// The identities.
    public let records: Set<RecordID>
    /// The numbers among the keys, by root entity, in ascending order.
    public let numbers: [String: [Int64]]

    init(_ records: Set<RecordID>) {
      self.records = records
      var numbers: [String: [Int64]] = [:]
      for record in records {
        if case .number(let number) = record.key {
          numbers[record.entity, default: []].append(number)
        }
      }
      self.numbers = numbers.mapValues { $0.sorted() }
    }
  }

  /// The earliest time to include; nil for no limit.
  public let since: Timestamp?
  /// The number of the last statement to leave out; nil for no limit.
  public var after: Int64?
  /// The records to include.
  public let records: Records

  /// Selects changes of the records of a root entity, or of all records if `entity` is nil.
  public init(since: Timestamp? = nil, entity: String? = nil) {
    self.since = since
    records = entity.map(Records.entity) ?? .all
  }

  /// Selects changes of specific records.
  public init(since: Timestamp? = nil, of records: Set<RecordID>) {
    self.since = since
    self.records = .list(RecordList(records))
  }

  /// Whether changes at `time` are included.
  public func includes(_ time: Timestamp) -> Bool { since.map { $0 <= time } ?? true }

  /// Whether the statement with this number is included; nil for none.
  public func includes(number: Int64?) -> Bool {
    after.map { after in number.map { after < $0 } ?? false } ?? true
  }

  /// Whether changes of `record` are included.
  public func includes(_ record: RecordID) -> Bool {
    switch records {
    case .all: true
    case .entity(let entity): record.entity == entity
    case .list(let list): list.records.contains(record)
    }
  }

  /// The included part of an event; nil if it is empty.
  public func part(of event: HistoryEvent) -> HistoryEvent? {
    guard includes(event.time), includes(number: event.number) else { return nil }
    let reported = HistoryEvent(
      number: event.number,
      time: event.time,
      author: event.author,
      title: event.title,
      bulkInserts: event.bulkInserts.flatMap { part(of: $0) },
      records: event.records.filter { includes($0.record) }
    )
    return reported.isEmpty ? nil : reported
  }

  /// The included records of `selection`, as runs.
  public func part(of selection: RecordSelection) -> [RecordSelection] {
    switch records {
    case .all: return [selection]
    case .entity(let entity): return selection.entity == entity ? [selection] : []
    case .list(let list):
      guard case .range(let range) = selection.keys else {
        let keys = selection.keys.all.filter {
          list.records.contains(RecordID(entity: selection.entity, key: $0))
        }
        return keys.isEmpty ? [] : [RecordSelection(entity: selection.entity, keys: .list(keys))]
      }
      let numbers = list.numbers[selection.entity] ?? []
      let first = numbers.firstPlace(from: range.lowerBound)
      let end = numbers.firstPlace(from: range.upperBound)
      return RecordSelection.runs(of: numbers[first..<end], selection.entity)
    }
  }
}

extension RecordSelection {
  /// Groups ascending numbers of records into runs of consecutive ones.
  public static func runs(of numbers: some Sequence<Int64>, _ entity: String) -> [RecordSelection] {
    var runs: [Range<Int64>] = []
    for number in numbers where number < .max {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs.map { RecordSelection(entity: entity, keys: .range($0)) }
  }
}
