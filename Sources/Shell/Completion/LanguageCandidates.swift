import Expressions
import Model
import Syntax

/// The texts of the language that may stand in a context.
struct LanguageCandidates {
  let context: CompletionContext
  let names: CompletionNames

  private var schema: Schema { names.knownSchema }

  /// All of them, in the order in which they are listed.
  var all: [Completion.Candidate] {
    switch context.expectation {
    case .keywords(let words): keywords(words)
    case .entity: entities
    case .source: entities + savedQueries(of: nil)
    case .savedQuery(let entity): savedQueries(of: entity)
    case .argument(let names): names.map { candidate($0, suffix: ": ") }
    case .parameter: parameters
    case .insertedMember: insertedMembers
    case .operand where context.statement == .insert && context.scope.form == .statement:
      Self.constants
    case .operand: members + functions + Self.constants + Self.quantifiers + parameters
    case .constant: functions + Self.constants + parameters
    case .continuation: sortOptions + operators + clauses
    case .sortOption: sortOptions + clauses
    case .member(let owner): members(of: owner)
    case .enumCase(let type): cases(of: type)
    case .kind: keywords([.not, .nil]) + entities
    case .special: [Completion.Candidate("id"), Completion.Candidate("inverse(", suffix: "")]
    case .backlink(let entity): relationships(of: entity)
    case .type: types
    case .store: names.otherStores.map { candidate($0) }
    case .copiedModel(let orAll):
      (orAll ? keywords([.all]) : []) + names.otherModels.map { candidate($0) }
    case .nothing: []
    }
  }

  private var entities: [Completion.Candidate] { names.schema.entities.map { candidate($0.name) } }

  private var parameters: [Completion.Candidate] {
    context.parameters.map { Completion.Candidate("$\($0)") }
  }

  /// Saved queries; those with parameters wait for arguments.
  private func savedQueries(of entity: String?) -> [Completion.Candidate] {
    names.queries.filter { $0.entity == entity }.map { query in
      let name = quotedIfNeeded(query.name)
      return query.parameters.isEmpty
        ? Completion.Candidate(name) : Completion.Candidate(name + "(", suffix: "")
    }
  }

  /// The cases of an enum, or of all.
  private func cases(of type: EnumerationType?) -> [Completion.Candidate] {
    let enums = names.schema.types.compactMap { declared -> EnumerationType? in
      if case .enumeration(let type) = declared.type { type } else { nil }
    }
    let cases = (type.map { [$0] } ?? enums).flatMap(\.cases)
    var seen: Set<String> = []
    return cases.filter { seen.insert($0).inserted }.map { candidate($0) }
  }

  private var members: [Completion.Candidate] {
    context.scope.entity.map { members(of: .entity($0.name)) } ?? []
  }

  /// What an insert may name: everything that is stored.
  private var insertedMembers: [Completion.Candidate] {
    (context.scope.entity?.properties ?? []).compactMap { property in
      if case .computed = property { return nil }
      return property.isAnonymous ? nil : candidate(property.name, suffix: ": ")
    }
  }

  private func members(of owner: CompletionContext.PathOwner) -> [Completion.Candidate] {
    switch owner {
    case .entity(let name):
      (schema.entity(name)?.properties ?? []).filter { !$0.isAnonymous }.map { candidate($0.name) }
    case .composite(let fields): fields.map { candidate($0.name) }
    }
  }

  private func relationships(of entity: String) -> [Completion.Candidate] {
    (schema.entity(entity)?.relationships ?? []).filter { !$0.isAnonymous }.map {
      candidate($0.name, suffix: ")")
    }
  }

  private var clauses: [Completion.Candidate] {
    keywords(allowedClauses.filter { !context.scope.clauses.contains($0) })
  }

  private var allowedClauses: [Keyword] {
    switch context.scope.form {
    case .statement where context.statement == .fetch: Keyword.all(in: .clause)
    case .statement where context.statement == .count:
      [.where, .group, .having, .select, .distinct, .limit, .offset]
    case .statement, .group: []
    case .argument: [.where]
    case .query, .shape: [.where, .sort, .limit, .offset]
    }
  }

  /// Operators stand in expressions only, which a bare `fetch Budget` is not.
  private var operators: [Completion.Candidate] {
    let clause = context.scope.clause
    let isSelecting = clause == .select || context.scope.form == .shape && clause == nil
    switch context.scope.form {
    case .shape, .group, .argument: break
    case .query: if clause == nil { return [] }
    case .statement:
      switch clause {
      case .where, .select, .sort, .group, .having: break
      default: guard context.statement == nil else { return [] }
      }
    }
    let naming = isSelecting ? [Completion.Candidate("as")] : []
    return OperatorTable.infixWords.map { Completion.Candidate($0) } + naming
  }

  private var sortOptions: [Completion.Candidate] {
    context.scope.clause == .sort ? keywords(Keyword.all(in: .sortKey)) : []
  }

  private var functions: [Completion.Candidate] {
    let names =
      AggregateDeclaration.all.map(\.function.rawValue)
      + FunctionDeclaration.all.filter { $0.function != .now && $0.function != .today }
      .map(\.function.rawValue)
    return Set(names).sorted().map { Completion.Candidate($0 + "(", suffix: "") }
  }

  private var types: [Completion.Candidate] {
    ValueType.scalarsByName.map { Completion.Candidate($0.name) }
      + names.schema.types.map { candidate($0.name) } + entities
  }

  private func keywords(_ keywords: [Keyword]) -> [Completion.Candidate] {
    keywords.map { Completion.Candidate($0.rawValue) }
  }

  private func candidate(_ name: String, suffix: String = " ") -> Completion.Candidate {
    Completion.Candidate(quotedIfNeeded(name), suffix: suffix)
  }

  private static let constants = ["not", "true", "false", "nil", "now", "today"]
    .map { Completion.Candidate($0) }

  private static let quantifiers =
    Keyword.all(in: .quantifier).map { Completion.Candidate($0.rawValue) }
}
