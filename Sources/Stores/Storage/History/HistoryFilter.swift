import Columns
public import Model

/// Which part of the history is asked for.
public struct HistoryFilter: Sendable {
  /// The records that are told of.
  public enum Records: Sendable {
    /// All of them.
    case all
    /// Those of a root entity.
    case entity(String)
    /// Those with some identities.
    case list(RecordList)
  }

  /// Identities, by which changes are found quickly.
  public struct RecordList: Sendable {
    /// All of them.
    public let records: Set<RecordID>
    /// The numbers among the keys, by root entity; in rising order.
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

  /// The first moment that is told of; nil for all that is remembered.
  public let since: Timestamp?
  /// The records that are told of.
  public let records: Records

  /// What was done to records of a root entity, or to all where none is named.
  public init(since: Timestamp? = nil, entity: String? = nil) {
    self.since = since
    records = entity.map(Records.entity) ?? .all
  }

  /// What was done to some records.
  public init(since: Timestamp? = nil, of records: Set<RecordID>) {
    self.since = since
    self.records = .list(RecordList(records))
  }

  /// Whether what was done at `time` is told.
  public func includes(_ time: Timestamp) -> Bool { since.map { $0 <= time } ?? true }

  /// Whether a record is told of.
  public func includes(_ record: RecordID) -> Bool {
    switch records {
    case .all: true
    case .entity(let entity): record.entity == entity
    case .list(let list): list.records.contains(record)
    }
  }

  /// What is told of an event; nil for nothing.
  public func part(of event: HistoryEvent) -> HistoryEvent? {
    guard includes(event.time) else { return nil }
    let told = HistoryEvent(
      time: event.time,
      author: event.author,
      title: event.title,
      bulkInserts: event.bulkInserts.flatMap { part(of: $0) },
      records: event.records.filter { includes($0.record) }
    )
    return told.isEmpty ? nil : told
  }

  /// Those of the records that are told of, as runs.
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
  /// Numbers of records as runs of such as follow each other, in their order.
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
