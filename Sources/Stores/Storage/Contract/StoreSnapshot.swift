public import Columns
public import Model

/// One consistent state of a store.
///
/// A reference is a number that stands for a record within this snapshot only; it becomes a
/// ``RecordID`` at the edge. References to one entity rise in identity order.
///
/// These requirements suffice. What a snapshot can do besides, sooner than the engine could by them, is a
/// capability: a protocol of its own, such as ``PushdownSnapshot``.
public protocol StoreSnapshot: AnyObject, Sendable {
  /// The version of the store that this is.
  var version: StoreVersion { get }

  /// Streams records of `entity` in identity order, with the columns of `sources` beside them.
  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader

  /// The columns of `sources` for the records behind `references`, in the order of these.
  ///
  /// A ``Column/nullReference`` gives nil in every column.
  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column]

  /// The records behind a to-many relationship for each of `owners`, in the order of these.
  ///
  /// Members go by identity, or by their own order where the relationship is ordered.
  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists

  /// The identities behind `references`, none of which is null.
  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID]

  /// The reference to the record with identity `id`; nil if there is none.
  func reference(to id: RecordID) throws -> Int64?

  /// What can do what the protocol `kind` demands for records of `entity`; nil where nothing can.
  ///
  /// By default that is the snapshot itself, if it conforms to `kind`. A snapshot over another one, which adds
  /// an entity, hands out for all others what the other one offers.
  func capability<Capability>(_ kind: Capability.Type, of entity: String) -> Capability?
}

extension StoreSnapshot {
  /// The snapshot itself, if it conforms to `kind`.
  public func capability<Capability>(
    _ kind: Capability.Type,
    of entity: String
  ) -> Capability? {
    self as? Capability
  }
}
