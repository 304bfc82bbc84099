import Columns
import Context
import Features
import MemoryStore
import Model
import Session
import Storage
import Testing

/// Long chains of records, one of them a hundred thousand long: no depth costs stack, or more than
/// linear time.
@Suite struct DeepChainTests {
  private static let length: Int64 = 100_000
  private static let shortLength: Int64 = 10_000

  /// By a to-one relationship that cascades at both ends: deleting any record deletes all.
  @Test(arguments: [1, shortLength / 2, shortLength])
  func cascadesAlongToOnes(from number: Int64) throws {
    let chain = try Chain(Self.shortLength, "next: Node? cascade", "previous: Node? cascade")
    #expect(
      try chain.message("delete Node where n == \(number)")
        == "10,000 deleted: 1 Node, 9,999 Node by cascade"
    )
    #expect(try chain.count() == 0)
    try chain.session.perform("undo")
    try chain.expectWhole()
    try chain.session.perform("redo")
    #expect(try chain.count() == 0)
  }

  /// As long as the last record of the chain may not go, none goes.
  @Test func cascadesAlongToManysUnlessDeniedAtTheEnd() throws {
    let chain = try Chain(
      Self.length,
      "parts: [Node] cascade",
      "whole: Node?",
      lead: "whole",
      more: "guards: [Guard] deny inverse guarded"
    )
    try chain.session.perform("insert Guard { guarded: (Node where n == \(Self.length)) }")
    #expect(
      try chain.refusal("delete Node where n == 1") == [
        "Node#100000 cannot be deleted: Guard#1 still references it (`guards`, delete rule deny)"
      ]
    )
    #expect(try chain.count() == Int(Self.length))
    try chain.session.perform("delete all Guard")
    #expect(
      try chain.message("delete Node where n == 1")
        == "100,000 deleted: 1 Node, 99,999 Node by cascade"
    )
    #expect(try chain.count() == 0)
    try chain.session.perform("undo")
    try chain.expectWhole()
    try chain.session.perform("undo")
    #expect(try chain.refusal("delete Node where n == 2").count == 1)
  }

  /// The same while changes wait to be saved.
  @Test func cascadesOverPendingChanges() throws {
    let chain = try Chain(Self.shortLength, "next: Node? cascade", "previous: Node? cascade")
    try chain.session.perform("begin")
    try chain.session.perform("insert Node n: 0, next: (Node where n == 1)")
    try chain.session.perform("delete Node where n == 0")
    #expect(try chain.count() == 0)
    try chain.session.perform("undo")
    try chain.session.perform("undo")
    try chain.session.perform("save")
    try chain.expectWhole()
  }
}

/// Records that each reference the next one.
private struct Chain {
  let session: QuerySession
  private let length: Int64

  /// - Parameter lead: The to-one relationship that references the previous record; without it,
  ///   `next` and `previous` form a chain in both directions.
  init(
    _ length: Int64,
    _ near: String,
    _ far: String,
    lead: String? = nil,
    more: String = ""
  ) throws {
    self.length = length
    let store = InMemoryStore()
    session = QuerySession(store: store)
    let names = [near, far].map { $0.prefix { $0 != ":" } }
    try session.perform(
      "model Node { n: Int unique, \(near) inverse \(names[1]), \(far) inverse \(names[0]) \(more.isEmpty ? "" : ", \(more)") }"
    )
    if !more.isEmpty { try session.perform("model Guard { guarded: Node? inverse guards }") }
    let all = 1...length
    var rows = RecordRows(
      entity: "Node",
      keys: .range(try store.reserveKeys(Int(length), of: "Node")),
      columns: [AttributePath(["n"]): .int(FixedColumn(values: Array(all)))]
    )
    let before = all.map { $0 == 1 ? nil : RecordKey.number($0 - 1) }
    let behind = all.map { $0 == length ? nil : RecordKey.number($0 + 1) }
    if let lead {
      rows.references[lead] = RecordReferences(targets: before)
    } else {
      rows.references["previous"] = RecordReferences(targets: before)
      rows.references["next"] = RecordReferences(targets: behind)
    }
    var changes = ChangeSet()
    changes.inserted = [rows]
    try store.apply(changes)
  }

  func count() throws -> Int {
    try session.modelContext.snapshot().count(of: "Node")
  }

  /// What a statement says that is done.
  func message(_ text: String) throws -> String? {
    guard case .done(.message(let message)) = SessionAnswer(text, in: session) else { return nil }
    return message
  }

  /// What a statement says that is refused.
  func refusal(_ text: String) throws -> [String] {
    guard case .refused(_, let messages) = SessionAnswer(text, in: session) else { return [] }
    return messages
  }

  /// All records exist, and reference each other as before.
  func expectWhole() throws {
    #expect(try count() == Int(length))
    let verdict = try session.check()
    #expect(verdict.isSound, "\(verdict.lines)")
    let relationship = session.schema.entity("Node")?.relationships.first { !$0.isToMany }
    let name = try #require(relationship?.name)
    let found = SessionAnswer(
      "count Node where \(name).n + 1 == n or \(name).n - 1 == n",
      in: session
    )
    guard case .done(.value(let value, _)) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(value == .int(length - 1))
  }
}
