public import Model

/// Why the store refuses to change an entity: what the existing records would lose or lack.
public enum SchemaConflict: Hashable, Sendable {
  /// The attribute is removed or changes its type, and `count` records have a value.
  case losesValues(property: String, count: Int)
  /// The relationship is removed or gets another destination, and has `count` links.
  case losesLinks(property: String, count: Int)
  /// The attribute or to-one relationship is required, and `count` records have no value.
  case lacksValues(property: String, count: Int)
  /// The attribute becomes unique but has duplicate values.
  case repeatedValues(property: String)
  /// Attributes become unique together, and `count` records have duplicate values; the `examples`
  /// share `values`.
  case sharedValues(
    properties: [String],
    count: Int,
    values: [Value],
    examples: [RecordID],
    ignoring: StringMatch? = nil
  )
  /// `count` records violate a new rule, given as text.
  case brokenRule(String, count: Int, example: RecordID)
  /// A new rule, given as text, cannot be evaluated for a record.
  case failingRule(String, reason: String)
  /// `count` records violate the new bounds of a to-many relationship; the example has `found`
  /// related records.
  case outOfBounds(
    property: String,
    RelationshipBounds,
    count: Int,
    example: RecordID,
    found: Int
  )
  /// The attribute's type becomes an enum without this case.
  case noCase(property: String, text: String, enumeration: String)
  /// The entity gets another parent but has `count` records.
  case otherParent(count: Int)
  /// The store cannot hold the entity.
  case unsupported(reason: String)
}
