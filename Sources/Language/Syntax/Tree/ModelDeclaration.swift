public import Diagnostics

/// `model Budget "A spending limit" { name: String unique, … }`
public struct ModelDeclaration: Sendable {
  /// The entity's name.
  public let name: NameSyntax
  /// The entity that this one specialises: `Vehicle` in `model Car: Vehicle`.
  public let parent: NameSyntax?
  /// What the model was called in the version before: `model Person was User`.
  public let oldName: NameSyntax?
  /// The text behind the name.
  public let documentation: String?
  /// The members in declared order.
  public let members: [ModelMember]

  /// Makes a declaration.
  public init(
    name: NameSyntax,
    parent: NameSyntax? = nil,
    oldName: NameSyntax? = nil,
    documentation: String?,
    members: [ModelMember]
  ) {
    self.name = name
    self.parent = parent
    self.oldName = oldName
    self.documentation = documentation
    self.members = members
  }
}

/// One member of a model.
public enum ModelMember: Sendable {
  /// `limit: Double = 100`
  case property(PropertyDeclaration)
  /// `remaining = limit - spent`
  case computed(NameSyntax, ExpressionSyntax)
  /// `display name`
  case display(NameSyntax, SourceSpan)
  /// `check limit > 0 else "limit must be greater than zero"`
  case check(CheckDeclaration)
  /// `unique (owner, name)`
  case uniqueKey([NameSyntax], SourceSpan)
  /// `index (created)`
  case index([NameSyntax], SourceSpan)
}

/// A stored attribute or a relationship: `expenses: [Expense] cascade inverse budget`.
public struct PropertyDeclaration: Sendable {
  /// The property's name.
  public var name: NameSyntax
  /// The written type.
  public var type: TypeSyntax
  /// `unique`, with its place.
  public var unique: SourceSpan?
  /// `cascade`, `nullify`, `deny`, `no action`, with its place.
  public var deleteRule: (DeleteRuleSyntax, SourceSpan)?
  /// `inverse budget`
  public var inverse: NameSyntax?
  /// `ordered`, with its place.
  public var ordered: SourceSpan?
  /// `= now`
  public var defaultValue: ExpressionSyntax?
  /// `(1...10)` behind the type.
  public var bounds: BoundsSyntax?
  /// `was oldName`
  public var oldName: NameSyntax?

  /// Makes a property with nothing but a type.
  public init(name: NameSyntax, type: TypeSyntax) {
    self.name = name
    self.type = type
  }
}

/// `check limit > 0 else "limit must be greater than zero"`
public struct CheckDeclaration: Sendable {
  /// What must hold.
  public let condition: ExpressionSyntax
  /// What is said where it does not.
  public let message: String?
  /// The whole member.
  public let span: SourceSpan
}

/// `(1...10)`, `(2...)`: how many records a to-many relationship may have.
public struct BoundsSyntax: Sendable {
  /// The least number.
  public let minimum: Int
  /// The greatest number, if there is one.
  public let maximum: Int?
  /// From parenthesis to parenthesis.
  public let span: SourceSpan

  /// Makes bounds.
  public init(minimum: Int, maximum: Int?, span: SourceSpan) {
    self.minimum = minimum
    self.maximum = maximum
    self.span = span
  }
}

/// The delete rules as they are spelt.
public enum DeleteRuleSyntax: String, Sendable, CaseIterable {
  case nullify
  case cascade
  case deny
  case noAction = "no action"
}

/// `String`, `String?`, `[Expense]`
public struct TypeSyntax: Sendable {
  /// The type's or the entity's name.
  public let name: NameSyntax
  /// Whether it stood in brackets.
  public let isList: Bool
  /// Whether `?` followed.
  public let isOptional: Bool
  /// The whole type.
  public let span: SourceSpan

  /// Makes a type.
  public init(name: NameSyntax, isList: Bool, isOptional: Bool, span: SourceSpan) {
    self.name = name
    self.isList = isList
    self.isOptional = isOptional
    self.span = span
  }
}
