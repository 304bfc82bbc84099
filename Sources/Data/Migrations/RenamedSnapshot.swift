import Columns
import Expressions
import Model
import Storage

/// A state of a store in which models bear the names that a version gives them: what is looked at where a
/// store cannot be written, so that no migration can be tried out.
final class RenamedSnapshot: CountingSnapshot, KeyedSnapshot, LinkageSnapshot, InvalidValueSnapshot,
  DanglingReferenceSnapshot
{
  private let below: any StoreSnapshot
  /// By the new names, those of the store.
  private let former: ModelRenames

  /// - Parameters:
  ///   - below: The state under the names that models have; `schema` are these.
  ///   - renames: The names that they get. No model of them specialises others, or is specialised.
  init(_ below: any StoreSnapshot, _ schema: Schema, _ renames: ModelRenames) {
    self.below = below
    former = ModelRenames(renames.names, of: renames.schema(schema))
  }

  var version: StoreVersion { below.version }

  func findCount(of entity: String) throws -> Int { try below.count(of: former.name(entity)) }

  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader {
    try below.scan(former.name(entity), sources.map(formerly))
  }

  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column] {
    try below.gather(sources.map(formerly), of: former.name(entity), at: references)
  }

  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists {
    try below.members(of: formerly(relationship), owners: owners)
  }

  func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists {
    try below.linkages(of: formerly(relationship), owners: owners)
  }

  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID] {
    try below.recordIDs(of: former.name(entity), at: references)
      .map { RecordID(entity: entity, key: $0.key) }
  }

  func reference(to id: RecordID) throws -> Int64? {
    try below.reference(to: RecordID(entity: former.name(id.entity), key: id.key))
  }

  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    try below.references(to: keys, of: former.name(entity))
  }

  func findDanglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    try below.danglingReferences(of: formerly(relationship))
  }

  func findMisfits(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    try below.misfits(of: former.name(entity), in: path)
  }

  private func formerly(_ source: ColumnSource) -> ColumnSource {
    switch source {
    case .attribute: source
    case .toOne(let name): .toOne(former.relationship(name))
    case .position(let name): .position(former.relationship(name))
    }
  }

  private func formerly(_ relationship: RelationshipReference) -> RelationshipReference {
    RelationshipReference(
      entity: former.name(relationship.entity),
      name: former.relationship(relationship.name),
      destination: former.name(relationship.destination),
      isToMany: relationship.isToMany
    )
  }
}
