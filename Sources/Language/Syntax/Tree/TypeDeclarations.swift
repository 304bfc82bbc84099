public import Diagnostics

/// `enum Category "What money is spent on" { food, travel, other }`
public struct EnumerationDeclaration: Sendable {
  /// The type's name.
  public let name: NameSyntax
  /// The text behind the name.
  public let documentation: String?
  /// The cases in declared order.
  public let cases: [NameSyntax]
}

/// `struct Address { street: String, city: String, zip: String? }`
public struct StructureDeclaration: Sendable {
  /// The type's name.
  public let name: NameSyntax
  /// The text behind the name.
  public let documentation: String?
  /// The fields in declared order; modifiers that make no sense in a struct are the binder's matter.
  public let fields: [PropertyDeclaration]
}

/// `extend Budget { note: String? }`
public struct ExtendStatement: Sendable {
  /// The entity that gets more members.
  public let entity: NameSyntax
  /// The members in declared order.
  public let members: [ModelMember]
}

/// `relate Expense.budget to Budget.id as expenses`: a relationship out of columns of keys.
public struct RelateStatement: Sendable {
  /// One side: an entity and one of its attributes.
  public struct Side: Sendable {
    /// The entity.
    public let entity: NameSyntax
    /// The attribute.
    public let attribute: NameSyntax
    /// Both names with the dot between them.
    public var span: SourceSpan { entity.span.joined(with: attribute.span) }
  }

  /// The attribute that holds the keys, and becomes the relationship.
  public let source: Side
  /// The attribute by which the destination's records are found.
  public let target: Side
  /// The name of the inverse; the binder finds one if it is nil.
  public let inverse: NameSyntax?
}
