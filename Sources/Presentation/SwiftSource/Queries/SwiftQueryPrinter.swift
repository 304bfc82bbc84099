public import Expressions
public import Model

/// Writes a query for SwiftData: a `#Predicate` for each conjunct, combined by `evaluate`, and a
/// `FetchDescriptor`.
///
/// Lists omitted parts. If there are any, it omits `limit`, too.
public struct SwiftQueryPrinter {
  private let schema: Schema
  private let texts: FetchTextPrinter
  private let context: EvaluationContext

  /// Creates a printer; `texts` prints omitted parts.
  public init(schema: Schema, texts: FetchTextPrinter, context: EvaluationContext) {
    self.schema = schema
    self.texts = texts
    self.context = context
  }

  /// The source of `query`.
  public func print(_ query: SwiftQuery) -> PrintedQuery {
    let names = SwiftNames()
    let constants = SwiftConstants(names: names, context: context, timeZone: texts.timeZone)
    let predicates = SwiftPredicateSource(
      entity: query.entity,
      schema: schema,
      texts: texts,
      names: names,
      constants: constants
    )
    let predicate = predicates.add(query.conjuncts)
    let sort = SwiftSortPrinter(schema: schema, texts: texts).print(query)
    let isWhole =
      predicates.omissions.isEmpty && sort.omissions.isEmpty && query.foreignClauses.isEmpty
    var printed = PrintedQuery()
    printed.lines = constants.declarations + predicates.lines
    printed.lines += descriptor(query, predicate, sort.lines)
    printed.lines += isWhole ? limits(query) : []
    printed.lines += properties(query)
    printed.lines.append(fetch(query, names))
    printed.omissions = predicates.omissions + sort.omissions
    printed.omissions += omissions(query, isWhole: isWhole)
    return printed
  }

  // MARK: - The descriptor

  private func descriptor(_ query: SwiftQuery, _ predicate: String?, _ sort: [String]) -> [String] {
    var arguments: [String] = []
    if let predicate { arguments.append("predicate: \(predicate)") }
    if sort.count == 1 { arguments.append("sortBy: [\(sort[0])]") }
    if sort.count > 1 {
      arguments.append("sortBy: [\n    \(sort.joined(separator: ",\n    ")),\n  ]")
    }
    let start = "var descriptor = FetchDescriptor<\(SwiftName.quoted(query.entity))>("
    if arguments.isEmpty { return [start + ")"] }
    return "\(start)\n  \(arguments.joined(separator: ",\n  "))\n)"
      .split(separator: "\n").map(String.init)
  }

  private func limits(_ query: SwiftQuery) -> [String] {
    var lines: [String] = []
    if let limit = query.limit { lines.append("descriptor.fetchLimit = \(limit)") }
    if query.offset > 0 { lines.append("descriptor.fetchOffset = \(query.offset)") }
    return lines
  }

  /// `propertiesToFetch`, if only stored attributes are selected.
  private func properties(_ query: SwiftQuery) -> [String] {
    guard let columns = query.columns, let names = Self.storedNames(columns) else { return [] }
    let paths = names.map { "\\.\(SwiftName.quoted($0))" }.joined(separator: ", ")
    return ["descriptor.propertiesToFetch = [\(paths)]"]
  }

  private static func storedNames(_ columns: [TypedExpression]) -> [String]? {
    let names = columns.compactMap { column -> String? in
      guard case .attribute(let path, .scope) = column.kind else { return nil }
      return path.components.count == 1 ? path.components[0] : nil
    }
    return names.count == columns.count && !names.isEmpty ? names : nil
  }

  private func fetch(_ query: SwiftQuery, _ names: SwiftNames) -> String {
    query.isCount
      ? "let count = try modelContext.fetchCount(descriptor)"
      : "let \(names.fresh("results")) = try modelContext.fetch(descriptor)"
  }

  private func omissions(_ query: SwiftQuery, isWhole: Bool) -> [PrintedQuery.Omission] {
    var omissions = query.foreignClauses.map {
      PrintedQuery.Omission(part: $0, reason: "SwiftData does not support it")
    }
    if !isWhole, query.limit != nil || query.offset > 0 {
      omissions.append(
        .init(part: "limit, offset", reason: "they apply after the omitted parts")
      )
    }
    if let columns = query.columns, Self.storedNames(columns) == nil {
      omissions.append(
        .init(part: "select", reason: "SwiftData fetches records; compute the columns from them")
      )
    }
    return omissions
  }
}
