import Columns
import Model
import Storage

/// Turns links into edits, over the store's references as the edits so far leave them.
struct LinkStager {
  private let state: StoreState
  private let staged: StagedChanges
  private let pending: [Int: RowPlace]
  /// The edits so far.
  private(set) var edits = LinkEdits()

  init(state: StoreState, staged: StagedChanges, pending: [Int: RowPlace]) {
    self.state = state
    self.staged = staged
    self.pending = pending
    edits.nextPosition = staged.nextPosition
  }

  /// Stages all links of a new record.
  mutating func stage(_ insert: RecordInsert) throws(StoreError) {
    guard let entity = state.storedSchema.entity(insert.entity),
      let owner = pending[insert.temporaryID]
    else { throw .unknownEntity(insert.entity) }
    for name in insert.links.keys.sorted() where entity.relationship(name) == nil {
      throw .unknownProperty(entity: entity.name, property: name)
    }
    for relationship in entity.relationships {
      guard let links = insert.links[relationship.name] else { continue }
      try stage(links, of: relationship, from: owner)
    }
  }

  private mutating func stage(
    _ links: [RecordLink],
    of relationship: Relationship,
    from owner: RowPlace
  ) throws(StoreError) {
    guard let inverse = state.storedSchema.inverse(of: relationship, in: owner.entity),
      relationship.isToMany || links.count <= 1
    else { throw .typeMismatch(entity: owner.entity, property: relationship.name) }
    let near = LinkSide(relationship, of: owner.entity)
    let far = LinkSide(inverse, of: relationship.destination)
    var seen: Set<Int> = []
    for link in links {
      let member = try row(behind: link, at: near, in: relationship.destination)
      guard seen.insert(member).inserted else { continue }
      connect(near, owner.row, far, member)
    }
  }

  /// The row that `link` leads to, in the table of `entity`.
  private func row(
    behind link: RecordLink,
    at side: LinkSide,
    in entity: String
  ) throws(StoreError) -> Int {
    let row: Int? =
      switch link {
      case .pending(let id): pending[id].flatMap { $0.entity == entity ? $0.row : nil }
      case .saved(let id): id.entity == entity ? try row(of: id) : nil
      }
    guard let row else {
      throw .danglingLink(entity: side.end.entity, relationship: side.end.name)
    }
    return row
  }

  /// The row of a record that was there before and stays.
  private func row(of id: RecordID) throws(StoreError) -> Int? {
    guard case .number(let number) = id.key else { return nil }
    let table = try state.table(id.entity)
    guard let row = table.numbers.row(of: number), table.live.contains(row) else { return nil }
    return staged.tables[id.entity]?.isLive(Int64(row)) ?? true ? row : nil
  }

  /// Links a row at one end with a row at the other one.
  private mutating func connect(_ near: LinkSide, _ owner: Int, _ far: LinkSide, _ member: Int) {
    switch (near.isToMany, far.isToMany) {
    case (false, false): connectOneToOne(near, owner, far, member)
    case (true, false): setOwner(of: member, at: far, to: owner, orderedAgain: near.isOrdered)
    case (false, true): setOwner(of: owner, at: near, to: member, orderedAgain: false)
    case (true, true):
      edits.links.append(
        LinkEdit(
          end: near.end,
          owner: Int64(owner),
          member: Int64(member),
          position: takePosition(),
          inversePosition: nil
        )
      )
    }
  }

  /// Makes `owner` the one record behind `member`; where the owner names its members in order, the
  /// member becomes the last one even if it had this owner before.
  private mutating func setOwner(
    of member: Int,
    at side: LinkSide,
    to owner: Int,
    orderedAgain: Bool
  ) {
    guard orderedAgain || reference(side, member) != Int64(owner) else { return }
    set(side, member, to: Int64(owner))
  }

  /// Links two rows with each other and with no others.
  private mutating func connectOneToOne(
    _ near: LinkSide,
    _ owner: Int,
    _ far: LinkSide,
    _ member: Int
  ) {
    let formerMember = reference(near, owner)
    let formerOwner = reference(far, member)
    if formerMember != Column.nullReference {
      set(far, Int(formerMember), to: Column.nullReference)
    }
    if formerOwner != Column.nullReference {
      set(near, Int(formerOwner), to: Column.nullReference)
    }
    set(near, owner, to: Int64(member))
    set(far, member, to: Int64(owner))
  }

  /// Where a row leads by now.
  private func reference(_ side: LinkSide, _ row: Int) -> Int64 {
    edits.references[side.end]?[row]?.reference
      ?? state.tables[side.end.entity]?.reference(side.end, at: row)
      ?? Column.nullReference
  }

  private mutating func set(_ side: LinkSide, _ row: Int, to reference: Int64) {
    edits.references[side.end, default: [:]][row] = ReferenceEdit(
      reference: reference,
      position: takePosition()
    )
  }

  private mutating func takePosition() -> Int64 {
    defer { edits.nextPosition += 1 }
    return edits.nextPosition
  }
}

/// One end of a relationship, with what matters for linking.
private struct LinkSide {
  let end: RelationshipEnd
  let isToMany: Bool
  let isOrdered: Bool

  init(_ relationship: Relationship, of entity: String) {
    end = RelationshipEnd(entity: entity, name: relationship.name)
    isToMany = relationship.isToMany
    isOrdered = relationship.isOrdered
  }
}
