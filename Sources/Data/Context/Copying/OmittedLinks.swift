import Model
import Storage

/// Links of a relationship to records that are not copied.
public struct OmittedLinks: Hashable, Sendable {
  /// The first model with the relationship.
  public let model: String
  /// The relationship.
  public let relationship: String
  /// The destination model.
  public let destination: String
  /// The number of links; never 0.
  public let count: Int
}

/// Counts the links that lead out of a selection.
struct OmittedLinkCounter {
  let schema: StoredSchema
  let snapshot: any StoreSnapshot
  let selection: CopySelection
  let cancellation: CancellationFlag

  private static let chunk = 4096

  /// The omitted links of declared relationships, for the records that `references` returns for a
  /// root entity.
  func links(of references: (_ root: String) -> [Int64]) throws -> [OmittedLinks] {
    var seen: Set<RelationshipEnd> = []
    var links: [OmittedLinks] = []
    for entity in schema.declared.entities {
      let root = schema.declared.root(of: entity.name)
      guard selection.roots.contains(root) else { continue }
      for declared in entity.relationships where !declared.isAnonymous {
        let name = schema.declared.storedName(of: declared.name, in: entity.name)
        let end = RelationshipEnd(entity: root, name: name)
        guard seen.insert(end).inserted else { continue }
        let relationship = try schema.relationship(end)
        if selection.whole.contains(relationship.destination) { continue }
        let count = try count(schema.reference(end), references(root))
        if count == 0 { continue }
        links.append(
          OmittedLinks(
            model: entity.name,
            relationship: declared.name,
            destination: declared.destination,
            count: count
          )
        )
      }
    }
    return links
  }

  private func count(_ relationship: RelationshipReference, _ owners: [Int64]) throws -> Int {
    var count = 0
    for start in stride(from: 0, to: owners.count, by: Self.chunk) {
      try cancellation.check()
      let part = Array(owners[start..<min(start + Self.chunk, owners.count)])
      let others = try snapshot.others(relationship, of: part).members
      guard selection.found[relationship.destination] != nil else {
        count += others.count
        continue
      }
      count += try snapshot.recordIDs(of: relationship.destination, at: others)
        .count { !selection.contains($0) }
    }
    return count
  }
}
