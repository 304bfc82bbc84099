import Columns
import Execution
import Expressions
import Model
import Storage

/// Relationships that move to another model of the same tree.
extension StagePlanner {
  /// The links of records that no longer have the relationship, because another model declares it.
  func strays(_ previous: Pair, _ next: Pair) throws -> Set<Link> {
    let isElsewhere = zip([previous.first, previous.second], [next.first, next.second])
      .contains { owner(of: $0).entity != model(at: $1) }
    guard isElsewhere else { return [] }
    let (near, far) = (model(at: next.first), model(at: next.second))
    let nearKinds = try kinds(of: next.first.entity)
    let farKinds = try kinds(of: next.second.entity)
    return Set(
      try links(of: previous).filter { link in
        !new.isKind(nearKinds[Int(link.owner)], of: near)
          || !new.isKind(farKinds[Int(link.member)], of: far)
      }
    )
  }

  /// The model that declares the relationship.
  func model(at end: RelationshipEnd) -> String {
    new.declared(end.name, in: end.entity).entity
  }
}

extension Schema {
  /// The model that declares a stored member of a root, and its name there.
  func declared(_ stored: String, in root: String) -> (entity: String, name: String) {
    for kind in kinds(of: root) where kind != root && stored.hasPrefix(kind + ".") {
      return (kind, String(stored.dropFirst(kind.count + 1)))
    }
    return (root, stored)
  }
}
