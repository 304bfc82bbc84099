#if SwiftData
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@Model`: stores the properties of a class in its backing data and describes them.
  enum ModelMacro {}

  extension ModelMacro: MemberAttributeMacro {
    static func expansion(
      of node: AttributeSyntax,
      attachedTo declaration: some DeclGroupSyntax,
      providingAttributesFor member: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
      guard let model = declaration.as(ClassDeclSyntax.self),
        let variable = member.as(VariableDeclSyntax.self),
        let property = StoredProperty(variable),
        let place = StoredProperty.all(of: model).firstIndex(where: { $0.name == property.name })
      else { return [] }
      // A class with a superclass may be a submodel: `_$first` is the number of inherited
      // properties, and 0 for other classes.
      let first = model.inheritanceClause == nil ? "" : "\(model.name.text)._$first + "
      return ["@SwiftData._PersistedProperty(\(raw: first)\(raw: place))"]
    }
  }

  extension ModelMacro: MemberMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let model = declaration.as(ClassDeclSyntax.self) else {
        throw MacroError("@Model can only be attached to a class")
      }
      let name = model.name.text
      let properties = StoredProperty.all(of: model)
      // The compiler names only the protocols that the class does not inherit.
      let isSubmodel = protocols.isEmpty
      let isFinal = model.modifiers.contains { $0.name.text == "final" }
      let access = model.access
      let own = properties.map { "\n    \($0.metadata(in: name))," }.joined()
      let constraints = Constraint.all(of: model).map { "\n    \($0.metadata)," }.joined()
      let inherited = isSubmodel ? "super.schemaMetadata + " : ""
      let kind = isFinal ? "static" : "class"
      let superclass = model.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
      let first = isSubmodel ? "SwiftData._propertyCount(of: \(superclass ?? name).self)" : "0"
      var members: [DeclSyntax] = []
      if !isSubmodel {
        members.append(
          "\(raw: access)var _$backing: SwiftData.ModelBacking = SwiftData.ModelBacking()"
        )
      }
      if model.inheritanceClause != nil {
        members.append("static var _$first: Int { \(raw: first) }")
      }
      members.append(
        """
        \(raw: isSubmodel ? "override " : "")\(raw: access)\(raw: kind) var schemaMetadata: \
        [SwiftData.Schema.PropertyMetadata] {
          \(raw: inherited)[\(raw: own)\(raw: constraints)
          ]
        }
        """
      )
      let slots = properties.map { "\n  _\($0.name) = SwiftData._NoStorage()" }.joined()
      let end =
        isSubmodel ? "\n  super.init(backingData: backingData)" : "\n  _$backing = backingData"
      members.append(
        """
        \(raw: access)required init(backingData: SwiftData.ModelBacking) {\(raw: slots)\(raw: end)
        }
        """
      )
      return members
    }
  }

  extension ModelMacro: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax,
      attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(ClassDeclSyntax.self), !protocols.isEmpty else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.PersistentModel {}")]
    }
  }

  /// An error in the use of a macro.
  struct MacroError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  extension ClassDeclSyntax {
    /// The access modifier of generated members, with a space.
    var access: String {
      modifiers.contains { ["public", "open"].contains($0.name.text) } ? "public " : ""
    }
  }
#endif
