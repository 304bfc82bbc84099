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
      // A class with a superclass may be a submodel, whose inherited properties come first. The
      // values of its own ones are set before those of its superclass exist, so that they begin in
      // a separate variable.
      guard model.inheritanceClause != nil else {
        return ["@SwiftData._PersistedProperty(\(raw: place))"]
      }
      let name = model.name.text
      return [
        "@SwiftData._PersistedProperty(\(raw: place), \"\(raw: name)\")"
      ]
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
      if let several = StoredProperty.several(in: model) {
        throw MacroError("declare `\(several)` in separate lines, so that each can be saved")
      }
      let properties = StoredProperty.all(of: model)
      // The compiler names only the protocols that the class does not inherit.
      let isSubmodel = protocols.isEmpty
      let isFinal = model.modifiers.contains { $0.name.text == "final" }
      let access = model.modifiers.access
      let own = properties.map { "\n    \($0.metadata(in: name))," }.joined()
      let unsaved = UnsavedProperty.all(of: model).map { "\n    \($0.metadata(in: name))," }
        .joined()
      let constraints = Constraint.all(of: model).map { "\n    \($0.metadata)," }.joined()
      let kind = isFinal ? "static" : "class"
      let superclass = model.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
      let inheritedKeyPaths = superclass.map { superclass in
        "\(superclass)._$keyPathsOf\(superclass.split(separator: ".").last ?? "")"
      }
      let inherited =
        isSubmodel
        ? "SwiftData._inherited(super.schemaMetadata, \(inheritedKeyPaths ?? "")(\(name).self)) + "
        : ""
      var members: [DeclSyntax] = []
      let values = "SwiftData.ModelBacking = SwiftData.ModelBacking()"
      if model.inheritanceClause == nil {
        members.append("\(raw: access)var _$backing: \(raw: values)")
      } else {
        let inherited = "super._$backing"
        let (get, set) =
          isSubmodel ? ("\(inherited).absorbing(_$\(name))", inherited) : ("_$\(name)", "_$\(name)")
        members += [
          "private var _$\(raw: name): \(raw: values)",
          """
          \(raw: isSubmodel ? "override " : "")\(raw: access)var _$backing: SwiftData.ModelBacking {
            get { \(raw: get) }
            set { \(raw: set) = newValue }
          }
          """,
        ]
      }
      members.append(
        """
        \(raw: isSubmodel ? "override " : "")\(raw: access)\(raw: kind) var schemaMetadata: \
        [SwiftData.Schema.PropertyMetadata] {
          \(raw: inherited)[\(raw: own)\(raw: unsaved)\(raw: constraints)
          ]
        }
        """
      )
      if !isFinal {
        let own = properties.map { "\\Model.\($0.name)" }.joined(separator: ", ")
        let inherited = isSubmodel ? "\(inheritedKeyPaths ?? "")(model) + " : ""
        members.append(
          """
          static func _$keyPathsOf\(raw: name)<Model: \(raw: name)>(_ model: Model.Type) -> [AnyKeyPath] {
            \(raw: inherited)[\(raw: own)]
          }
          """
        )
      }
      let slots = properties.map { "\n  _\($0.name.unquoted) = SwiftData._NoStorage()" }.joined()
      let end =
        isSubmodel
        ? "\n  super.init(backingData: backingData)"
        : "\n  \(model.inheritanceClause == nil ? "_$backing" : "_$\(name)") = backingData"
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

  extension DeclModifierListSyntax {
    /// The access modifier of generated members, with a space.
    var access: String {
      contains { ["public", "open"].contains($0.name.text) } ? "public " : ""
    }
  }
#endif
