public import Diagnostics

/// `model Budget "A spending limit" { name: String unique, … }`
public struct ModelDeclaration: Sendable {
  /// The entity's name.
  public let name: NameSyntax
  /// The parent model: `Vehicle` in `model Car: Vehicle`.
  public let parent: NameSyntax?
  /// The name of the model in the previous version: `model Person was User`.
  public let oldName: NameSyntax?
  /// The description after the name.
  public let documentation: String?
  /// The members in declaration order.
  public let members: [ModelMember]

  /// Creates a declaration.
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
  /// `unique (owner, name)`, `unique[cd] name`
  case uniqueKey([NameSyntax], MatchOptions?, SourceSpan)
  /// `index (created)`
  case index([NameSyntax], SourceSpan)
}

/// A stored attribute or a relationship: `expenses: [Expense] cascade inverse budget`.
public struct PropertyDeclaration: Sendable {
  /// The property's name.
  public var name: NameSyntax
  /// The declared type.
  public var type: TypeSyntax
  /// The position of `unique`; nil if it was not written.
  public var unique: SourceSpan?
  /// `[c]` after `unique`; nil if the values are compared exactly.
  public var uniqueOptions: MatchOptions?
  /// `cascade`, `nullify`, `deny` or `no action`, with its position.
  public var deleteRule: (DeleteRuleSyntax, SourceSpan)?
  /// `inverse budget`
  public var inverse: NameSyntax?
  /// The position of `ordered`; nil if it was not written.
  public var ordered: SourceSpan?
  /// `= now`
  public var defaultValue: ExpressionSyntax?
  /// `(1...10)` after the type.
  public var bounds: BoundsSyntax?
  /// `was oldName`
  public var oldName: NameSyntax?

  /// Creates a property without modifiers.
  public init(name: NameSyntax, type: TypeSyntax) {
    self.name = name
    self.type = type
  }
}

/// `check limit > 0 else "limit must be greater than zero"`
public struct CheckDeclaration: Sendable {
  /// The condition.
  public let condition: ExpressionSyntax
  /// The error message; nil for the default one.
  public let message: String?
  /// The position of the member.
  public let span: SourceSpan
}

/// `(1...10)`, `(2...)`: the number of records of a to-many relationship.
public struct BoundsSyntax: Sendable {
  /// The minimum.
  public let minimum: Int
  /// The maximum; nil for no limit.
  public let maximum: Int?
  /// The position, including parentheses.
  public let span: SourceSpan

  /// Creates bounds.
  public init(minimum: Int, maximum: Int?, span: SourceSpan) {
    self.minimum = minimum
    self.maximum = maximum
    self.span = span
  }
}

/// The delete rules by keyword.
public enum DeleteRuleSyntax: String, Sendable, CaseIterable {
  case nullify
  case cascade
  case deny
  case noAction = "no action"
}

/// `String`, `String?`, `[Expense]`
public struct TypeSyntax: Sendable {
  /// The name of the type or entity.
  public let name: NameSyntax
  /// Whether it is in brackets.
  public let isList: Bool
  /// Whether `?` follows.
  public let isOptional: Bool
  /// The position of the type.
  public let span: SourceSpan

  /// Creates a type.
  public init(name: NameSyntax, isList: Bool, isOptional: Bool, span: SourceSpan) {
    self.name = name
    self.isList = isList
    self.isOptional = isOptional
    self.span = span
  }
}
