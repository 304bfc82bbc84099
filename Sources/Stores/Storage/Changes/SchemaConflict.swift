public import Model

/// Why a change of an entity is refused: what the records that are there would lose, or lack.
public enum SchemaConflict: Hashable, Sendable {
  /// An attribute goes, or gets another type, and `count` records have a value.
  case losesValues(property: String, count: Int)
  /// A relationship goes, or leads elsewhere, and `count` links are there.
  case losesLinks(property: String, count: Int)
  /// An attribute or a to-one relationship is required, and `count` records have nothing there.
  case lacksValues(property: String, count: Int)
  /// An attribute becomes unique whose values repeat.
  case repeatedValues(property: String)
  /// Attributes become unique together, and `count` records share their values with others; the
  /// `examples` share `values`.
  case sharedValues(properties: [String], count: Int, values: [Value], examples: [RecordID])
  /// A new rule, by its text, does not hold for `count` records.
  case brokenRule(String, count: Int, example: RecordID)
  /// A new rule, by its text, has no answer for a record.
  case unansweredRule(String, reason: String)
  /// A to-many relationship gets bounds outside of which `count` records lie; the example has
  /// `found` records there.
  case outOfBounds(
    property: String,
    RelationshipBounds,
    count: Int,
    example: RecordID,
    found: Int
  )
  /// An attribute's type becomes an enum that has no such case.
  case noCase(property: String, text: String, enumeration: String)
  /// The entity gets another parent, and has `count` records already.
  case otherParent(count: Int)
  /// The entity cannot be stored at all.
  case unfit(reason: String)
}
