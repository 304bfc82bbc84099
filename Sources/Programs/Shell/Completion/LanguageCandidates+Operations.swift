import Expressions
import Model
import Storage
import Syntax

/// Operators and functions, each with possible continuations.
extension LanguageCandidates {
  var units: [Completion.Candidate] {
    let isCounted = [.limit, .offset, nil].contains(context.scope.clause)
    guard context.isAfterNumber, context.statement == nil || !isCounted else { return [] }
    return OperatorTable.entry(for: .unit).spellings.filter { $0.hasSuffix("s") }
      .map { Completion.Candidate($0) }
  }

  /// `over` after the call of an aggregate or of a function of windows.
  var windows: [Completion.Candidate] {
    guard context.scope.form == .statement, [.select, .sort].contains(context.scope.clause),
      let name = context.calledName
    else { return [] }
    let isRanking = WindowFunction.allCases.contains { function in
      function != .aggregate && function.rawValue.lowercased() == name.lowercased()
    }
    guard isRanking || AggregateDeclaration.named(name) != nil else { return [] }
    return [
      Completion.Candidate(
        Keyword.over.rawValue,
        continuations: ["(sort @id)", "(sort count())", "()"]
      )
    ]
  }

  /// Operators are only valid in expressions, and a bare `fetch Budget` has none.
  var operators: [Completion.Candidate] {
    let clause = context.scope.clause
    let isSelecting = clause == .select || context.scope.form == .shape && clause == nil
    switch context.scope.form {
    case .shape, .group, .argument, .window: break
    case .query: if clause == nil { return [] }
    case .statement:
      switch clause {
      case .where, .select, .sort, .group, .having: break
      default: guard context.statement == nil || context.isSetting else { return [] }
      }
    }
    let naming = isSelecting ? [Completion.Candidate("as")] : []
    let kinds = ["nil"] + names.schema.entities.map { quotedIfNeeded($0.name) }
    let spelled = OperatorTable.infixWords.filter {
      !context.written.isEmpty || !Self.rareWords.contains($0)
    }
    let words = spelled.map { word in
      Completion.Candidate(word, continuations: word == "is" ? kinds : Self.operands[word])
    }
    return comparisons + words + naming + (context.hasCondition ? keywords([.then, .else]) : [])
  }

  /// The operators written with signs, for the left side of a condition.
  private var comparisons: [Completion.Candidate] {
    guard context.written.isEmpty, context.isInCondition else { return [] }
    return Self.comparisons.map { Completion.Candidate($0, continuations: Self.operands[$0]) }
  }

  /// Other spellings of operators, offered once a letter is typed.
  private static let rareWords: Set<String> = ["beginswith", "endswith"]

  private static let comparisons = ["==", "!=", "<", "<=", ">", ">=", "~"]

  /// Functions, once a letter is typed.
  var functions: [Completion.Candidate] {
    guard !context.written.isEmpty else { return [] }
    var continuations: [String: [String]] = [:]
    let isKey = context.scope.clause == .group || context.isAtLimitKey
    for aggregate in AggregateDeclaration.all {
      continuations[aggregate.function.name, default: []] += aggregated.map {
        $0.isEmpty ? $0 : $0 + (aggregate.second?.example(after: $0) ?? "")
      }
    }
    for function in FunctionDeclaration.all where !function.isWord {
      continuations[function.function.name, default: []] +=
        function.function == .isTotal ? ownMembers : function.exampleArguments
      // Group keys cannot be constants.
      if isKey { continuations[function.function.name, default: []] += arguments(of: function) }
    }
    for function in WindowFunction.allCases where function != .aggregate {
      continuations[function.rawValue, default: []] += [") over (sort @id", "1) over (sort @id"]
    }
    return continuations.keys.sorted().map { name in
      let calls = (continuations[name] ?? []).flatMap { [$0, $0 + ") is nil"] }
      let result = FunctionDeclaration.named(name).flatMap(\.resultText) ?? ""
      return Completion.Candidate(name + "(", suffix: "", detail: result, continuations: calls)
    }
  }

