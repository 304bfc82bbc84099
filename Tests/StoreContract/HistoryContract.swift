import Foundation
import Model
import Storage
import Testing

extension StoreContract {
  /// What a store that keeps a history has to tell; others tell nothing.
  static let historyChecks = [
    ContractCheck("history is returned as it was saved, also in parts", run: checkHistory),
    ContractCheck("history is saved with the changes or not at all", run: checkRefusedHistory),
  ]

  private static func checkHistory(_ store: any WritableStore) throws {
    let events = [
      HistoryEvent(
        time: Timestamp(microseconds: -5),
        author: nil,
        title: "one",
        records: [
          change("A", 1, .inserted, values.map { (.null, $0) }),
          change("B", 1, .deleted, values.map { ($0, .null) }, links: [true]),
        ]
      ),
      HistoryEvent(
        time: Timestamp(microseconds: 7),
        author: "Zoë \u{0} \"x\"",
        title: "",
        bulkInserts: [
          RecordSelection(entity: "A", keys: .range(10..<2_000)),
          RecordSelection(entity: "A", keys: .range(3_000..<3_001)),
          RecordSelection(entity: "C", keys: .range(1..<2)),
        ],
        records: [
          change("A", 1, .updated, zip(values, values.reversed()).map { ($0, $1) }),
          change("A", 2, .updated, [], links: [false, true]),
        ]
      ),
      HistoryEvent(time: Timestamp(microseconds: 9), author: nil, title: "nothing", records: []),
    ]
    var changes = ChangeSet()
    changes.history = Array(events.prefix(1))
    try store.apply(changes)
    changes.history = Array(events.dropFirst())
    try store.apply(changes)
    guard try store.savedHistory != nil else { return }
    #expect(try told(by: store) == Array(events.prefix(2)))
    let numbers: [Int64] = [1, 2, 9, 10, 500, 501, 1_999, 2_000, 3_000, 3_001]
    for filter in filters + [HistoryFilter(of: ids("A", numbers))] {
      #expect(try told(by: store, filter) == events.compactMap { filter.part(of: $0) })
    }
    let runs = try told(by: store, HistoryFilter(of: ids("A", numbers))).last?.bulkInserts
    let expected: [Range<Int64>] = [10..<11, 500..<502, 1_999..<2_000, 3_000..<3_001]
    #expect(runs?.map(\.keys) == expected.map(RecordKeys.range))
    var last = HistoryFilter()
    last.after = 1
    #expect(try told(by: store, last) == [events[1]])
    #expect(try store.savedHistory?.historyStart() == HistoryStart(number: 0))
    #expect(try store.savedHistory?.lastStatement(until: events[1].time) == 2)
    #expect(try store.savedHistory?.lastStatement(until: Timestamp(microseconds: 6)) == 1)
    #expect(try store.savedHistory?.lastStatement(until: Timestamp(microseconds: -6)) == nil)
    try store.savedHistory?.forgetHistory(events[1].time...events[1].time)
    #expect(try told(by: store) == [events[0]])
    #expect(
      try store.savedHistory?.historyStart() == HistoryStart(number: 2, time: events[1].time)
    )
    try store.savedHistory?.forgetHistory(nil)
    #expect(try told(by: store).isEmpty)
    try store.apply(changes)
    try store.savedHistory?.forgetHistory(events[0].time...events[0].time)
    #expect(try told(by: store) == [events[1]])
    try store.savedHistory?.forgetHistory(nil)
    try store.apply(changes)
    #expect(try told(by: store) == [events[1]])
  }

  private static let filters = [
    HistoryFilter(since: Timestamp(microseconds: -5)),
    HistoryFilter(since: Timestamp(microseconds: -4)),
    HistoryFilter(entity: "A"),
    HistoryFilter(since: Timestamp(microseconds: 7), entity: "B"),
    HistoryFilter(entity: "D"),
    HistoryFilter(of: ids("A", [500])),
    HistoryFilter(of: []),
    HistoryFilter(
      since: Timestamp(microseconds: 0),
      of: ids("A", [2]).union(ids("B", [1])).union(ids("C", [1, 2]))
    ),
  ]

  private static func checkRefusedHistory(_ store: any WritableStore) throws {
    try addModels(to: store)
    var changes = ChangeSet()
    changes.deleted = [RecordSelection(entity: "Account", keys: .list([.number(99)]))]
    changes.history = [
      HistoryEvent(
        time: Timestamp(microseconds: 1),
        author: nil,
        title: "delete",
        records: [change("Account", 99, .deleted, [])]
      )
    ]
    #expect(throws: (any Error).self) { try store.apply(changes) }
    #expect(try told(by: store).isEmpty)
  }

  private static func told(
    by store: any WritableStore,
    _ filter: HistoryFilter = HistoryFilter()
  ) throws -> [HistoryEvent] {
    var events: [HistoryEvent] = []
    try store.savedHistory?.readHistory(filter) { event in
      var event = event
      #expect(event.number.map { $0 > filter.after ?? 0 } == true)
      event.number = nil
      events.append(event)
    }
    return events
  }

  private static func ids(_ entity: String, _ numbers: [Int64]) -> Set<RecordID> {
    Set(numbers.map { id(entity, $0) })
  }

  private static func change(
    _ entity: String,
    _ number: Int64,
    _ action: RecordChange.Action,
    _ values: [(old: Value, new: Value)],
    links: [Bool] = []
  ) -> RecordChange {
    RecordChange(
      record: RecordID(entity: entity, key: .number(number)),
      action: action,
      values: values.enumerated().map { place, value in
        // Names may contain the separator.
        let path = [["p\(place)"], ["a.b\(place)", "\\.", "c"], ["é\(place)", "\u{301}x"]][
          place % 3
        ]
        return .init(property: AttributePath(path), old: value.old, new: value.new)
      },
      links: links.map {
        .init(relationship: "some \"ends\"", member: id("T#g \"1\"", 4), isAdded: $0)
      }
    )
  }

  private static func id(_ entity: String, _ number: Int64) -> RecordID {
    RecordID(entity: entity, key: .number(number))
  }

  /// Values of every type that is stored, the first ones not nil.
  private static let values: [Value] =
    [
      .bool(true), .bool(false), .int(0), .int(.min), .int(.max), .double(0), .double(0.1),
      .double(1), .double(-2e-300), .double(1e300), .double(.infinity), .double(-.infinity),
      .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude),
      .double(123_456_789_012_345_680),
      .decimal(Decimal(string: "0.10") ?? 0), .decimal(Decimal(-5)),
      .decimal(Decimal(string: "12345678901234567890123456789012345678") ?? 0),
      .date(Timestamp(microseconds: 0)), .date(Timestamp(microseconds: .min)),
      .date(Timestamp(microseconds: .max)), .uuid(UUID()), .data(Data()),
      .data(Data((0...255).map { UInt8($0) })), .record(id("A", 1)), .record(id("x#\"y\"", 7)),
    ] + texts.map(Value.string) + [
      .list([]), .list([.int(1), .null, .int(-1)]), .list([.double(1), .double(.infinity)]),
      .list(texts.map(Value.string)), .list([.date(Timestamp(microseconds: 3)), .uuid(UUID())]),
      .list([.decimal(1), .data(Data([0]))]), .list([.bool(true), .bool(false)]),
    ]

  private static let texts = [
    "", "Zoë", "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}", "\\u0041", "{\"date\":1}", "\u{1F600}",
    "e\u{301}", "\u{301}", "]", "null",
  ]
}
