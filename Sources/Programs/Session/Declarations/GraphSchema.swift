package import Binding
import Diagnostics
package import Model
import Storage
package import Syntax

/// The declarations of an object graph and the schema they create in an empty store.
package struct GraphSchema {
  /// An error in a declaration, with its line.
  package struct Problem {
    package let message: String
    package let line: Int
    /// The model or type that the store declares differently; nil for other errors.
    package var differing: String?
  }

  /// The errors of all declarations.
  package struct Failure: Error {
    package let problems: [Problem]
  }

  private(set) var types: [TypeDeclaration] = []
  package private(set) var models: [ModelDeclaration] = []
  package private(set) var schema = Schema()
  private let source: SourceText
  private let options: BindingOptions

  /// Reads the declarations in `text`.
  package init(_ text: String, _ options: BindingOptions) throws(Failure) {
    source = SourceText(name: "", text: text)
    self.options = options
    try parse()
    try requireAllNames()
    try bind()
  }

  private mutating func bind() throws(Failure) {
    do {
      let types = try Binder(schema: Schema(), options: options).bindTypes(types)
      let typed = Binder(schema: Schema(types: types), options: options)
      schema = Schema(entities: try typed.bindModels(models).entities, types: types)
    } catch {
      throw failure(error.all)
    }
  }

  // MARK: Parts

  /// The models of `names`, everything they use, and all submodels of these.
  package func restricted(to names: [String]) throws(Failure) -> GraphSchema {
    var part = self
    let wanted = needed(names)
    part.types = types.filter { wanted.contains($0.name.text.lowercased()) }
    part.models = models.filter { wanted.contains($0.name.text.lowercased()) }
    try part.bind()
    return part
  }

  /// These names, those they use, and those of submodels, in lower case.
  private func needed(_ names: [String]) -> Set<String> {
    let binder = Binder(schema: Schema(), options: options)
    let uses =
      zip(types.map(\.name.text), binder.missingTypes(of: types))
      .map { ($0, $1) } + zip(models.map(\.name.text), binder.missingModels(of: models))
    var usesByName = Dictionary(uses.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
    for model in models {
      guard let parent = model.parent?.text.lowercased() else { continue }
      usesByName[parent, default: []].append(model.name.text)
    }
    var needed: Set<String> = []
    var rest = names
    while let name = rest.popLast() {
      guard needed.insert(name.lowercased()).inserted else { continue }
      rest += usesByName[name.lowercased()] ?? []
    }
    return needed
  }

  private mutating func parse() throws(Failure) {
    var parser = ScriptParser(source)
    while let item = parser.next() {
      switch item {
      case .failure(let findings, _): throw failure(findings)
      case .command(let command): throw failure("this is not a declaration", command.span)
      case .statement(let statement):
        switch statement.kind {
        case .model(let declaration): models.append(declaration)
        case .enumeration(let declaration): types.append(.enumeration(declaration))
        case .structure(let declaration): types.append(.structure(declaration))
        default: throw failure("this is not a declaration", statement.span)
        }
      }
    }
  }

  /// Checks that each name is declared once and that all used names are declared.
  private func requireAllNames() throws(Failure) {
    var names: Set<String> = []
    for name in types.map(\.name) + models.map(\.name) {
      // Names can differ only in case.
      guard names.insert(name.text).inserted else {
        throw failure("`\(name.text)` is declared twice", name.span)
      }
    }
    let folded = Set(names.map { $0.lowercased() })
    let binder = Binder(schema: Schema(), options: options)
    for (declaration, missing) in zip(types, binder.missingTypes(of: types)) {
      if let name = missing.first(where: { !folded.contains($0.lowercased()) }) {
        throw failure("there is no type `\(name)`", declaration.name.span)
      }
    }
    for (declaration, missing) in zip(models, binder.missingModels(of: models)) {
      if let name = missing.first(where: { !folded.contains($0.lowercased()) }) {
        throw failure("there is no model `\(name)`", declaration.name.span)
      }
    }
  }

  private func failure(_ message: String, _ span: SourceSpan) -> Failure {
    failure([Diagnostic(message, at: span)])
  }

  private func failure(_ findings: [Diagnostic]) -> Failure {
    Failure(
      problems: findings.map { finding in
        Problem(
          message: ([finding.message] + finding.help).joined(separator: "; "),
          line: finding.primary.map {
            (finding.source ?? source).location(of: $0.span.lowerBound).line
          } ?? 1
        )
      }
    )
  }

  // MARK: Adding to other models

  /// The change that adds these models to a store with `present`.
  ///
  /// Throws if the store declares some of the names differently.
  ///
  /// - Parameter owner: The store's name in messages.
  func change(of present: Schema, named owner: String) throws -> SchemaChange {
    let differences = schema.declaredNames.compactMap {
      difference(of: $0, from: present, owner)
    }
    guard differences.isEmpty else { throw Failure(problems: differences) }
    let types = types.filter { present.type($0.name.text) == nil }
    let models = models.filter { present.entity($0.name.text) == nil }
    do {
      let newTypes = try Binder(schema: present, options: options).bindTypes(types)
      let typed = Binder(schema: present.adding([], types: newTypes), options: options)
      var change = try typed.bindModels(models)
      change.entities.removeAll { present.entity($0.name) == $0 }
      change.types = newTypes
      return change
    } catch {
      throw failure(error.all)
    }
  }

  /// How the declaration of a name differs from that of `present`; nil if it does not or is new.
  private func difference(of name: String, from present: Schema, _ owner: String) -> Problem? {
    guard present.declaredNames.contains(name) else { return nil }
    let theirs = SchemaPrinter(schema: present).lines(of: name).map(\.plain)
    let ours = SchemaPrinter(schema: schema).lines(of: name).map(\.plain)
    if ours == theirs { return nil }
    let added = ours.first { !theirs.contains($0) }
    let missing = theirs.first { !ours.contains($0) }
    var message = "\(owner) has a different `\(name)`"
    switch (added, missing) {
    case (let added?, let missing?): message += ": \(quoted(missing)) instead of \(quoted(added))"
    case (let added?, nil): message += ": \(quoted(added)) is missing there"
    case (nil, let missing?): message += ": it also has \(quoted(missing))"
    case (nil, nil): message += ", in another order"
    }
    return Problem(message: message, line: line(of: name), differing: name)
  }

  private func quoted(_ line: String) -> String {
    "`\(line.drop(while: \.isWhitespace))`"
  }

  private func line(of name: String) -> Int {
    let names = types.map(\.name) + models.map(\.name)
    return names.first { $0.text == name }.map { source.location(of: $0.span.lowerBound).line } ?? 1
  }
}

extension GraphSchema {
  /// The declarations of a store's models; nil if it has none, or if declarations would create a
  /// different schema.
  init?(declaring present: Schema) {
    guard !present.entities.isEmpty || !present.types.isEmpty,
      let text = try? present.declarations(),
      let graph = try? GraphSchema(text, SessionSettings().bindingOptions), graph.schema == present
    else { return nil }
    self = graph
  }
}

extension Schema {
  /// The declarations that create the schema, without empty lines.
  ///
  /// Throws if it has a struct without a name, as a file of another program can.
  package func declarations() throws -> String {
    for entity in entities {
      for attribute in entity.attributes {
        if case .composite(let type) = attribute.type, type.name == nil {
          throw DiagnosticList([
            Diagnostic(
              .error,
              "\(entity.name).\(attribute.name) is a struct without a name, which cannot be declared",
              at: nil
            )
          ])
        }
      }
    }
    let printer = SchemaPrinter(schema: self)
    return printer.names.flatMap(printer.lines).map { $0.plain + "\n" }.joined()
  }
}
