public import Syntax

/// A declaration of an enum or a struct.
public enum TypeDeclaration: Sendable {
  /// `enum Category { food, travel }`
  case enumeration(EnumerationDeclaration)
  /// `struct Address { street: String, city: String }`
  case structure(StructureDeclaration)

  /// The name of the type.
  public var name: NameSyntax {
    switch self {
    case .enumeration(let declaration): declaration.name
    case .structure(let declaration): declaration.name
    }
  }

  /// The types of its fields.
  var typeNames: [NameSyntax] {
    switch self {
    case .enumeration: []
    case .structure(let declaration): declaration.fields.map(\.type.name)
    }
  }
}
