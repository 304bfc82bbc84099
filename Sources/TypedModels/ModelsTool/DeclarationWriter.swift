#if SwiftData
  import Binding
  import Diagnostics
  import ForeignInput
  import Model
  import Storage
  import Syntax

  /// Writes the declarations of an app's types. Members that cannot be declared become comments.
  struct DeclarationWriter {
    private let types: [FoundType]
    private var drafts: [Draft]

    /// A declaration whose members are tried.
    private struct Draft {
      let declaration: SwiftDeclaration
      var members: [String]
      /// Members that cannot be declared, with the reasons.
      var refused: [(member: String, reason: String)] = []

      /// The text with one member in each line.
      var lines: [String] { ["\(declaration.head) {"] + members.map { "  \($0)" } + ["}"] }
    }

    init(_ types: [FoundType]) {
      self.types = types
      drafts = SwiftDeclaration.all(of: types.map(\.source)).map { declaration in
        Draft(declaration: declaration, members: declaration.members)
      }
      refuseUnreadable()
      let models = refuseUnfit()
      refuseUncomputable(models)
    }

    /// The declarations, separated by empty lines.
    var text: String {
      types.map { type -> String in
        guard let draft = drafts.first(where: { $0.declaration.name == type.name }) else {
          return "// enum \(type.path): \(type.caseList)"
        }
        let place = type.outer.isEmpty ? [] : ["// \(type.path)"]
        let omitted = draft.declaration.omitted.map { name in
          "  // no equivalent: \(name)" + (type.swift[name].map { " = \($0.oneLine)" } ?? "")
        }
        let refused = draft.refused.map { "  // not declared: \($0.member.oneLine) (\($0.reason))" }
        return (place + draft.lines.dropLast() + omitted + refused + ["}"]).joined(separator: "\n")
      }.joined(separator: "\n\n") + "\n"
    }

    // MARK: Checks

    /// Takes out members that the language cannot read.
    private mutating func refuseUnreadable() {
      for place in drafts.indices {
        let draft = drafts[place]
        drafts[place].members = []
        for member in draft.members {
          let statements = Self.statements("\(draft.declaration.head) { \(member) }")
          if let statement = statements.first, statements.count == 1 {
            drafts[place].members.append(statement.computedMember ?? member)
          } else {
            drafts[place].refused.append((member, "it cannot be read"))
          }
        }
      }
    }

    /// Takes out stored properties and constraints that do not fit, until the models can be
    /// declared. Returns them without computed attributes and rules.
    private mutating func refuseUnfit() -> Schema {
      while true {
        let text = drafts.flatMap(\.lines).joined(separator: "\n")
        let source = SourceText(name: "", text: text)
        do throws(DiagnosticList) {
          return try Self.schema(of: Self.statements(text), source)
        } catch {
          guard let finding = error.all.first(where: { $0.primary != nil }),
            refuse(finding, in: source)
          else { return Schema() }
        }
      }
    }

    /// Takes out the member of a finding; returns whether there is one.
    private mutating func refuse(_ finding: Diagnostic, in source: SourceText) -> Bool {
      guard let start = finding.primary?.span.lowerBound else { return false }
      var line = source.location(of: start).line - 1
      for place in drafts.indices {
        if line < drafts[place].lines.count {
          guard drafts[place].members.indices.contains(line - 1) else { return false }
          let member = drafts[place].members.remove(at: line - 1)
          drafts[place].refused.append((member, finding.message))
          return true
        }
        line -= drafts[place].lines.count
      }
      return false
    }

    /// Takes out computed attributes and rules that cannot be computed.
    private mutating func refuseUncomputable(_ schema: Schema) {
      let statements = Self.statements(drafts.flatMap(\.lines).joined(separator: "\n"))
      let models = statements.compactMap { statement -> ModelDeclaration? in
        if case .model(let model) = statement.kind { model } else { nil }
      }
      let texts = drafts.map(\.members)
      for failure in ModelAdditions(models).added(to: schema).failures {
        guard let model = models.first(where: { $0.name.text == failure.model }),
          let place = drafts.firstIndex(where: { $0.declaration.name == failure.model }),
          let member = model.members.firstIndex(where: failure.concerns)
        else { continue }
        let text = texts[place][member]
        drafts[place].members.removeAll { $0 == text }
        drafts[place].refused.append((text, failure.findings.first?.message ?? "it does not fit"))
      }
    }

    /// The schema of the stored properties and constraints.
    private static func schema(
      of statements: [Statement],
      _ source: SourceText
    ) throws(DiagnosticList) -> Schema {
      var types: [TypeDeclaration] = []
      var models: [ModelDeclaration] = []
      var options = BindingOptions()
      for statement in statements {
        switch statement.kind {
        case .enumeration(let declaration): types.append(.enumeration(declaration))
        case .structure(let declaration): types.append(.structure(declaration))
        case .model(let declaration):
          options.waitingTexts[declaration.name.text] = source
          models.append(declaration.withoutComputed)
        default: break
        }
      }
      for type in types { options.waitingTexts[type.name.text] = source }
      let bound = try Binder(schema: Schema(), options: options).bindTypes(types)
      let binder = Binder(schema: Schema(types: bound), options: options)
      return Schema(entities: try binder.bindModels(models).entities, types: bound)
    }

    private static func statements(_ text: String) -> [Statement] {
      var parser = ScriptParser(SourceText(name: "", text: text))
      var statements: [Statement] = []
      while let item = parser.next() {
        guard case .statement(let statement) = item else { return [] }
        statements.append(statement)
      }
      return statements
    }
  }

  extension Statement {
    /// The only member in canonical form, if it is computed.
    fileprivate var computedMember: String? {
      guard case .model(let model) = kind,
        case .computed(let name, let expression)? = model.members.first
      else { return nil }
      return "\(quotedIfNeeded(name.text)) = \(SyntaxPrinter().text(of: expression))"
    }
  }

  extension ModelDeclaration {
    fileprivate var withoutComputed: ModelDeclaration {
      ModelDeclaration(
        name: name,
        parent: parent,
        documentation: documentation,
        members: members.filter { member in
          switch member {
          case .computed, .check: false
          case .property, .display, .uniqueKey, .index: true
          }
        }
      )
    }
  }

  extension ModelAdditions.Failure {
    /// Whether it is the failure of `member`.
    fileprivate func concerns(_ member: ModelMember) -> Bool {
      switch member {
      case .computed(let name, _): name.text == attribute
      case .check(let check): SyntaxPrinter().text(of: check.condition) == rule
      case .property, .display, .uniqueKey, .index: false
      }
    }
  }

  extension String {
    /// The text without line breaks, and shortened.
    fileprivate var oneLine: String {
      let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return line.count > 90 ? line.prefix(89) + "…" : line
    }
  }
#endif
