import Columns
import Model
import Storage

/// Computes the inverse of changes.
struct InverseChanges {
  let schema: StoredSchema
  /// The state before the changes.
  let before: any StoreSnapshot

  func inverse(of changes: ChangeSet) throws -> ChangeSet {
    var inverse = ChangeSet()
    inverse.deleted = changes.inserted.map { RecordSelection(entity: $0.entity, keys: $0.keys) }
    inverse.inserted = try changes.deleted.map(restored)
    inverse.updated = try changes.updated.map(previous)
    try addLinks(of: changes, to: &inverse)
    return inverse
  }

  /// Adds the inverse of link changes, even for records that no longer exist.
  func addLinks(of changes: ChangeSet, to inverse: inout ChangeSet) throws {
    inverse.linked = try linksOfDeleted(changes.deleted)
    let places = try places(of: changes.unlinked + changes.linked.map(\.pair))
    inverse.linked += changes.unlinked.compactMap { places[$0] }
    for linkage in changes.linked {
      if let previous = places[linkage.pair] {
        inverse.linked.append(previous)
      } else {
        inverse.unlinked.append(linkage.pair)
      }
    }
  }

  /// The deleted records, in identity order.
  private func restored(_ selection: RecordSelection) throws -> RecordRows {
    let keys = selection.keys.all.sortedByKey()
    let layout = try schema.layout(selection.entity)
    let rows = try RecordReader(layout, before).rows(of: keys)
    var restored = RecordRows(entity: selection.entity, keys: .list(keys))
    restored.areRestored = true
    for (place, field) in layout.fields.enumerated() {
      restored.columns[field.path] = rows.fields[place]
    }
    for (place, reference) in layout.references.enumerated() {
      restored.references[reference.relationship.name] = rows.references[place]
    }
    return restored
  }

  /// The old values of the set columns.
  private func previous(_ rows: RecordRows) throws -> RecordRows {
    let keys = rows.keys.all
    let reader = RecordReader(try schema.layout(rows.entity), before)
    var previous = RecordRows(entity: rows.entity, keys: .list(keys))
    let paths = Array(rows.columns.keys)
    let columns = try reader.columns(paths.map { .attribute($0) }, of: keys)
    for (path, column) in zip(paths, columns) { previous.columns[path] = column }
    for name in rows.references.keys {
      previous.references[name] = try reader.targets(of: name, keys: keys)
    }
    return previous
  }

  /// The links of deleted records, without duplicates.
  func linksOfDeleted(_ deleted: [RecordSelection]) throws -> [RecordLinkage] {
    var seen: Set<RecordPair> = []
    var linkages: [RecordLinkage] = []
    for selection in deleted {
      for relationship in try schema.layout(selection.entity).entity.relationships {
        let end = RelationshipEnd(entity: selection.entity, name: relationship.name)
        guard try schema.isManyToMany(end) else { continue }
        let inverse = try schema.inverse(of: end)
        for linkage in try pairs(at: end, selection.keys.all) {
          guard seen.insert(linkage.pair).inserted else { continue }
          // A record linked with itself has the same pair at both ends.
          seen.insert(linkage.pair.seen(from: inverse))
          linkages.append(linkage)
        }
      }
    }
    return linkages
  }

  private func pairs(at end: RelationshipEnd, _ owners: [RecordKey]) throws -> [RecordLinkage] {
    let relationship = try schema.reference(end)
    let references = try before.references(to: .list(owners), of: end.entity)
    let lists = try before.linkages(of: relationship, owners: references)
    let members = try before.keys(of: relationship.destination, at: lists.lists.members)
    return owners.indices.flatMap { row in
      lists.lists.places(of: row).compactMap { index in
        members[index].map { member in
          RecordLinkage(
            pair: RecordPair(
              entity: end.entity,
              relationship: end.name,
              owner: owners[row],
              member: member
            ),
            position: lists.positions[index],
            inversePosition: lists.inversePositions[index]
          )
        }
      }
    }
  }

  /// The linked ones of `pairs`, with their positions.
  func places(of pairs: [RecordPair]) throws -> [RecordPair: RecordLinkage] {
    var places: [RecordPair: RecordLinkage] = [:]
    let wanted = Set(pairs)
    let byEnd = Dictionary(grouping: wanted) {
      RelationshipEnd(entity: $0.entity, name: $0.relationship)
    }
    for (end, pairs) in byEnd {
      let owners = Set(pairs.map(\.owner))
      let gone = Set(try before.missing(owners, of: end.entity).map(\.key))
      for linkage in try self.pairs(at: end, owners.subtracting(gone).sortedByKey())
      where wanted.contains(linkage.pair) {
        places[linkage.pair] = linkage
      }
    }
    return places
  }
}
