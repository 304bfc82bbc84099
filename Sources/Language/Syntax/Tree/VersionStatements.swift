public import Diagnostics

/// `version 2 { model Budget { … } rename Budget.limit to cap }`: the models as they are from then on.
public struct VersionDeclaration: Sendable {
  /// The version's number, with its place.
  public let number: (value: Int, span: SourceSpan)
  /// The members in written order.
  public let members: [VersionMember]
}

/// One member of a version.
public enum VersionMember: Sendable {
  /// `enum Category { food, travel }`
  case enumeration(EnumerationDeclaration)
  /// `struct Address { street: String, city: String }`
  case structure(StructureDeclaration)
  /// `model Budget { … }`
  case model(ModelDeclaration)
  /// `rename Budget.limit to cap`
  case rename(RenameStep)
  /// `rename User to Person`
  case renameModel(RenameModelStep)
  /// `set Budget.owner = owner ?? "nobody"`
  case set(SetStep)
  /// `allow loss`, with its place.
  case allowLoss(SourceSpan)
}

/// `rename Budget.limit to cap`
public struct RenameStep: Sendable {
  /// The model, as the version calls it.
  public let entity: NameSyntax
  /// What the member was called.
  public let old: NameSyntax
  /// What it is called from then on.
  public let new: NameSyntax
}

/// `rename User to Person`
public struct RenameModelStep: Sendable {
  /// What the model was called.
  public let old: NameSyntax
  /// What it is called from then on.
  public let new: NameSyntax

  /// Makes a step.
  public init(old: NameSyntax, new: NameSyntax) {
    self.old = old
    self.new = new
  }
}

/// `set Budget.owner = owner ?? "nobody"`: what a member of each record is from then on, computed from
/// the record as it was.
public struct SetStep: Sendable {
  /// The model, as the version calls it.
  public let entity: NameSyntax
  /// What is set: a member, or fields of a struct behind it.
  public let path: [NameSyntax]
  /// The value, which sees old and new names.
  public let value: ExpressionSyntax
}

/// `migrate 2`, `migrate 2 allow loss`
public struct MigrateStatement: Sendable {
  /// The version that the store is brought to, with its place.
  public let number: (value: Int, span: SourceSpan)
  /// `allow loss`, with its place.
  public let allowsLoss: SourceSpan?
}
