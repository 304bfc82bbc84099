import Expressions
import Model
import Syntax

/// The language's candidates in a context.
struct LanguageCandidates {
  let context: CompletionContext
  let names: CompletionNames
  /// Some records of an entity, with labels.
  var records: (String) -> [(id: String, label: String)] = { _ in [] }

  var schema: Schema { names.knownSchema }

  /// All candidates, in the order of the list.
  var all: [Completion.Candidate] {
    switch context.expectation {
    case .keywords(let words): keywords(byUse(words)).map(beforeQuery)
    case .entity: entities
    case .source: entities + savedQueries(of: nil)
    case .savedQuery(let entity): savedQueries(of: entity)
    case .change(let entity): changes(of: entity)
    case .argument(let names):
      names.filter { !context.givenMembers.contains($0) }
        .map { candidate($0, suffix: ": ", continuations: [": nil"]) }
    case .parameter: parameters
    case .insertedMember: insertedMembers
    case .assignedMember: unsetMembers.map { candidate($0, suffix: " = ") }
    case .historySelection: entities + keywords([.since])
    case .differenceSelection: entities + keywords(Self.differences)
    case .moment: keywords([.yesterday, .save]) + functions + Self.constants + parameters
    case .operand where context.isInsertedValue: insertedValues
    case .operand: assignedRecords + operands
    case .constant: functions + Self.constants + parameters
    case .recordNumber(let entity): recordNumbers(of: entity)
    case .continuation where context.isInCondition:
      operators + units + windows + groupOptions + chartOptions + clauses + expectedResults
    case .continuation:
      sortOptions + units + windows + groupOptions + chartOptions + clauses + operators
        + expectedResults
    case .sortOption: sortOptions + clauses
    case .frameBound: keywords([.all]) + parameters
    case .frameSide(let sides, let isRange): keywords(sides) + (isRange ? units : [])
    case .chartColumn: chartColumns + chartOptions + clauses
    case .member(let owner): members(of: owner)
    case .enumCase(let type): cases(of: type)
    case .kind: keywords([.not, .nil] + (context.isInExpectedQuery ? [.empty] : [])) + entities
    case .special: [Completion.Candidate("id"), Completion.Candidate("inverse(", suffix: "")]
    case .backlink(let entity): relationships(of: entity)
    case .type: types
    case .matchOptions: ["c]", "d]", "cd]"].map { Completion.Candidate($0) }
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
    if context.isAtRightSide {
      let compared = context.comparedEntity.map(knownRecords) ?? []
      return compared + comparedMembers + given + (cases ?? []) + functions
        + Self.constants.filter { $0.text != "self" }
        + (context.written.isEmpty ? [] : quantifiers) + parameters + records
    }
    let isDistinct = context.isAtArgument || context.isAtSelection
    let distinct = isDistinct ? [Completion.Candidate("distinct", continuations: aggregated)] : []
    return members + given + (cases ?? []) + distinct + functions + Self.constants + quantifiers
      + parameters + records
  }

  /// `Budget#`, which is followed by a record's number.
  private func record(of entity: String) -> Completion.Candidate {
    Completion.Candidate(
      quotedIfNeeded(entity) + "#",
      suffix: "",
      continuations: ["1", "1 is nil"]
    )
  }

  private var entities: [Completion.Candidate] { names.schema.entities.map { candidate($0.name) } }

  private var parameters: [Completion.Candidate] {
    context.parameters.map { name in
      Completion.Candidate("$\(name)", detail: names.parameterTypes[name] ?? "")
    }
  }

  /// Saved queries. Those with parameters end with `(`.
  private func savedQueries(of entity: String?) -> [Completion.Candidate] {
    names.queries.filter { $0.entity == entity && !$0.isChange }.map { candidate($0, "query") }
  }

  /// Named changes, and models that have some.
  private func changes(of entity: String?) -> [Completion.Candidate] {
    let changes = names.queries.filter(\.isChange)
    let owners = entity == nil ? Set(changes.compactMap(\.entity)).sorted() : []
    return changes.filter { $0.entity == entity }.map { candidate($0, "change") }
      + owners.map { Completion.Candidate(quotedIfNeeded($0) + ".", suffix: "") }
  }

  private func candidate(
    _ query: CompletionNames.Query,
    _ detail: String
  ) -> Completion.Candidate {
    let name = quotedIfNeeded(query.name)
    guard !query.parameters.isEmpty else { return Completion.Candidate(name, detail: detail) }
    return Completion.Candidate(
      name + "(",
      suffix: "",
      detail: detail,
      continuations: [query.parameters.map { "\($0): nil" }.joined(separator: ", ")]
    )
  }

  /// What an expected query is compared with.
  private var expectedResults: [Completion.Candidate] {
    guard context.wrapper == .expect(isInBrackets: false), context.scope.form == .statement else {
      return []
    }
    return context.statement == .count
      ? [Completion.Candidate("==")]
      : ["is empty", "is not empty"].map { Completion.Candidate($0, suffix: "") }
  }

  /// The cases of an enum, or of all enums.
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

  /// Members to compare with. Records are offered only with a dot where the record itself does not
  /// fit.
  private var comparedMembers: [Completion.Candidate] {
    members.flatMap { member -> [Completion.Candidate] in
      guard case .relationship? = context.scope.entity?.property(member.text) else {
        return [member]
      }
      let reached = schema.entity(
        context.scope.entity?.relationship(member.text)?.destination ?? ""
      )
      return [
        Completion.Candidate(member.text, detail: member.detail, continuations: [""]),
        Completion.Candidate(
          member.text + ".",
          suffix: "",
          detail: member.detail,
          // A to-many relationship is not a value to compare with.
          continuations: reached?.membersOfEachType.filter {
            reached?.relationship($0)?.isToMany != true
          } ?? []
        ),
      ]
    }
  }

  /// The stored members, which an insert can name.
  private var insertedMembers: [Completion.Candidate] {
    unsetMembers.map { candidate($0, suffix: ": ") }
  }

  private var unsetMembers: [Property] {
    let given = context.givenMembers
    return storedMembers.filter { !given.contains($0.name) }
  }

  /// Values of the type of the member that an insert gives a value.
  private var insertedValues: [Completion.Candidate] {
    switch context.insertedProperty {
    case .attribute(let attribute):
      let none = attribute.isOptional ? ["nil"] : []
      switch attribute.type {
      case .bool: return constants(["true", "false"] + none)
      case .date: return constants(["now", "today"] + none)
      case .enumeration(let type):
        return type.cases.map { candidate($0, detail: "case") } + constants(none)
      case .string: return constants(none)
      default: return functions + constants(none)
      }
    case .relationship(let one): return assignedRecords + constants(one.isOptional ? ["nil"] : [])
    case .computed, nil: return Self.constants
    }
  }

  /// The records that a relationship can be set to, and a query for others.
  private var assignedRecords: [Completion.Candidate] {
    guard case .relationship(let one)? = context.insertedProperty else { return [] }
    let name = quotedIfNeeded(one.destination)
    let found = one.isToMany ? [] : knownRecords(of: one.destination)
    return found + [Completion.Candidate("(\(name) where")]
  }

  private func knownRecords(of entity: String) -> [Completion.Candidate] {
    records(entity).map { Completion.Candidate($0.id, detail: $0.label) }
  }

  /// The numbers after `Budget#`.
  private func recordNumbers(of entity: String) -> [Completion.Candidate] {
    records(entity).compactMap { record in
      record.id.split(separator: "#").last.map {
        Completion.Candidate(String($0), detail: record.label)
      }
    }
  }

  private func constants(_ words: [String]) -> [Completion.Candidate] {
    words.map { Completion.Candidate($0) }
  }

  /// Keywords in the order people use them.
  private func byUse(_ words: [Keyword]) -> [Keyword] {
    guard words.contains(.insert) else { return words }
    return Self.frequent.filter(words.contains) + words.filter { !Self.frequent.contains($0) }
  }

  /// `fetch` and `count` as names of members would be errors, so a query must follow them.
  private func beforeQuery(_ candidate: Completion.Candidate) -> Completion.Candidate {
    let words = [Keyword.fetch, .count].map(\.rawValue)
    guard words.contains(candidate.text), let model = names.schema.entities.first?.name else {
      return candidate
    }
    let query: String
    switch context.wrapper {
    case .expect? where context.tokens.isEmpty: query = quotedIfNeeded(model)
    default:
      guard context.isAtQueryOfRows else { return candidate }
      query = quotedIfNeeded(model) + ")"
    }
    return Completion.Candidate(candidate.text, continuations: [query])
  }

  private static let frequent: [Keyword] = [
    .run, .fetch, .count, .insert, .update, .delete, .import, .model, .upsert, .undo, .redo, .let,
    .explain, .trace, .preview, .watch, .export, .begin, .save, .rollback, .changes, .history,
  ]

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
    let isExported = context.wrapper == .export(isInBrackets: false)
    return (context.mayNameSource ? keywords([.as]) + past : [])
      + keywords(allowedClauses.filter { !context.scope.clauses.contains($0) })
      + (isExported && context.scope.form == .statement ? keywords([.to]) : [])
  }

