import Model
import Storage

/// What copies of a store know about a record that was changed since their common state.
struct MergedRecord: Equatable {
  /// A value and the statement that wrote it.
  struct Cell: Equatable {
    var value: Value
    var stamp: SaveStamp
  }

  /// The statement that inserted the record, and its number there.
  struct Birth: Equatable {
    let stamp: SaveStamp
    let number: Int64
  }

  /// The written values, including to-one relationships.
  var cells: [AttributePath: Cell] = [:]
  /// The positions in ordered relationships: Ints.
  var places: [String: Cell] = [:]
  /// The last statement that changed the record or referenced it.
  var touched = SaveStamp.base
  /// The statements that deleted the record.
  var deletions: Set<SaveStamp> = []
  /// Nil if the record is older than the common state.
  var birth: Birth?
  /// The statement that inserted the record, again if it was deleted; nil if that was before the
  /// common state.
  var inserted: SaveStamp?

  /// The last statement that deleted the record; nil if there is none.
  var deleted: SaveStamp? { deletions.max() }

  /// Whether the last edit is later than the last deletion.
  var exists: Bool { deleted.map { $0 < touched } ?? true }

  mutating func touch(_ stamp: SaveStamp) { touched = max(touched, stamp) }

  mutating func delete(_ stamp: SaveStamp) { deletions.insert(stamp) }

  mutating func write(_ path: AttributePath, _ value: Value, _ stamp: SaveStamp) {
    cells[path] = Cell(value: value, stamp: stamp)
  }
}

/// Whether two records are linked, and the statement that linked or unlinked them.
struct MergedLink: Equatable {
  var isLinked: Bool
  var stamp: SaveStamp
  /// The positions at both ends.
  var places: OverlayLinks.Positions?

  static func == (left: MergedLink, right: MergedLink) -> Bool {
    left.isLinked == right.isLinked && left.stamp == right.stamp
  }
}

/// What a merge notes in the history, so that later merges know which statements wrote what.
///
/// The notes are changes without values, whose positions have names that begin with `@`.
struct MergeNotes {
  var records: [RecordID: MergedRecord] = [:]
  /// The previous numbers of renumbered records.
  var previous: [RecordID: Int64] = [:]
  var links: [RecordPair: MergedLink] = [:]
  /// The statements of the other copy that this one contains now.
  var known: Set<SaveStamp> = []

  private enum Name {
    static let store = RecordID(entity: RecordChange.noteEntity, key: .number(0))
    static let known = "@known"
    static let value = RecordChange.NoteWord.value.rawValue
    static let stamp = RecordChange.NoteWord.stamp.rawValue
    static let place = RecordChange.NoteWord.place.rawValue
    static let touched = "@touched"
    static let deleted = "@deleted"
    static let birth = "@birth"
    static let inserted = "@inserted"
    static let previous = "@previous"
    static let link = RecordChange.NoteWord.link.rawValue
  }

  var isEmpty: Bool { records.isEmpty && links.isEmpty && known.isEmpty }

  private var stamp = SaveStamp.latest

  init() {}

  // MARK: Writing

  var changes: [RecordChange] {
    var facts: [RecordID: [RecordChange.ValueChange]] = [:]
    for (id, record) in records { facts[id] = Self.facts(record, previous[id]) }
    for (pair, link) in links.sorted(by: { $0.key.isBefore($1.key) }) {
      let owner = RecordID(entity: pair.entity, key: pair.owner)
      let places = [link.places?.here, link.places?.there].map { $0.map(Value.int) ?? .null }
      let parts =
        [
          .record(RecordID(entity: pair.entity, key: pair.member)), .bool(link.isLinked),
        ] + places
      facts[owner, default: []].append(
        Self.fact([Name.link, pair.relationship], parts + link.stamp.values)
      )
    }
    if !known.isEmpty {
      facts[Name.store] = [Self.fact([Name.known], known.sorted().flatMap(\.values))]
    }
    let order = facts.keys.sorted {
      $0.entity == $1.entity ? $0.key.isBefore($1.key) : $0.entity < $1.entity
    }
    return order.map { id in
      RecordChange(record: id, action: .updated, values: [], links: [], positions: facts[id] ?? [])
    }
  }

