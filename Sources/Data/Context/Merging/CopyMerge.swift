public import Model
import Storage

/// What to do if two copies have changed the same thing apart.
public enum MergePolicy: String, Sendable, CaseIterable {
  /// The later change.
  case newest
  /// The change of the store that others are merged into.
  case this
  /// The change of the other store.
  case other
  /// Refuse the merge.
  case error
}

/// Two changes of the same thing that were made apart.
public struct MergeConflict: Hashable, Sendable {
  /// The record.
  public let record: RecordID
  /// The property; nil if one copy has deleted the record and the other one has changed it.
  public let property: AttributePath?
  /// The value here; for links, whether this member is linked.
  public let here: Value
  /// The value in the other store.
  public let there: Value
  /// Whether the change here is kept.
  public let keepsThis: Bool
  /// Identifies the conflict in another merge of the same states of both stores.
  public let id: ID
  /// When the change here was saved.
  public let timeHere: Timestamp
  /// When the change in the other store was saved.
  public let timeThere: Timestamp
  /// The record that one store links and the other one does not; nil for other conflicts.
  public let member: RecordID?

  /// A record, a property and a linked record, as all copies name them, and what both stores have.
  ///
  /// A later change of either store gives another ID, even if it writes the same value.
  public struct ID: Hashable, Sendable {
    let record: RecordID
    let property: AttributePath?
    let member: RecordKey?
    let here: Side
    let there: Side

    /// What one store has, and the statement that wrote it.
    struct Side: Hashable, Sendable {
      let value: Value
      let stamp: SaveStamp
    }
  }
}

/// Joins the changes of two copies, property by property and member by member.
///
/// The later of two writes wins, wherever it was made, so the result does not depend on the order
/// in which copies are merged. The policy decides only conflicts: writes by statements that the
/// other copy did not contain yet.
struct CopyMerge {
  let this: ChangedCopy
  let other: ChangedCopy
  private let policy: MergePolicy
  /// The conflicts that were decided one by one: whether the change here is kept.
  private let decisions: [MergeConflict.ID: Bool]
  /// The joined changes, under shared identities.
  var records: [RecordID: MergedRecord] = [:]
  var links: [RecordPair: MergedLink] = [:]
  private(set) var conflicts: [MergeConflict] = []
  /// Stands for the statement that merges, until it has a stamp.
  static let pending = SaveStamp.latest

  init(
    _ this: ChangedCopy,
    _ other: ChangedCopy,
    _ policy: MergePolicy,
    decisions: [MergeConflict.ID: Bool] = [:]
  ) {
    (self.this, self.other, self.policy, self.decisions) = (this, other, policy, decisions)
    let ids = Set(this.records.keys).union(other.records.keys).sorted {
      $0.entity == $1.entity ? $0.key.isBefore($1.key) : $0.entity < $1.entity
    }
    for id in ids { records[id] = joined(id) }
    let pairs = Set(this.links.keys).union(other.links.keys).sorted { $0.isBefore($1) }
    for pair in pairs { links[pair] = joined(pair) }
  }

  /// The statements of the other copy that this one does not contain.
  var news: Set<SaveStamp> { other.known.subtracting(this.known) }

  /// The conflicts that were not decided one by one.
  var undecided: [MergeConflict] { conflicts.filter { decisions[$0.id] == nil } }

  // MARK: Joining

  private func isConflict(_ here: SaveStamp, _ there: SaveStamp) -> Bool {
    here != .base && there != .base && !other.known.contains(here) && !this.known.contains(there)
  }

  /// Whether this copy's change is kept, and whether that is another one than the later one.
  private func keepsThis(
    _ id: MergeConflict.ID,
    isConflict: Bool
  ) -> (Bool, isDecided: Bool) {
    let isLater = id.there.stamp <= id.here.stamp
    if isConflict, let keepsThis = decisions[id] { return (keepsThis, true) }
    guard isConflict, policy == .this || policy == .other else { return (isLater, false) }
    return (policy == .this, true)
  }

