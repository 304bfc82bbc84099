public import Diagnostics

/// `version 2 { model Budget { … } rename Budget.limit to cap }`
public struct VersionDeclaration: Sendable {
  /// The version's number with its position.
  public let number: (value: VersionParts, span: SourceSpan)
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
  /// `delete Budget where name == ""`, before the models change
  case delete(DeleteStatement)
  /// `allow loss`, with its position.
  case allowLoss(SourceSpan)
}

/// `rename Budget.limit to cap`
public struct RenameStep: Sendable {
  /// The model's name in the version.
  public let entity: NameSyntax
  /// The old name of the member.
  public let old: NameSyntax
  /// The new name.
  public let new: NameSyntax
}

/// `rename User to Person`
public struct RenameModelStep: Sendable {
  /// The old name of the model.
  public let old: NameSyntax
  /// The new name.
  public let new: NameSyntax

  /// Creates a step.
  public init(old: NameSyntax, new: NameSyntax) {
    self.old = old
    self.new = new
  }
}

/// `set Budget.owner = owner ?? "nobody"`: the new value of a member, computed from the old record.
public struct SetStep: Sendable {
  /// The model's name in the version.
  public let entity: NameSyntax
  /// The target: a member, or a field of a struct.
  public let path: [NameSyntax]
  /// The value, which can use old and new names.
  public let value: ExpressionSyntax
}

/// `migrate 2`, `migrate 2 allow loss`
public struct MigrateStatement: Sendable {
  /// The target version with its position.
  public let number: (value: VersionParts, span: SourceSpan)
  /// `allow loss`, with its position.
  public let allowsLoss: SourceSpan?
}

/// `2`, `1.2.0`: the three parts of a version's number, as they are written.
///
/// This module knows no models. `VersionNumber`, in `Model`, is what they mean: it has their order
/// and their limits.
public struct VersionParts: Sendable {
  /// The parts; those that were not written are 0.
  public let major, minor, patch: Int

  /// Creates a number.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// The number as it is printed: `2` for `2.0.0`.
  public var text: String {
    minor == 0 && patch == 0 ? "\(major)" : "\(major).\(minor).\(patch)"
  }
}
