import Diagnostics
import Model
import Syntax

/// A path that ends before a token, resolved in the schema.
struct CompletionPath {
  private enum Step {
    case name(String)
    /// `@inverse(Expense.budget)`
    case backlink(entity: String, relationship: String)
    /// `(self as Boat)`
    case cast(entity: String)
  }

  /// The number of tokens in `@inverse(Expense.budget)`.
  private static let backlinkLength = 7

  private var steps: [Step]

  /// Reads the path that ends before token `end`; empty if no name ends there.
  init(_ reader: TokenReader, before end: Int) {
    var steps: [Step] = []
    var index = end
    while index > 0 {
      if reader.tokens[index - 1].isPathName {
        steps.insert(.name(reader.name(index - 1)), at: 0)
        index -= 1
      } else if let backlink = Self.backlink(reader, before: index) {
        steps.insert(backlink, at: 0)
        index -= Self.backlinkLength
      } else if let cast = Self.cast(reader, before: index) {
        steps.insert(cast, at: 0)
        break
      } else {
        break
      }
      guard index > 0, reader.tokens[index - 1].isDot else { break }
      index -= 1
    }
    self.steps = steps
  }

  private static func backlink(_ reader: TokenReader, before end: Int) -> Step? {
    let start = end - backlinkLength
    guard start >= 0, reader.tokens[start].symbol == .at,
      reader.tokens[start + 1].keyword == .inverse,
      reader.tokens[end - 1].symbol == .rightParenthesis
    else { return nil }
    return .backlink(entity: reader.name(start + 3), relationship: reader.name(start + 5))
  }

  private static func cast(_ reader: TokenReader, before end: Int) -> Step? {
    guard end > 3, reader.tokens[end - 1].symbol == .rightParenthesis,
      reader.tokens[end - 3].keyword == .as
    else { return nil }
    return .cast(entity: reader.name(end - 2))
  }

  var isEmpty: Bool { steps.isEmpty }

  /// What the path reaches from a record of `entity`; nil if it is invalid.
  func owner(from entity: Entity, _ scopes: CompletionScopes) -> CompletionContext.PathOwner? {
    let reached = owners(from: entity, scopes)
    return reached.count == steps.count ? reached.last?.owner ?? .entity(entity.name) : nil
  }

  /// What each step of the path reaches, up to the first invalid step.
  private func owners(
    from entity: Entity,
    _ scopes: CompletionScopes
  ) -> [(owner: CompletionContext.PathOwner, isToMany: Bool)] {
    var reached: [(owner: CompletionContext.PathOwner, isToMany: Bool)] = []
    for (index, step) in steps.enumerated() {
      if index == 0, let start = Self.start(step, entity, scopes) {
        reached.append((.entity(start), false))
      } else {
        let owner = reached.last?.owner ?? .entity(entity.name)
        guard let next = Self.step(from: owner, step, scopes.schema) else { break }
        reached.append(next)
      }
    }
    return reached
  }

  /// The enum type of the attribute at the end of the path; nil for other types.
  func enumeration(from entity: Entity, _ scopes: CompletionScopes) -> EnumerationType? {
    guard case .name(let name)? = steps.last else { return nil }
    var path = self
    path.steps.removeLast()
    let owner = path.isEmpty ? .entity(entity.name) : path.owner(from: entity, scopes)
    let type: ValueType? =
      switch owner {
      case .entity(let owner): scopes.schema.entity(owner)?.attribute(name)?.type
      case .composite(let fields): fields.first { $0.name == name }?.type
      case nil: nil
      }
    if case .enumeration(let enumeration) = type { return enumeration }
    return nil
  }

  /// The attribute or field at the end of the path, as a path from its entity; nil for other
  /// members.
  func attribute(
    from entity: Entity,
    _ scopes: CompletionScopes
  ) -> (path: [String], entity: String)? {
    var owner = entity.name
    var path: [String] = []
    for (index, step) in steps.enumerated() {
      if index == 0, let start = Self.start(step, entity, scopes) {
        owner = start
        continue
      }
      if case .name(let name) = step {
        path.append(name)
        let next = Self.step(from: .entity(owner), step, scopes.schema)
        if path.count == 1, case .entity(let destination)? = next?.owner {
          (owner, path) = (destination, [])
        }
      } else if case .entity(let destination)? =
        Self.step(from: .entity(owner), step, scopes.schema)?.owner
      {
        (owner, path) = (destination, [])
      }
    }
    return path.isEmpty ? nil : (path, owner)
  }

  /// The records that a `where` after the path filters: those of the last to-many step.
  func elements(from entity: Entity, _ scopes: CompletionScopes) -> Entity? {
    for (owner, isToMany) in owners(from: entity, scopes).reversed() where isToMany {
      if case .entity(let name) = owner { return scopes.schema.entity(name) }
    }
    return nil
  }

  /// The record that the first name refers to: `self`, or an alias.
  private static func start(
    _ step: Step,
    _ entity: Entity,
    _ scopes: CompletionScopes
  ) -> String? {
    if case .cast(let name) = step { return scopes.schema.entity(name)?.name }
    guard case .name(let name) = step, entity.property(name) == nil else { return nil }
    if name.lowercased() == Keyword.selfRecord.rawValue { return entity.name }
    return name == scopes.alias ? scopes.outermost?.name : nil
  }

  private static func step(
    from owner: CompletionContext.PathOwner,
    _ step: Step,
    _ schema: Schema
  ) -> (owner: CompletionContext.PathOwner, isToMany: Bool)? {
    switch (owner, step) {
    case (.entity(let entity), .name(let name)):
      let entity = schema.entity(entity)
      if let relationship = entity?.relationship(name) {
        return (.entity(relationship.destination), relationship.isToMany)
      }
      return composite(entity?.attribute(name)?.type)
    case (.composite(let fields), .name(let name)):
      return composite(fields.first { $0.name == name }?.type)
    case (.entity(let name), .backlink(let source, let relationship)):
      guard let there = schema.entity(source)?.relationship(relationship),
        schema.isKind(name, of: there.destination),
        let back = schema.entity(there.destination)?.relationship(there.inverse)
      else { return nil }
      return (.entity(source), back.isToMany)
    case (.composite, .backlink), (_, .cast):
      return nil
    }
  }

  private static func composite(
    _ type: ValueType?
  ) -> (owner: CompletionContext.PathOwner, isToMany: Bool)? {
    if case .composite(let type) = type { (.composite(type.fields), false) } else { nil }
  }
}

extension Token {
  fileprivate var isPathName: Bool {
    if case .quotedName = kind { return true }
    return isPlainName || keyword == .selfRecord
  }
}
