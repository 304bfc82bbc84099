import Model
import Storage

/// Links of a relationship that a graph omits because they lead out of it.
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
  let selection: GraphSelection
  let cancellation: CancellationFlag

  private static let chunk = 4096

  /// The omitted links of declared relationships, for the records that `references` returns for a
  /// root entity.
  func links(of references: (_ root: String) throws -> [Int64]) throws -> [OmittedLinks] {
    var seen: Set<RelationshipEnd> = []
    var links: [OmittedLinks] = []
    var known: [String: [Int64]] = [:]
    for entity in schema.declared.entities {
      let model = try GraphModel(entity, in: schema)
      guard selection.roots.contains(model.root) else { continue }
      for (name, end, destination) in model.ends where seen.insert(end).inserted {
        let relationship = try schema.relationship(end)
        guard !relationship.isAnonymous, !selection.whole.contains(relationship.destination) else {
          continue
        }
        let owners = try known[model.root] ?? references(model.root)
        known[model.root] = owners
        let count = try count(schema.reference(end), owners)
        if count == 0 { continue }
        links.append(
          OmittedLinks(
            model: model.name,
            relationship: name,
            destination: destination,
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
