#if SwiftData
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `@_PersistedProperty(place, class)`: reads and writes a property in the backing data.
  enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingAccessorsOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let name = StoredProperty(variable)?.name,
        let arguments = node.arguments?.as(LabeledExprListSyntax.self),
        let number = arguments.first?.expression.trimmedDescription
      else { return [] }
      let owner = arguments.dropFirst().first?.expression.as(StringLiteralExprSyntax.self)?
        .segments.trimmedDescription
      let backing = "_$" + (owner ?? "backing")
      let place = owner.map { "SwiftData._place(\(number), in: \($0).self)" } ?? number
      return [
        """
        @storageRestrictions(accesses: \(raw: backing), initializes: _\(raw: name.unquoted))
        init(initialValue) {
          \(raw: backing).initialize(\(raw: place), to: initialValue)
          _\(raw: name.unquoted) = SwiftData._NoStorage()
        }
        """,
        """
        get {
          _$backing.value(at: \(raw: place), of: self, \\.\(raw: name))
        }
        """,
        """
        set {
          _$backing.setValue(newValue, at: \(raw: place), of: self, \\.\(raw: name))
        }
        """,
      ]
    }

    static func expansion(
      of node: AttributeSyntax,
      providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        let name = StoredProperty(variable)?.name
      else { return [] }
      return ["private var _\(raw: name.unquoted): SwiftData._NoStorage"]
    }
  }

  /// `@Attribute`, `@Relationship` and `@Transient`: `@Model` reads them.
  enum MarkerMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }

  /// `#Unique` and `#Index`: `@Model` reads them.
  enum ConstraintMacro: DeclarationMacro {
    static func expansion(
      of node: some FreestandingMacroExpansionSyntax,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
  }

  /// `@ModelActor`: gives an actor its own context.
  enum ModelActorMacro: MemberMacro, ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      guard let actor = declaration.as(ActorDeclSyntax.self) else {
        throw MacroError("@ModelActor can only be attached to an actor")
      }
      let access = actor.modifiers.access
      var members: [DeclSyntax] = [
        "\(raw: access)nonisolated let modelExecutor: any SwiftData.ModelExecutor",
        "\(raw: access)nonisolated let modelContainer: SwiftData.ModelContainer",
      ]
      let arguments = node.arguments?.trimmedDescription ?? ""
      if !arguments.contains("disableGenerateInit: true") {
        members.append(
          """
          \(raw: access)init(modelContainer: SwiftData.ModelContainer) {
            let modelContext = SwiftData.ModelContext(modelContainer)
            self.modelExecutor = SwiftData.DefaultSerialModelExecutor(modelContext: modelContext)
            self.modelContainer = modelContainer
          }
          """
        )
      }
      return members
    }

    static func expansion(
      of node: AttributeSyntax,
      attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard declaration.is(ActorDeclSyntax.self) else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): SwiftData.ModelActor {}")]
    }
  }
#endif
