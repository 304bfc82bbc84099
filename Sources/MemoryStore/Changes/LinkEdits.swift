import Storage

/// What becomes of references and links because of the links of inserts.
struct LinkEdits {
  /// The new references by relationship and row.
  var references: [RelationshipEnd: [Int: ReferenceEdit]] = [:]
  /// The new links of many-to-many relationships, in order.
  var links: [LinkEdit] = []
  /// The position that the next member of an ordered relationship gets.
  var nextPosition: Int64 = 0
}

/// What a row's reference becomes.
struct ReferenceEdit {
  /// The new reference.
  let reference: Int64
  /// Where the row stands among the members of its new owner, where these are ordered.
  let position: Int64
}
