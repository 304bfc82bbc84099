#if SwiftData
  import SwiftSyntax

  /// A property of a model that is saved: a variable without accessors that is not transient.
  struct StoredProperty {
    let name: String
    let initialValue: String?
    /// `@Attribute(…)` or `@Relationship(…)`.
    let mark: AttributeSyntax?

    init?(_ variable: VariableDeclSyntax) {
      let modifiers = variable.modifiers.map(\.name.text)
      guard variable.bindingSpecifier.text == "var", variable.bindings.count == 1,
        !modifiers.contains("static"), !modifiers.contains("class"), !modifiers.contains("lazy"),
        let binding = variable.bindings.first,
        let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
      else { return nil }
      if let block = binding.accessorBlock {
        guard case .accessors(let accessors) = block.accessors,
          accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) })
        else { return nil }
      }
      guard variable.attribute("Transient") == nil else { return nil }
      name = pattern.identifier.text
      let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
      initialValue = binding.initializer?.value.trimmedDescription ?? (isOptional ? "nil" : nil)
      mark = variable.attribute("Attribute") ?? variable.attribute("Relationship")
    }

    static func all(of model: ClassDeclSyntax) -> [StoredProperty] {
      model.memberBlock.members.compactMap {
        $0.decl.as(VariableDeclSyntax.self).flatMap(StoredProperty.init)
      }
    }

    /// The first declaration of several properties at once, which cannot have accessors.
    static func several(in model: ClassDeclSyntax) -> String? {
      let variables = model.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      return variables.first { variable in
        variable.bindings.count > 1 && variable.bindingSpecifier.text == "var"
          && variable.attribute("Transient") == nil
          && !variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
      }?.trimmedDescription
    }

    /// The expression that describes the property at run time.
    func metadata(in model: String) -> String {
      var metadata = "nil"
      if let mark {
        let kind = mark.attributeName.trimmedDescription.split(separator: ".").last ?? ""
        let arguments = mark.arguments?.trimmedDescription ?? ""
        metadata = "SwiftData.Schema.\(kind)(\(arguments))"
      }
      let value = initialValue.map { ", defaultValue: { \($0) }" } ?? ""
      return "SwiftData.Schema.PropertyMetadata(name: \"\(name.unquoted)\", keypath: "
        + "\\\(model).\(name)\(value), metadata: \(metadata))"
    }
  }

  extension VariableDeclSyntax {
    func attribute(_ name: String) -> AttributeSyntax? {
      for case .attribute(let attribute) in attributes
      where attribute.attributeName.trimmedDescription.split(separator: ".").last == Substring(name)
      {
        return attribute
      }
      return nil
    }
  }

  extension String {
    /// The name without backticks.
    var unquoted: String { filter { $0 != "`" } }
  }

  /// A `#Unique` or `#Index` in a model.
  struct Constraint {
    let metadata: String

    static func all(of model: ClassDeclSyntax) -> [Constraint] {
      model.memberBlock.members.compactMap { member in
        guard let macro = member.decl.as(MacroExpansionDeclSyntax.self),
          ["Unique", "Index"].contains(macro.macroName.text)
        else { return nil }
        let name = model.name.text
        let generic = macro.genericArgumentClause?.trimmedDescription ?? "<\(name)>"
        return Constraint(
          metadata: "SwiftData.Schema.\(macro.macroName.text)\(generic)"
            + "(\(macro.arguments.trimmedDescription)).metadata"
        )
      }
    }
  }
#endif
