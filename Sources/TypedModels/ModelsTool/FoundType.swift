#if SwiftData
  import ForeignInput
  import SwiftSyntax

  /// A type of a source file that may be a model, or the type of an attribute.
  struct FoundType {
    var source: ParsedSwiftType
    /// The types around it: `SchemaV1` for `SchemaV1.Trip`.
    let outer: [String]
    /// The names in the types of its stored properties.
    var usedNames: Set<String> = []
    /// The Swift of properties, for comments.
    var swift: [String: String] = [:]

    var name: String { source.name }
    var isModel: Bool { source.kind == .model }

    /// The name with those of the outer types.
    var path: String { (outer + [name]).joined(separator: ".") }

    /// `low = 0, high = 1`
    var caseList: String {
      source.cases.map { $0.name + ($0.rawValue.map { " = \($0)" } ?? "") }.joined(separator: ", ")
    }

    mutating func add(_ members: MemberBlockItemListSyntax) {
      for member in members { add(member.decl) }
    }

    private mutating func add(_ declaration: DeclSyntax) {
      if let variable = declaration.as(VariableDeclSyntax.self) {
        add(variable)
      } else if let macro = declaration.as(MacroExpansionDeclSyntax.self) {
        source.constraints.append(.init(macro.macroName.text, macro.arguments.trimmedDescription))
      } else if let cases = declaration.as(EnumCaseDeclSyntax.self) {
        for one in cases.elements {
          source.cases.append(
            .init(one.name.unquoted, rawValue: one.rawValue?.value.trimmedDescription)
          )
        }
      } else if isModel {
        source.rules += RuleReader.rules(of: declaration).filter { rule in
          !source.rules.contains { $0.condition == rule.condition }
        }
      }
    }

    private mutating func add(_ variable: VariableDeclSyntax) {
      let modifiers = Set(variable.modifiers.map(\.name.text))
      guard modifiers.isDisjoint(with: ["static", "class", "lazy"]) else { return }
      let marks = variable.attributes.compactMap { attribute -> ParsedSwiftType.Mark? in
        guard case .attribute(let attribute) = attribute else { return nil }
        let name = attribute.attributeName.trimmedDescription.split(separator: ".").last ?? ""
        return .init(String(name), attribute.arguments?.trimmedDescription ?? "")
      }
      let types = variable.bindings.compactMap { $0.typeAnnotation?.type }
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unquoted
        else { continue }
        let type = (binding.typeAnnotation?.type ?? types.last)?.spelling
        if let getter = binding.accessorBlock?.getter {
          source.members.append(
            .init(computed: name, type: type, value: BodyLowering().text(of: getter))
          )
          swift[name] = getter.trimmedDescription
        } else if variable.bindingSpecifier.text == "var" || !isModel {
          source.members.append(
            .init(
              stored: name,
              marks: marks,
              type: type,
              value: binding.initializer?.value.trimmedDescription
            )
          )
          let value = binding.initializer?.value.trimmedDescription
          usedNames.formUnion((type ?? value ?? "").identifiers)
          swift[name] = type ?? value
        }
      }
    }
  }

  extension AccessorBlockSyntax {
    /// The statements of the getter; nil if there is none, as with `didSet` alone.
    fileprivate var getter: CodeBlockItemListSyntax? {
      switch accessors {
      case .getter(let items): items
      case .accessors(let accessors):
        accessors.first { $0.accessorSpecifier.text == "get" }?.body?.statements
      }
    }
  }

  extension TypeSyntax {
    /// The type as text, with `?` for `!` and `Optional`.
    fileprivate var spelling: String {
      if let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        return unwrapped.wrappedType.trimmedDescription + "?"
      }
      let text = trimmedDescription
      guard text.hasPrefix("Optional<"), text.hasSuffix(">") else { return text }
      return text.dropFirst("Optional<".count).dropLast() + "?"
    }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var unquoted: String { text.filter { $0 != "`" } }
  }

  extension String {
    /// The words that can be names.
    fileprivate var identifiers: Set<String> {
      Set(split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
  }
#endif