  private var ownMembers: [String] {
    (context.scope.entity?.properties ?? []).filter { !$0.isAnonymous }
      .map { quotedIfNeeded($0.name) }
  }

  /// Arguments that start with an attribute.
  private func arguments(of function: FunctionDeclaration) -> [String] {
    let own = context.scope.entity?.membersOfEachType ?? []
    switch function.form {
    case .several: return own.map { "\($0), \($0)" }
    case .same(let count):
      return own.map { Array(repeating: $0, count: count).joined(separator: ", ") }
    case .signatures(let signatures):
      return signatures.compactMap { signature in
        let first = context.scope.entity?.properties.first { property in
          !property.isAnonymous && property.valueType == signature.parameters.first
        }
        return first.map { first in
          let others = signature.parameters.dropFirst().map { FunctionDeclaration.example(of: $0) }
          return ([quotedIfNeeded(first.name)] + others).joined(separator: ", ")
        }
      }
    }
  }

  /// The arguments of aggregates: related records and attributes, one of each type.
  var aggregated: [String] {
    let own = context.scope.entity?.membersOfEachType ?? []
    let many = (context.scope.entity?.relationships ?? []).filter { $0.isToMany && !$0.isAnonymous }
    let after = many.flatMap { relationship -> [String] in
      let name = quotedIfNeeded(relationship.name)
      return [name]
        + (schema.entity(relationship.destination)?.membersOfEachType ?? []).map { "\(name).\($0)" }
    }
    return [""] + after + own
  }

  /// Values that have an order, one of each type.
  private static let ordered = ["1", "\"a\"", "now", "1 day"]

  /// Texts that can follow an operator. Every operator accepts nil, so each needs its own.
  private static let operands: [String: [String]] = OperatorTable.textOperators.reduce(
    into: [
      "==": ["nil"], "!=": ["nil"], "<": ordered, "<=": ordered, ">": ordered, ">=": ordered,
      "in": ["[nil]", "nil"], "between": ["nil and nil"], "and": ["true"], "or": ["true"],
    ]
  ) { operands, entry in
    let values =
      switch entry.operation {
      case .infix(.matches): ["/a/"]
      case .infix(.contains): ["\"a\"", "1", "1.5", "true", "now"]
      default: ["\"a\""]
      }
    for spelling in entry.spellings { operands[spelling] = values }
  }

  var quantifiers: [Completion.Candidate] {
    let elements = aggregated.filter { !$0.isEmpty }
    let conditions = elements.flatMap { [$0, "\($0) is nil"] }
    return Keyword.all(in: .quantifier).map {
      Completion.Candidate($0.rawValue, continuations: conditions)
    }
  }
}

extension AggregateDeclaration.Second {
  /// A second argument after the first one.
  fileprivate func example(after first: String) -> String {
    switch self {
    case .number: ", \(first)"
    case .fraction: ", 0.5"
    case .separator: ", \", \""
    }
  }
}

extension FunctionDeclaration {
  /// Arguments of matching types, one entry for each overload.
  fileprivate var exampleArguments: [String] {
    switch form {
    case .several: ["1, 1", "\"a\", \"a\"", "now, now"]
    case .same: ["1, 1, 1", "\"a\", \"a\", \"a\"", "now, now, now"]
    case .signatures(let signatures):
      signatures.map { $0.parameters.map(Self.example).joined(separator: ", ") }
    }
  }

  /// The result type, if it is the same for all overloads.
  fileprivate var resultText: String? {
    guard case .signatures(let signatures) = form, let first = signatures.first,
      signatures.allSatisfy({ $0.result == first.result })
    else { return nil }
    return "\(first.result)"
  }

  fileprivate static func example(of type: ValueType) -> String {
    switch type {
    case .int: "1"
    case .double: "1.5"
    case .decimal: "decimal \"1\""
    case .string: "\"a\""
    case .date: "now"
    case .duration: "1 day"
    case .bool: "true"
    case .uuid: "uuid \"00000000-0000-0000-0000-000000000000\""
    case .list: "[\"a\"]"
    case FunctionDeclaration.pattern: "/a/"
    case .enumeration(let words): words.cases.first ?? "nil"
    default: "nil"
    }
  }
}
