public import Expressions
public import Model

/// Writes changes for SwiftData.
public struct SwiftChangePrinter {
  private let schema: Schema
  private let texts: FetchTextPrinter
  private let context: EvaluationContext

  /// Creates a printer; `texts` prints omitted parts.
  public init(schema: Schema, texts: FetchTextPrinter, context: EvaluationContext) {
    self.schema = schema
    self.texts = texts
    self.context = context
  }

  private static let save = "try modelContext.save()"

  // MARK: - New records

  /// Inserts records.
  public func print(inserting records: [SwiftRecord]) -> PrintedQuery {
    var printed = PrintedQuery()
    for record in records {
      printed.lines.append("modelContext.insert(\(text(of: record, &printed)))")
    }
    printed.lines.append(Self.save)
    return printed
  }

  /// `Budget(name: "Trip", expenses: [Expense(name: "Bus")])`
  private func text(of record: SwiftRecord, _ printed: inout PrintedQuery) -> String {
    printed.omissions += record.omissions
    var arguments: [String] = []
    for property in schema.entity(record.entity)?.properties ?? [] {
      let name = SwiftName.quoted(property.name)
      if let value = record.values[property.name] {
        if let text = text(of: value, property, &printed) { arguments.append("\(name): \(text)") }
      } else if let related = record.records[property.name] {
        let texts = related.map { text(of: $0, &printed) }
        let isOne = schema.entity(record.entity)?.relationship(property.name)?.isToMany == false
        arguments.append(
          "\(name): " + (isOne ? texts.joined() : "[\(texts.joined(separator: ", "))]")
        )
      }
    }
    return "\(SwiftName.quoted(record.entity))(\(arguments.joined(separator: ", ")))"
  }

  private func text(
    of value: TypedExpression,
    _ property: Property,
    _ printed: inout PrintedQuery
  ) -> String? {
    let constants = constants(SwiftNames())
    do throws(Inexpressible) {
      if let moment = constants.moment(value) { return moment }
      return try plain(value, constants)
    } catch {
      let part = "\(property.name): \(texts.text(of: value))"
      printed.omissions.append(.init(part: part, reason: error.explanation))
      return nil
    }
  }

  private func plain(
    _ value: TypedExpression,
    _ constants: SwiftConstants
  ) throws(Inexpressible) -> String {
    guard let constant = constants.value(of: value) else { throw .dateArithmetic }
    return try constants.plain(constant, type: value.type)
  }

  private func constants(_ names: SwiftNames) -> SwiftConstants {
    SwiftConstants(names: names, context: context, timeZone: texts.timeZone)
  }

  // MARK: - Found records

  /// Changes the records that a query finds.
  public func print(updating query: SwiftQuery, _ assignments: [SwiftAssignment]) -> PrintedQuery {
    change(query) { record, names, printed in
      let constants = constants(names)
      let lines = assignments.compactMap { assignment -> String? in
        do throws(Inexpressible) {
          let value = try value(assignment.value, of: record, query.entity, names, constants)
          return "\(record).\(SwiftName.quoted(assignment.name)) = \(value)"
        } catch {
          printed.omissions.append(.init(part: assignment.text, reason: error.explanation))
          return nil
        }
      }
      return constants.declarations + lines
    }
  }

  private func value(
    _ value: TypedExpression,
    of record: String,
    _ entity: String,
    _ names: SwiftNames,
    _ constants: SwiftConstants
  ) throws(Inexpressible) -> String {
    if value.isFixed { return try plain(value, constants) }
    let writer = SwiftExpressionWriter(
      schema: schema,
      constants: constants,
      names: names,
      kinds: ComputedNames(schema: schema, expressions: [value], areOfModels: true),
      variables: [SwiftVariable(name: record, entity: entity)],
      properties: SwiftComputedProperties(schema: schema, timeZone: texts.timeZone)
    )
    return try writer.value(value).text
  }

  /// Deletes the records that a query finds.
  public func print(deleting query: SwiftQuery) -> PrintedQuery {
    let found = SwiftQueryPrinter(schema: schema, texts: texts, context: context).print(query)
    let model = "model: \(SwiftName.quoted(query.entity)).self"
    if query.conjuncts.isEmpty, query.limit == nil, query.offset == 0 {
      var printed = PrintedQuery()
      printed.lines = ["try modelContext.delete(\(model))", Self.save]
      return printed
    }
    let declared = found.lines.prefix { !$0.hasPrefix("var descriptor") }
    guard query.limit == nil, query.offset == 0, found.omissions.isEmpty,
      let last = declared.last(where: { $0.hasPrefix("let ") }),
      let name = last.dropFirst(4).split(separator: " ").first
    else {
      return change(query) { record, _, _ in ["modelContext.delete(\(record))"] }
    }
    var printed = PrintedQuery()
    printed.lines = declared + ["try modelContext.delete(\(model), where: \(name))", Self.save]
    return printed
  }

  /// A loop over the records that a query finds.
  private func change(
    _ query: SwiftQuery,
    _ body: (_ record: String, SwiftNames, inout PrintedQuery) -> [String]
  ) -> PrintedQuery {
    var printed = SwiftQueryPrinter(schema: schema, texts: texts, context: context).print(query)
    printed.lines.removeLast()
    let names = SwiftNames()
    let record = names.fresh(query.entity)
    let isWhole = printed.omissions.isEmpty
    let lines = body(record, names, &printed)
    printed.lines.append("for \(record) in try modelContext.fetch(descriptor) {")
    if !isWhole { printed.lines.append("  // check the omitted conditions here") }
    printed.lines += lines.map { "  " + $0 } + ["}", Self.save]
    return printed
  }
}
