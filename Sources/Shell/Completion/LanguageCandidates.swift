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
    case .argument(let names): names.map { candidate($0, suffix: ": ", continuations: [": nil"]) }
    case .parameter: parameters
    case .insertedMember: insertedMembers
    case .assignedMember: storedMembers.map { candidate($0, suffix: " ") }
    case .historySelection: entities + keywords([.since])
    case .operand where context.isInsertedValue: Self.constants
    case .operand: operands
    case .constant: functions + Self.constants + parameters
    case .continuation: sortOptions + operators + units + clauses
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

  private var operands: [Completion.Candidate] {
    let given = context.givenNames.map { candidate($0) }
    let cases = context.comparedEnumeration.map { $0.cases.map { candidate($0, detail: "case") } }
    let records = context.isAtComparedValue ? names.schema.entities.map { record(of: $0.name) } : []
    let isDistinct = context.isAtArgument || context.isAtSelection
    let distinct = isDistinct ? [Completion.Candidate("distinct", continuations: aggregated)] : []
    return members + given + (cases ?? []) + distinct + functions + Self.constants + quantifiers
      + parameters + records
  }

  /// `Budget#`, behind which the key of a record stands.
  private func record(of entity: String) -> Completion.Candidate {
    Completion.Candidate(
      quotedIfNeeded(entity) + "#",
      suffix: "",
      continuations: ["1", "1 is nil"]
    )
  }

  private var units: [Completion.Candidate] {
    let isCounted = [.limit, .offset, nil].contains(context.scope.clause)
    guard context.isBehindNumber, context.statement == nil || !isCounted else { return [] }
    return OperatorTable.entry(for: .unit).spellings.filter { $0.hasSuffix("s") }
      .map { Completion.Candidate($0) }
  }

  private var entities: [Completion.Candidate] { names.schema.entities.map { candidate($0.name) } }

  private var parameters: [Completion.Candidate] {
    context.parameters.map { name in
      Completion.Candidate("$\(name)", detail: names.parameterTypes[name] ?? "")
    }
  }

  /// Saved queries; those with parameters wait for arguments.
  private func savedQueries(of entity: String?) -> [Completion.Candidate] {
    names.queries.filter { $0.entity == entity }.map { query in
      let name = quotedIfNeeded(query.name)
      return query.parameters.isEmpty
        ? Completion.Candidate(name, detail: "query")
        : Completion.Candidate(name + "(", suffix: "", detail: "query")
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
    storedMembers.map { candidate($0, suffix: ": ") }
  }

  private var storedMembers: [Property] {
    (context.scope.entity?.properties ?? []).filter { property in
      if case .computed = property { false } else { !property.isAnonymous }
    }
  }

  private func members(of owner: CompletionContext.PathOwner) -> [Completion.Candidate] {
    switch owner {
    case .entity(let name):
      (schema.entity(name)?.properties ?? []).filter { !$0.isAnonymous }.map { candidate($0) }
    case .composite(let fields):
      fields.map { candidate($0.name, detail: "\($0.type)" + ($0.isOptional ? "?" : "")) }
    }
  }

  private func relationships(of entity: String) -> [Completion.Candidate] {
    (schema.entity(entity)?.relationships ?? []).filter { !$0.isAnonymous }.map {
      candidate($0.name, suffix: ")")
    }
  }

  private var clauses: [Completion.Candidate] {
    (context.mayNameSource ? keywords([.as]) : [])
      + keywords(allowedClauses.filter { !context.scope.clauses.contains($0) })
  }

  private var allowedClauses: [Keyword] {
    switch context.scope.form {
    case .statement: statementClauses
    case .group: []
    case .argument: [.where]
    case .query, .shape: [.where, .sort, .limit, .offset]
    }
  }

  private var statementClauses: [Keyword] {
    switch context.statement {
    case .fetch: Keyword.all(in: .clause)
    case .count: [.where, .group, .having, .select, .distinct, .limit, .offset]
    case .update where context.isSetting: []
    case .update: [.where, .sort, .limit, .offset, .set]
    case .delete: [.where, .sort, .limit, .offset]
    case .history: [.where, .since]
    default: []
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
      default: guard context.statement == nil || context.isSetting else { return [] }
      }
    }
    let naming = isSelecting ? [Completion.Candidate("as")] : []
    let kinds = ["nil"] + names.schema.entities.map { quotedIfNeeded($0.name) }
    let words = OperatorTable.infixWords.map { word in
      Completion.Candidate(word, continuations: word == "is" ? kinds : Self.operands[word])
    }
    return words + naming + (context.hasCondition ? keywords([.then, .else]) : [])
  }

  private var sortOptions: [Completion.Candidate] {
    context.scope.clause == .sort ? keywords(Keyword.all(in: .sortKey)) : []
  }

  private var functions: [Completion.Candidate] {
    var continuations: [String: [String]] = [:]
    for aggregate in AggregateDeclaration.all {
      continuations[aggregate.function.rawValue, default: []] += aggregated
    }
    for function in FunctionDeclaration.all
    where function.function != .now && function.function != .today {
      continuations[function.function.rawValue, default: []] += function.exampleArguments
    }
    return continuations.keys.sorted().map { name in
      let calls = (continuations[name] ?? []).flatMap { [$0, $0 + ") is nil"] }
      let result = FunctionDeclaration.named(name).flatMap(\.resultText) ?? ""
      return Completion.Candidate(name + "(", suffix: "", detail: result, continuations: calls)
    }
  }

  /// What an aggregate may reduce: records, and attributes of theirs, one of each type.
  private var aggregated: [String] {
    let own = Self.oneOfEachType(context.scope.entity)
    let many = (context.scope.entity?.relationships ?? []).filter { $0.isToMany && !$0.isAnonymous }
    let behind = many.flatMap { relationship -> [String] in
      let name = quotedIfNeeded(relationship.name)
      return [name]
        + Self.oneOfEachType(schema.entity(relationship.destination)).map { "\(name).\($0)" }
    }
    return [""] + behind + own
  }

  private static func oneOfEachType(_ entity: Entity?) -> [String] {
    var types: Set<ValueType> = []
    return (entity?.properties ?? []).filter { property in
      !property.isAnonymous && types.insert(property.valueType).inserted
    }.map { quotedIfNeeded($0.name) }
  }

  /// What may follow an operator of letters; nil alone would follow all of them.
  private static let operands: [String: [String]] = [
    "contains": ["\"a\"", "1", "1.5", "true", "now"],
    "starts with": ["\"a\""], "beginswith": ["\"a\""], "ends with": ["\"a\""],
    "endswith": ["\"a\""], "like": ["\"a\""], "matches": ["/a/"], "in": ["[nil]", "nil"],
    "between": ["nil and nil"], "and": ["true"], "or": ["true"],
  ]

  private var types: [Completion.Candidate] {
    ValueType.scalarsByName.map { Completion.Candidate($0.name) }
      + names.schema.types.map { candidate($0.name) } + entities
  }

  private func keywords(_ keywords: [Keyword]) -> [Completion.Candidate] {
    keywords.map { Completion.Candidate($0.rawValue) }
  }

  private func candidate(
    _ name: String,
    suffix: String = " ",
    detail: String = "",
    continuations: [String]? = nil
  ) -> Completion.Candidate {
    Completion.Candidate(
      quotedIfNeeded(name),
      suffix: suffix,
      detail: detail,
      continuations: continuations
    )
  }

  private func candidate(_ property: Property, suffix: String = " ") -> Completion.Candidate {
    candidate(property.name, suffix: suffix, detail: property.typeText)
  }

  private static let constants = ["not", "if", "true", "false", "nil", "now", "today", "self"]
    .map { Completion.Candidate($0) }

  private var quantifiers: [Completion.Candidate] {
    let elements = aggregated.filter { !$0.isEmpty }
    let conditions = elements.flatMap { [$0, "\($0) is nil"] }
    return Keyword.all(in: .quantifier).map {
      Completion.Candidate($0.rawValue, continuations: conditions)
    }
  }
}

extension FunctionDeclaration {
  /// Arguments that fit, in as many ways as there are to call the function.
  fileprivate var exampleArguments: [String] {
    switch form {
    case .several: ["1, 1", "\"a\", \"a\"", "now, now"]
    case .signatures(let signatures):
      signatures.map { $0.parameters.map(Self.example).joined(separator: ", ") }
    }
  }

  /// The type of the result, if it is always the same.
  fileprivate var resultText: String? {
    guard case .signatures(let signatures) = form, let first = signatures.first,
      signatures.allSatisfy({ $0.result == first.result })
    else { return nil }
    return "\(first.result)"
  }

  private static func example(of type: ValueType) -> String {
    switch type {
    case .int: "1"
    case .double: "1.5"
    case .decimal: "decimal \"1\""
    case .string: "\"a\""
    case .date: "now"
    default: "nil"
    }
  }
}