  private mutating func add(_ id: MergeConflict.ID, _ keepsThis: Bool) {
    let end = RelationshipEnd(
      entity: id.record.entity,
      name: id.property?.components.first ?? ""
    )
    let destination = try? this.schema.relationship(end).destination
    conflicts.append(
      MergeConflict(
        record: id.record,
        property: id.property,
        here: id.here.value,
        there: id.there.value,
        keepsThis: keepsThis,
        id: id,
        timeHere: Timestamp(microseconds: id.here.stamp.time),
        timeThere: Timestamp(microseconds: id.there.stamp.time),
        member: id.member.flatMap { key in destination.map { RecordID(entity: $0, key: key) } }
      )
    )
  }

  private mutating func joined(_ id: RecordID) -> MergedRecord? {
    guard let here = this.records[id] else { return other.records[id] }
    guard let there = other.records[id] else { return here }
    var joined = here
    joined.touched = max(here.touched, there.touched)
    joined.deletions.formUnion(there.deletions)
    joined.inserted = [here.inserted, there.inserted].compactMap { $0 }.max()
    joined.birth = here.birth ?? there.birth
    for (path, cell) in there.cells {
      guard let known = here.cells[path] else {
        joined.cells[path] = cell
        continue
      }
      joined.cells[path] = self.joined(known, cell, path, id)
    }
    for (name, place) in there.places {
      if let known = here.places[name] {
        // A copy without the record may not know the position.
        let isSame = place.stamp == known.stamp && known.value.isNull
        if place.stamp <= known.stamp, !isSame { continue }
      }
      joined.places[name] = place
    }
    decideDeletion(here, there, id, &joined)
    return joined
  }

  private mutating func joined(
    _ here: MergedRecord.Cell,
    _ there: MergedRecord.Cell,
    _ path: AttributePath,
    _ id: RecordID
  ) -> MergedRecord.Cell {
    let isConflict = here.value != there.value && isConflict(here.stamp, there.stamp)
    let known = MergeConflict.ID(
      record: id,
      property: path,
      member: nil,
      here: .init(value: here.value, stamp: here.stamp),
      there: .init(value: there.value, stamp: there.stamp)
    )
    let (keepsThis, isDecided) = keepsThis(known, isConflict: isConflict)
    if isConflict { add(known, keepsThis) }
    var cell = keepsThis ? here : there
    if isDecided { cell.stamp = Self.pending }
    return cell
  }

  /// One copy has deleted the record, and the other one has changed it.
  private mutating func decideDeletion(
    _ here: MergedRecord,
    _ there: MergedRecord,
    _ id: RecordID,
    _ joined: inout MergedRecord
  ) {
    guard here.exists != there.exists else { return }
    let stamps =
      here.exists
      ? (here.touched, there.deleted ?? .base) : (here.deleted ?? .base, there.touched)
    guard isConflict(stamps.0, stamps.1) else { return }
    let known = MergeConflict.ID(
      record: id,
      property: nil,
      member: nil,
      here: .init(value: .bool(here.exists), stamp: stamps.0),
      there: .init(value: .bool(there.exists), stamp: stamps.1)
    )
    let (keepsThis, isDecided) = keepsThis(known, isConflict: true)
    add(known, keepsThis)
    guard isDecided else { return }
    if keepsThis == here.exists {
      joined.touched = Self.pending
    } else {
      joined.delete(Self.pending)
    }
  }

  private mutating func joined(_ pair: RecordPair) -> MergedLink? {
    guard let here = this.links[pair] else { return other.links[pair] }
    guard let there = other.links[pair] else { return here }
    let isConflict = here.isLinked != there.isLinked && isConflict(here.stamp, there.stamp)
    let known = MergeConflict.ID(
      record: RecordID(entity: pair.entity, key: pair.owner),
      property: AttributePath([pair.relationship]),
      member: pair.member,
      here: .init(value: .bool(here.isLinked), stamp: here.stamp),
      there: .init(value: .bool(there.isLinked), stamp: there.stamp)
    )
    let (keepsThis, isDecided) = keepsThis(known, isConflict: isConflict)
    if isConflict { add(known, keepsThis) }
    var link = keepsThis ? here : there
    if here.stamp == there.stamp, link.places == nil { link.places = there.places }
    if isDecided { link.stamp = Self.pending }
    return link
  }
}