  private static func facts(
    _ record: MergedRecord,
    _ previous: Int64?
  ) -> [RecordChange.ValueChange] {
    var facts: [RecordChange.ValueChange] = []
    for (path, cell) in record.cells.sorted(by: { $0.key.description < $1.key.description }) {
      facts.append(fact([Name.value] + path.components, cell.value))
      facts.append(fact([Name.stamp] + path.components, cell.stamp.values))
    }
    for (name, place) in record.places.sorted(by: { $0.key < $1.key }) {
      facts.append(fact([Name.place, name], [place.value] + place.stamp.values))
    }
    facts.append(fact([Name.touched], record.touched.values))
    facts += record.deletions.sorted().map { fact([Name.deleted], $0.values) }
    if let inserted = record.inserted { facts.append(fact([Name.inserted], inserted.values)) }
    if let birth = record.birth {
      facts.append(fact([Name.birth], [.int(birth.number)] + birth.stamp.values))
    }
    if let previous { facts.append(fact([Name.previous], .int(previous))) }
    return facts
  }

  private static func fact(_ path: [String], _ values: [Value]) -> RecordChange.ValueChange {
    fact(path, .list(values))
  }

  private static func fact(_ path: [String], _ value: Value) -> RecordChange.ValueChange {
    RecordChange.ValueChange(property: AttributePath(path), old: .null, new: value)
  }

  // MARK: Reading

  /// Whether the merge has decided conflicts itself.
  private(set) var decides = false

  /// Reads what ``changes`` wrote; nil if the event is not a merge.
  init?(_ event: HistoryEvent) {
    stamp = SaveStamp(event)
    for change in event.records {
      for fact in change.positions where fact.property.components[0].hasPrefix("@") {
        add(fact, of: change.record)
      }
    }
    if isEmpty { return nil }
  }

  private mutating func decoded(_ values: some Collection<Value>) -> SaveStamp? {
    if values.isEmpty { decides = true }
    return SaveStamp(values, in: stamp)
  }

  private mutating func add(_ fact: RecordChange.ValueChange, of id: RecordID) {
    let rest = Array(fact.property.components.dropFirst())
    let list: [Value] = if case .list(let values) = fact.new { values } else { [] }
    switch fact.property.components[0] {
    case Name.known:
      for start in stride(from: 0, to: list.count, by: 3) {
        if let one = decoded(list[start..<min(start + 3, list.count)]) { known.insert(one) }
      }
    case Name.value:
      records[id, default: .init()].write(AttributePath(rest), fact.new, .base)
    case Name.stamp:
      guard let stamp = decoded(list) else { return }
      records[id]?.cells[AttributePath(rest)]?.stamp = stamp
    case Name.place:
      guard let value = list.first, let stamp = decoded(list.dropFirst()), let name = rest.first
      else { return }
      records[id, default: .init()].places[name] = .init(value: value, stamp: stamp)
    case Name.touched:
      if let stamp = decoded(list) { records[id, default: .init()].touched = stamp }
    case Name.deleted:
      if let stamp = decoded(list) { records[id, default: .init()].delete(stamp) }
    case Name.inserted: records[id, default: .init()].inserted = decoded(list)
    case Name.birth:
      guard case .int(let number)? = list.first, let stamp = decoded(list.dropFirst())
      else { return }
      records[id, default: .init()].birth = .init(stamp: stamp, number: number)
    case Name.previous:
      if case .int(let number) = fact.new { previous[id] = number }
    case Name.link:
      guard list.count >= 4, case .record(let member) = list[0], case .bool(let isLinked) = list[1],
        let stamp = decoded(list.dropFirst(4)), let name = rest.first
      else { return }
      var link = MergedLink(isLinked: isLinked, stamp: stamp)
      if case .int(let here) = list[2], case .int(let there) = list[3] {
        link.places = OverlayLinks.Positions(here: here, there: there)
      }
      let pair = RecordPair(
        entity: id.entity,
        relationship: name,
        owner: id.key,
        member: member.key
      )
      links[pair] = link
    default: break
    }
  }
}
