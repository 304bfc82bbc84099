import Columns
import Model
import Storage

/// Present values.
extension ChangedCopy {
  /// Reads the values of new records, their links if the history does not list them, and the
  /// positions of all.
  mutating func readPresent() throws {
    for (entity, ids) in Dictionary(grouping: unlisted.keys, by: \.entity) {
      try readLinks(of: ids, entity)
    }
    for (entity, ids) in Dictionary(grouping: records.keys, by: \.entity) {
      let layout = try schema.layout(entity)
      let numbered = ids.compactMap { id in own(id).map { (id, $0) } }
      let found = try snapshot.references(to: .list(numbered.map(\.1.key)), of: entity)
      let there = zip(numbered, found).filter { $1 != Column.nullReference }
      let rows = try RecordReader(layout, snapshot).rows(at: there.map(\.1))
      for (row, ((id, _), _)) in there.enumerated() { read(rows, row, layout, id) }
    }
    let places = try InverseChanges(schema: schema, before: snapshot)
      .places(of: links.keys.map { try $0.mapped(in: schema) { own($0) ?? $0 }.pair })
    for (pair, linkage) in places {
      let (known, isMirrored) = try shared(pair)
      presentLinks.insert(known)
      let places = (linkage.position, linkage.inversePosition)
      links[known]?.places =
        isMirrored
        ? .init(here: places.1, there: places.0) : .init(here: places.0, there: places.1)
    }
  }

  /// Later statements list the links that they change.
  private mutating func readLinks(of ids: [RecordID], _ entity: String) throws {
    let numbered = ids.compactMap { id in own(id).map { (id, $0) } }
      .sorted { $0.1.key.isBefore($1.1.key) }
    let found = try snapshot.references(to: .list(numbered.map(\.1.key)), of: entity)
    let there = zip(numbered, found).filter { $1 != Column.nullReference }
    for relationship in try schema.layout(entity).entity.relationships {
      let end = RelationshipEnd(entity: entity, name: relationship.name)
      guard try schema.isManyToMany(end) else { continue }
      let lists = try snapshot.members(of: schema.reference(end), owners: there.map(\.1))
      let keys = try snapshot.keys(of: relationship.destination, at: lists.members)
      for (row, ((id, own), _)) in there.enumerated() {
        guard let inserted = unlisted[id] else { continue }
        for key in keys[lists.places(of: row)].compactMap({ $0 }) {
          let pair = RecordPair(
            entity: entity,
            relationship: relationship.name,
            owner: own.key,
            member: key
          )
          let known = try shared(pair).pair
          if links[known] != nil { continue }
          let member = shared(RecordID(entity: relationship.destination, key: key))
          let stamp = max(inserted, unlisted[member] ?? .base)
          links[known] = MergedLink(isLinked: true, stamp: stamp)
          records[member, default: .init()].touch(stamp)
        }
      }
    }
  }

  private mutating func read(_ rows: WholeRows, _ row: Int, _ layout: EntityLayout, _ id: RecordID)
  {
    guard var record = records[id] else { return }
    if let stamp = record.inserted {
      for (place, field) in layout.fields.enumerated() where record.cells[field.path] == nil {
        record.write(field.path, rows.fields[place].value(at: row), stamp)
      }
    }
    for (place, reference) in layout.references.enumerated() {
      let name = reference.relationship.name
      let path = AttributePath([name])
      if record.cells[path] == nil, record.inserted != nil || reference.hasPositions {
        let target = reference.value(rows.references[place].targets[row])
        record.write(path, shared(target), record.inserted ?? .base)
      }
      // Without a target, the position that was noted last is kept.
      guard rows.references[place].targets[row] != nil,
        let position = rows.references[place].positions?[row]
      else { continue }
      presentTargets[id, default: []].insert(name)
      let stamp = record.places[name]?.stamp ?? record.cells[path]?.stamp ?? .base
      record.places[name] = .init(value: .int(position), stamp: stamp)
    }
    records[id] = record
  }
}
