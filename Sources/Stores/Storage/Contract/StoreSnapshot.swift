public import Columns
public import Model

/// One consistent state of a store.
///
/// Within a snapshot, an integer stands for each record: its reference. References to records of
/// one entity are in identity order. They are only valid in this snapshot; a ``/Model/RecordID`` is
/// valid everywhere.
///
/// These requirements are sufficient. Faster ways to answer queries are capabilities: separate
/// protocols such as ``PushdownSnapshot``.
public protocol StoreSnapshot: AnyObject, Sendable {
  /// The version of the store.
  var version: StoreVersion { get }

  /// Streams all records of `entity` in identity order, with a column for each of `sources`.
  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader

  /// The columns of `sources` for the records at `references`, in the same order.
  ///
  /// A ``/Columns/Column/nullReference`` gives nil in every column.
  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column]

  /// The related records of a to-many relationship for each of `owners`, in the same order.
  ///
  /// Members are in identity order, or in their own order if the relationship is ordered.
  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists

  /// The identities of the records at `references`; not one is null.
  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID]

  /// The reference to the record with identity `id`; nil if it does not exist.
  func reference(to id: RecordID) throws -> Int64?

  /// The snapshot as a `kind`, such as `(any CountingSnapshot).self`, for records of `entity`; nil
  /// if it lacks this capability.
  ///
  /// By default this is the snapshot itself if it conforms to `kind`. A snapshot that adds an
  /// entity to another one forwards requests for all other entities.
  func capability<Capability>(_ kind: Capability.Type, of entity: String) -> Capability?
}

extension StoreSnapshot {
  /// The snapshot itself if it conforms to `kind`.
  public func capability<Capability>(
    _ kind: Capability.Type,
    of entity: String
  ) -> Capability? {
    self as? Capability
  }
}
