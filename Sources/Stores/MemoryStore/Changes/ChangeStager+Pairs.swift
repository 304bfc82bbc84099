import Columns
import Model
import Storage

/// Pairs of many-to-many relationships.
extension ChangeStager {
  /// Stages a new link.
  mutating func link(_ linkage: RecordLinkage) throws(StoreError) {
    let rows = try rows(of: linkage.pair)
    guard rows.owner != Column.nullReference, rows.member != Column.nullReference else {
      throw .danglingLink(
        entity: linkage.pair.entity,
        relationship: linkage.pair.relationship
      )
    }
    notePositions([linkage.position, linkage.inversePosition])
    add(
      LinkEdit(
        end: rows.end,
        owner: rows.owner,
        member: rows.member,
        position: linkage.position,
        inversePosition: linkage.inversePosition
      )
    )
  }

  /// Stages the removal of a link; ignores missing records.
  mutating func unlink(_ pair: RecordPair) throws(StoreError) {
    let rows = try rows(of: pair)
    guard rows.owner != Column.nullReference, rows.member != Column.nullReference else { return }
    add(PairEdits.RemovedLink(end: rows.end, owner: rows.owner, member: rows.member))
  }

  private mutating func rows(
    of pair: RecordPair
  ) throws(StoreError) -> (end: RelationshipEnd, owner: Int64, member: Int64) {
    let owners = try table(pair.entity)
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    guard state.linkTables[end] != nil,
      let relationship = state.storedSchema.entity(end.entity)?.relationship(end.name)
    else { throw .unknownProperty(entity: end.entity, property: end.name) }
    let members = try table(relationship.destination)
    return (end, owners.row(of: pair.owner), members.row(of: pair.member))
  }
}
