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
      // A class with a superclass may be a submodel, whose inherited properties come first. Its own
      // properties are set before those of its superclass exist, so their values begin in a
      // separate variable.
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
      if let several = StoredProperty.several(in: model) {
        throw MacroError("declare `\(several)` in separate lines, so that each can be saved")
      }
      // The compiler names only the protocols that the class does not inherit.
      return ModelMembers(model, isSubmodel: protocols.isEmpty).all
    }
  }

  /// The members that `@Model` adds to a class.
  private struct ModelMembers {
    let model: ClassDeclSyntax
    let name: String
    let isSubmodel: Bool
    let properties: [StoredProperty]

    init(_ model: ClassDeclSyntax, isSubmodel: Bool) {
      self.model = model
      self.isSubmodel = isSubmodel
      name = model.name.text
      properties = StoredProperty.all(of: model)
    }

    var all: [DeclSyntax] {
      backing + [metadata] + (isFinal ? [] : [keyPaths]) + [initializer]
    }

    private var isFinal: Bool { model.modifiers.contains { $0.name.text == "final" } }
    private var access: String { model.modifiers.access }
    private var overriding: String { isSubmodel ? "override " : "" }

    /// The function with the key paths of the superclass.
    private var inheritedKeyPaths: String {
      let superclass = model.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
      return superclass.map { superclass in
        "\(superclass)._$keyPathsOf\(superclass.split(separator: ".").last ?? "")"
      } ?? ""
    }

    private var backing: [DeclSyntax] {
      let values = "SwiftData.ModelBacking = SwiftData.ModelBacking()"
      if model.inheritanceClause == nil { return ["\(raw: access)var _$backing: \(raw: values)"] }
      let inherited = "super._$backing"
      let (get, set) =
        isSubmodel ? ("\(inherited).absorbing(_$\(name))", inherited) : ("_$\(name)", "_$\(name)")
      return [
        "private var _$\(raw: name): \(raw: values)",
        """
        \(raw: overriding)\(raw: access)var _$backing: SwiftData.ModelBacking {
          get { \(raw: get) }
          set { \(raw: set) = newValue }
        }
        """,
      ]
    }

    private var metadata: DeclSyntax {
      let own = properties.map { "\n    \($0.metadata(in: name))," }.joined()
      let unsaved = UnsavedProperty.all(of: model).map { "\n    \($0.metadata(in: name))," }
        .joined()
      let constraints = Constraint.all(of: model).map { "\n    \($0.metadata)," }.joined()
      let inherited =
        isSubmodel
        ? "SwiftData._inherited(super.schemaMetadata, \(inheritedKeyPaths)(\(name).self)) + " : ""
      return """
        \(raw: overriding)\(raw: access)\(raw: isFinal ? "static" : "class") var schemaMetadata: \
        [SwiftData.Schema.PropertyMetadata] {
          \(raw: inherited)[\(raw: own)\(raw: unsaved)\(raw: constraints)
          ]
        }
        """
    }

    private var keyPaths: DeclSyntax {
      let own = properties.map { "\\Model.\($0.name)" }.joined(separator: ", ")
      let inherited = isSubmodel ? "\(inheritedKeyPaths)(model) + " : ""
      return """
        static func _$keyPathsOf\(raw: name)<Model: \(raw: name)>(_ model: Model.Type) -> [AnyKeyPath] {
          \(raw: inherited)[\(raw: own)]
        }
        """
    }

    private var initializer: DeclSyntax {
      let slots = properties.map { "\n  _\($0.name.unquoted) = SwiftData._NoStorage()" }.joined()
      let end =
        isSubmodel
        ? "\n  super.init(backingData: backingData)"
        : "\n  \(model.inheritanceClause == nil ? "_$backing" : "_$\(name)") = backingData"
      return """
        \(raw: access)required init(backingData: SwiftData.ModelBacking) {\(raw: slots)\(raw: end)
        }
        """
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
