import Binding
import Diagnostics
import Expressions
import Foundation
import Model
import SQLGeneration
import Storage
import Syntax

/// A request with its expected SQL.
struct TranslationCase: CustomStringConvertible {
  let request: String
  /// The clauses after FROM, with the bound values in the places of their question marks; nil
  /// without SQL.
  let sql: String?
  let answer: Pushdown.Answer

  init(_ request: String, _ sql: String?, _ answer: Pushdown.Answer = .exact) {
    self.request = request
    self.sql = sql
    self.answer = sql == nil ? .unsupported : answer
  }

  var description: String { request }
}

/// Budgets and their expenses, in a native store and in a foreign file.
struct BudgetTables {
  static let moment = EvaluationContext(
    now: Timestamp(microseconds: 1_700_000_000_000_000),
    timeZone: .gmt
  )

  private static let declarations = """
    model Tag { name: String unique, budgets: [Budget] inverse tags }
    model Budget {
      name: String unique
      limit: Double
      places: Int?
      owner: String?
      created: Date
      isOpen: Bool?
      code: UUID?
      price: Decimal?
      words: [String] = []
      expenses: [Expense] inverse budget
      tags: [Tag] inverse budgets
    }
    model Expense { name: String, amount: Double, quantity: Int, date: Date?, budget: Budget? }
    """

  let schema: Schema
  let translator: SQLTranslator

  init(isTrusted: Bool) throws {
    schema = try Self.makeSchema()
    translator = SQLTranslator(schema: schema, mapping: Self.mapping(schema, isTrusted))
  }

  /// The pushdown for a request, and the SQL of the parts taken over; nil for none.
  func translation(of text: String) throws -> (
    answers: [Pushdown.Answer], supported: Pushdown, sql: String?
  ) {
    let request = try Binder(schema: schema).bindFetch(Self.query(text))
    let conjuncts = request.predicate?.conjuncts ?? []
    let supported = translator.supportedParts(
      of: request,
      conjuncts: conjuncts,
      moment: Self.moment
    )
    let taken = zip(conjuncts, supported.conjuncts).filter { $1 != .unsupported }.map(\.0)
    var query = StoreQuery(entity: request.entity, conditions: taken, moment: Self.moment)
    if supported.sort { query.sort = request.sort }
    if supported.limit { (query.limit, query.offset) = (request.limit, request.offset) }
    if query.isPlain { return (supported.conjuncts, supported, nil) }
    let sql = translator.select(query) { [$0.rowNumber] }
    return (supported.conjuncts, supported, sql.map(Self.text))
  }

  // MARK: - Building

  private static func makeSchema() throws -> Schema {
    var models: [ModelDeclaration] = []
    var parser = ScriptParser(SourceText(name: "test", text: declarations))
    while case .statement(let statement)? = parser.next() {
      if case .model(let declaration) = statement.kind { models.append(declaration) }
    }
    return Schema(entities: try Binder(schema: Schema()).bindModels(models).entities)
  }

  private static func query(_ text: String) throws -> QuerySyntax {
    var parser = ScriptParser(SourceText(name: "test", text: text))
    guard case .statement(let statement)? = parser.next(), case .fetch(let query) = statement.kind
    else { throw UnparsedRequest(text: text) }
    return query
  }

  private static func mapping(_ schema: Schema, _ isTrusted: Bool) -> PhysicalMapping {
    var mapping = PhysicalMapping()
    for entity in schema.entities {
      var table = EntityMapping(
        entity: entity.name,
        table: entity.name,
        rowNumber: "id",
        key: .number(column: "id")
      )
      for field in entity.storedFields {
        table.fields[field.path] = ColumnMapping(
          field.path.description,
          codec(field.type),
          isTrusted: isTrusted
        )
      }
      mapping.entities[entity.name] = table
    }
    mapping.entities["Expense"]?.toOnes["budget"] = ToOneMapping(columns: ["budget"])
    mapping.entities["Budget"]?.toManys["expenses"] = .inverse
    mapping.entities["Budget"]?.toManys["tags"] = .joinTable(
      JoinTableMapping(
        table: "Budget_tags",
        owner: JoinColumn("budget"),
        member: JoinColumn("tag")
      )
    )
    mapping.entities["Tag"]?.toManys["budgets"] = .joinTable(
      JoinTableMapping(
        table: "Budget_tags",
        owner: JoinColumn("tag"),
        member: JoinColumn("budget")
      )
    )
    return mapping
  }

  private static func codec(_ type: ValueType) -> ColumnCodec {
    switch type {
    case .bool: .bool
    case .int: .integer
    case .double: .real
    case .date: .date(.microseconds)
    case .uuid: .uuidText
    case .decimal: .decimalText
    case .list: .json
    default: .text
    }
  }

  /// The clauses after FROM on one line, with each value in braces.
  private static func text(_ sql: SQLFragment) -> String {
    var bindings = sql.bindings.makeIterator()
    let text = sql.text.reduce(into: "") { text, character in
      text += character == "?" ? bindings.next().map(Self.text) ?? "?" : String(character)
    }
    let clauses = text.split(separator: "\n").dropFirst(2)
    return clauses.joined(separator: " ").replacingOccurrences(of: "ORDER BY t0.\"id\"", with: "")
      .trimmingCharacters(in: .whitespaces)
  }

  private static func text(_ value: SQLValue) -> String {
    switch value {
    case .null: "{nil}"
    case .integer(let number): "{\(number)}"
    case .real(let number): "{\(number)}"
    case .text(let text): "{'\(text)'}"
    case .blob(let data): "{\(data.count) bytes}"
    case .typed(let text, let type): "{'\(text)'::\(type)}"
    }
  }
}

/// A test input that is not a fetch.
struct UnparsedRequest: Error {
  let text: String
}