  /// `as of`, which a query can have right after its source.
  private var past: [Completion.Candidate] {
    let isQuery = [.fetch, .count].contains(context.statement)
    guard isQuery, context.scope.form == .statement else { return [] }
    return [Completion.Candidate("as of", continuations: [" yesterday"])]
  }

  private static let differences: [Keyword] = [.since, .between, .with]

  private var allowedClauses: [Keyword] {
    switch context.scope.form {
    case .statement: statementClauses
    case .group: []
    case .argument: argumentClauses
    case .query, .shape: [.where, .sort, .limit, .offset]
    case .window: [.sort, .rows, .range]
    }
  }

  private var argumentClauses: [Keyword] {
    let place = context.scope.start - 2
    let name = place < 0 ? "" : context.reader.name(place)
    let isOrdered = AggregateDeclaration.named(name)?.isOrdered == true
    return isOrdered ? [.where, .sort, .limit] : [.where]
  }

  private var statementClauses: [Keyword] {
    switch context.statement {
    case .fetch: Keyword.all(in: .clause).filter { $0 != .chart || context.mayBeDrawn }
    case .count: [.where, .sample, .group, .having, .select, .distinct, .limit, .offset]
    case .update where context.isSetting: []
    case .update: [.where, .sample, .sort, .limit, .offset, .set]
    case .delete: [.where, .sample, .sort, .limit, .offset]
    case .history: [.where, .since]
    case .diff: [.where] + Self.differences
    case .restore: [.where, .sample, .sort, .limit, .offset]
    default: []
    }
  }

