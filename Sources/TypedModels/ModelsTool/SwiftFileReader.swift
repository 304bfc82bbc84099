#if SwiftData
  import ForeignInput
  import SwiftSyntax

  /// Finds the types of Swift files, with what extensions add to them.
  final class SwiftFileReader: SyntaxVisitor {
    private var found: [FoundType] = []
    private var extensions: [(path: [String], members: MemberBlockItemListSyntax)] = []
    /// `typealias Trip = SchemaV2.Trip`
    private var aliases: [String: String] = [:]
    /// The version of each versioned schema.
    private var versions: [String: [Int]] = [:]
    /// The types around the current place.
    private var outer: [String] = []

    init() { super.init(viewMode: .sourceAccurate) }

    /// The models, each in its newest version, and the types that they use.
    var types: [FoundType] {
      var all = found
      for (path, members) in extensions {
        let name = path.last.map { aliases[$0] ?? $0 }
        for place in all.indices
        where all[place].name == name && (path.count == 1 || all[place].outer.hasSuffix(path)) {
          all[place].add(members)
        }
      }
      var newest: [String: Int] = [:]
      for (place, type) in all.enumerated() {
        guard let known = newest[type.name] else {
          newest[type.name] = place
          continue
        }
        if !version(of: all[known]).lexicographicallyPrecedes(version(of: type)),
          version(of: all[known]) != version(of: type)
        {
          continue
        }
        newest[type.name] = place
      }
      let chosen = all.enumerated().filter { newest[$1.name] == $0 }.map(\.element)
      return used(chosen)
    }

    /// The version of the schema around a type, or no numbers.
    private func version(of type: FoundType) -> [Int] {
      type.outer.last.flatMap { versions[$0] } ?? []
    }

    /// The enums and structs that models use, then the models.
    private func used(_ types: [FoundType]) -> [FoundType] {
      let models = types.filter(\.isModel)
      var names = models.reduce(into: Set<String>()) { $0.formUnion($1.usedNames) }
      var chosen: Set<String> = []
      while let next = types.first(where: {
        !$0.isModel && names.contains($0.name) && !chosen.contains($0.name)
      }) {
        chosen.insert(next.name)
        names.formUnion(next.usedNames)
      }
      return types.filter { chosen.contains($0.name) } + models
    }

    // MARK: Declarations

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      let parents = node.inheritanceClause.parents
      if node.attributes.contains(where: \.isModel) || parents.contains("NSManagedObject") {
        add(.model, node.name, parents, node.memberBlock)
      }
      outer.append(node.name.text)
      return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      add(.enumeration, node.name, node.inheritanceClause.parents, node.memberBlock)
      noteVersion(of: node.name.text, node.memberBlock)
      outer.append(node.name.text)
      return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      add(.structure, node.name, node.inheritanceClause.parents, node.memberBlock)
      noteVersion(of: node.name.text, node.memberBlock)
      outer.append(node.name.text)
      return .visitChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      let path = node.extendedType.trimmedDescription.split(separator: ".").map(String.init)
      extensions.append((path, node.memberBlock.members))
      outer += path
      return .visitChildren
    }

    override func visitPost(_ node: ClassDeclSyntax) { outer.removeLast() }
    override func visitPost(_ node: EnumDeclSyntax) { outer.removeLast() }
    override func visitPost(_ node: StructDeclSyntax) { outer.removeLast() }

    override func visitPost(_ node: ExtensionDeclSyntax) {
      outer.removeLast(node.extendedType.trimmedDescription.split(separator: ".").count)
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
      let target = node.initializer.value.trimmedDescription.split(separator: ".").last
      aliases[node.name.text] = target.map(String.init)
      return .skipChildren
    }

    /// Types in functions and closures are not models of the app.
    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private func add(
      _ kind: ParsedSwiftType.Kind,
      _ name: TokenSyntax,
      _ parents: [String],
      _ members: MemberBlockSyntax
    ) {
      var type = FoundType(source: ParsedSwiftType(kind, name: name.unquoted), outer: outer)
      type.source.parents = parents
      type.add(members.members)
      found.append(type)
    }

    /// Reads `static let versionIdentifier = Schema.Version(1, 0, 0)`.
    private func noteVersion(of name: String, _ members: MemberBlockSyntax) {
      for member in members.members {
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          let binding = variable.bindings.first,
          binding.pattern.trimmedDescription == "versionIdentifier"
        else { continue }
        let text = binding.initializer?.trimmedDescription ?? binding.accessorBlock?.description
        versions[name] = (text ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      }
    }
  }

  extension InheritanceClauseSyntax? {
    /// The names of the types after the colon.
    fileprivate var parents: [String] {
      self?.inheritedTypes.map {
        String($0.type.trimmedDescription.split(separator: ".").last ?? "")
      } ?? []
    }
  }

  extension AttributeListSyntax.Element {
    fileprivate var isModel: Bool {
      guard case .attribute(let attribute) = self else { return false }
      return attribute.attributeName.trimmedDescription.split(separator: ".").last == "Model"
    }
  }

  extension [String] {
    /// Whether the outer types end with those of a path: `SchemaV1` for `SchemaV1.Trip`.
    fileprivate func hasSuffix(_ path: [String]) -> Bool {
      Array(suffix(path.count - 1)) == Array(path.dropLast())
    }
  }
#endif
