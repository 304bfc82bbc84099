package import Binding
import Diagnostics
package import Model
import Storage
import Syntax

/// The models of an object graph: its declarations, and what they make in an empty store.
package struct GraphSchema {
  /// What is wrong with a declaration, and in which line of the text it stands.
  package struct Problem {
    package let message: String
    package let line: Int
    /// The model or type that the store has otherwise; nil where something else is wrong.
    package var differing: String?
  }

  /// All that is wrong with the declarations.
  package struct Failure: Error {
    package let problems: [Problem]
  }

  private(set) var types: [TypeDeclaration] = []
  private(set) var models: [ModelDeclaration] = []
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

  /// The models of `names` with all that they need, and what specialises any of these.
  package func restricted(to names: [String]) throws(Failure) -> GraphSchema {
    var part = self
    let wanted = needed(names)
    part.types = types.filter { wanted.contains($0.name.text.lowercased()) }
    part.models = models.filter { wanted.contains($0.name.text.lowercased()) }
    try part.bind()
    return part
  }

  /// These names, those that their declarations use, and those of more special models, in lower case.
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
      case .command(let command): throw failure("this declares nothing", command.span)
      case .statement(let statement):
        switch statement.kind {
        case .model(let declaration): models.append(declaration)
        case .enumeration(let declaration): types.append(.enumeration(declaration))
        case .structure(let declaration): types.append(.structure(declaration))
        default: throw failure("this declares nothing", statement.span)
        }
      }
    }
  }

  /// Each name is declared once, and every model and type is there that is named.
  private func requireAllNames() throws(Failure) {
    var names: Set<String> = []
    for name in types.map(\.name) + models.map(\.name) {
      // Names may differ in case alone.
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

  // MARK: Beside other models

  /// What a store with `present` has to learn so that it has all of these models.
  ///
  /// Throws where it has models of the same names that are others.
  ///
  /// - Parameter owner: What has them, as messages call it.
  func change(of present: Schema, called owner: String) throws -> SchemaChange {
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

  /// How the declaration of a name differs from that of `present`; nil if it does not, or if there is
  /// none.
  private func difference(of name: String, from present: Schema, _ owner: String) -> Problem? {
    guard present.declaredNames.contains(name) else { return nil }
    let theirs = SchemaPrinter(schema: present).lines(of: name).map(\.plain)
    let ours = SchemaPrinter(schema: schema).lines(of: name).map(\.plain)
    if ours == theirs { return nil }
    let added = ours.first { !theirs.contains($0) }
    let missing = theirs.first { !ours.contains($0) }
    var message = "\(owner) has another `\(name)`"
    switch (added, missing) {
    case (let added?, let missing?): message += ": \(quoted(missing)), and not \(quoted(added))"
    case (let added?, nil): message += ": it lacks \(quoted(added))"
    case (nil, let missing?): message += ": it has \(quoted(missing)) besides"
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
  /// The declarations of a store's models; nil where it has none, or where declarations would not make
  /// the very same.
  init?(declaring present: Schema) {
    guard !present.entities.isEmpty || !present.types.isEmpty,
      let text = try? present.declarations(),
      let graph = try? GraphSchema(text, SessionSettings().bindingOptions), graph.schema == present
    else { return nil }
    self = graph
  }
}

extension Schema {
  /// The declarations that make the schema in an empty store, without empty lines.
  ///
  /// Throws if it has a struct without a name, which only a store's own schema brings about.
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