  private var sortOptions: [Completion.Candidate] {
    context.scope.clause == .sort ? keywords(Keyword.all(in: .sortKey)) : []
  }

  /// What can follow the keys of groups, and the number of `limit`.
  private var groupOptions: [Completion.Candidate] {
    let form = context.scope.form
    guard form == .statement || form == .query && context.scope.clause == .limit else { return [] }
    let written = Set(context.tokens.compactMap(\.keyword))
    let keys = context.scope.entity?.membersOfEachType ?? []
    switch context.scope.clause {
    case .group where !written.contains(.totals):
      let pivot = Completion.Candidate(Keyword.pivot.rawValue, continuations: keys)
      return (written.contains(.pivot) ? [] : [pivot])
        + [Completion.Candidate("\(Keyword.with.rawValue) \(Keyword.totals.rawValue)")]
    case .limit where !written.contains(.per):
      return [Completion.Candidate(Keyword.per.rawValue, continuations: keys)]
    default: return []
    }
  }

  /// The options of a chart.
  private var chartOptions: [Completion.Candidate] {
    guard context.scope.clause == .chart else { return [] }
    let isHistogram = context.tokens.contains { $0.keyword == .histogram }
    return keywords(isHistogram ? [.bins] : [])
      + [Completion.Candidate(Keyword.to.rawValue, continuations: [" \"chart.svg\""])]
  }

  /// The first column labels the rows; the columns to draw follow.
  private var chartColumns: [Completion.Candidate] {
    let own = context.scope.entity?.membersOfEachType ?? []
    let drawn = [""] + own.map { ", \($0)" }
    let named = (context.scope.entity?.properties ?? []).filter { !$0.isAnonymous }.map(\.name)
    return (named + context.givenNames).map { candidate($0, continuations: drawn) }
  }

  private var types: [Completion.Candidate] {
    ValueType.scalarsByName.map { Completion.Candidate($0.name) }
      + names.schema.types.map { candidate($0.name) } + entities
  }

  func keywords(_ keywords: [Keyword]) -> [Completion.Candidate] {
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
}
