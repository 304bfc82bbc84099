public import Diagnostics

/// `enum Category "What money is spent on" { food, travel, other }`
public struct EnumerationDeclaration: Sendable {
  /// The type's name.
  public let name: NameSyntax
  /// The description after the name.
  public let documentation: String?
  /// The cases in declaration order.
  public let cases: [NameSyntax]
}

/// `struct Address { street: String, city: String, zip: String? }`
public struct StructureDeclaration: Sendable {
  /// The type's name.
  public let name: NameSyntax
  /// The description after the name.
  public let documentation: String?
  /// The fields in declaration order; the binder reports modifiers that structs do not allow.
  public let fields: [PropertyDeclaration]
}

/// `extend Budget { note: String? }`
public struct ExtendStatement: Sendable {
  /// The extended entity.
  public let entity: NameSyntax
  /// The members in declaration order.
  public let members: [ModelMember]
}

/// `relate Expense.budget to Budget.id as expenses`: a relationship from a column of keys.
public struct RelateStatement: Sendable {
  /// An entity and one of its attributes.
  public struct Side: Sendable {
    /// The entity.
    public let entity: NameSyntax
    /// The attribute.
    public let attribute: NameSyntax
    /// The position of both names.
    public var span: SourceSpan { entity.span.joined(with: attribute.span) }

    /// Creates a side.
    public init(entity: NameSyntax, attribute: NameSyntax) {
      (self.entity, self.attribute) = (entity, attribute)
    }
  }

  /// The attribute that contains the keys and becomes the relationship.
  public let source: Side
  /// The attribute of the destination to search for.
  public let target: Side
  /// The name of the inverse; nil to derive one.
  public let inverse: NameSyntax?

  /// Creates a statement.
  public init(source: Side, target: Side, inverse: NameSyntax?) {
    (self.source, self.target, self.inverse) = (source, target, inverse)
  }
}
