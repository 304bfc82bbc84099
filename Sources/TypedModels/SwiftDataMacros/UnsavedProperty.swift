#if SwiftData
  import SwiftSyntax

  /// A computed or transient property of a model. Error messages about predicates name it.
  struct UnsavedProperty {
    let name: String
    let kind: String

    private init?(_ variable: VariableDeclSyntax) {
      guard variable.bindingSpecifier.text == "var", variable.bindings.count == 1,
        let binding = variable.bindings.first,
        let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
        variable.modifiers.allSatisfy({ Self.accessModifiers.contains($0.name.text) })
      else { return nil }
      name = pattern.identifier.text
      let isTransient = variable.attribute("Transient") != nil
      kind = isTransient ? "transient" : "computed"
      // A key path exists only to a property that can be read anywhere.
      guard variable.attributes.count == (isTransient ? 1 : 0),
        !(binding.typeAnnotation?.type.is(SomeOrAnyTypeSyntax.self) ?? false),
        isTransient || Self.isGetter(binding.accessorBlock)
      else { return nil }
    }

    private static let accessModifiers: Set = ["public", "open", "internal", "private", "final"]

    private static func isGetter(_ block: AccessorBlockSyntax?) -> Bool {
      switch block?.accessors {
      case .getter: true
      case .accessors(let accessors):
        accessors.contains { $0.accessorSpecifier.text == "get" }
          && accessors.allSatisfy { $0.effectSpecifiers == nil && $0.attributes.isEmpty }
      case nil: false
      }
    }

    static func all(of model: ClassDeclSyntax) -> [UnsavedProperty] {
      model.memberBlock.members.compactMap {
        $0.decl.as(VariableDeclSyntax.self).flatMap(UnsavedProperty.init)
      }
    }

    /// The expression that describes the property at run time.
    func metadata(in model: String) -> String {
      "SwiftData.Schema.PropertyMetadata(.\(kind)(\"\(name.unquoted)\"), "
        + "keypath: \\\(model).\(name))"
    }
  }
#endif
