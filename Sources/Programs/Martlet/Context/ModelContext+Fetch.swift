import Binding
public import Context
import Execution
public import Model
import Planning
import Storage
import Syntax

extension ModelContext {
  /// Returns the records that a descriptor selects, as structs.
  ///
  /// The result includes pending changes of this context.
  ///
  /// ```swift
  /// let overspent = FetchDescriptor<Budget>(predicate: "spent > limit", sortBy: "name")
  /// for budget in try context.fetch(overspent) { print(budget.name) }
  /// ```
  ///
  /// - Throws: ``QueryError`` if the query is invalid, and `DecodingError` if a record does not fit
  ///   the struct.
  public func fetch<Model: Decodable>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    guard descriptor.loadsParts else { return try fetch(descriptor.text, as: Model.self) }
    let asked = try BoundRequest(descriptor.text, self)
    try asked.requireRecords()
    let reader = try recordReader(for: asked.request, evaluation)
    let found = try reader.find(asked.request)
    return try RecordLoader(reader, descriptor).models(found, 0..<found.count)
  }

  /// Returns the records that a query selects, as snapshots with values by name.
  ///
  /// ```swift
  /// for record in try context.fetch("Budget where spent > \(amount) sort name") {
  ///   print(record.id, record["name"].as(String.self) ?? "")
  /// }
  /// ```
  ///
  /// - Parameter query: A `fetch` statement. The keyword `fetch` is optional.
  /// - Throws: ``QueryError`` if the query is invalid, or returns columns instead of records.
  public func fetch(_ query: QueryText) throws -> [RecordSnapshot] {
    try fetch(query, as: RecordSnapshot.self)
  }

  /// Returns the records or rows that a query selects, as structs.
  ///
  /// The properties of the struct have the names of the model's members, or of the query's columns:
  ///
  /// ```swift
  /// struct BudgetTotal: Decodable {
  ///   var budget: String
  ///   var sum: Double
  /// }
  /// let totals = try context.fetch(
  ///   "Expense group by budget.name select budget.name as budget, sum(amount) as sum",
  ///   as: BudgetTotal.self
  /// )
  /// ```
  ///
  /// - Throws: ``QueryError`` if the query is invalid, and `DecodingError` if a record or row
  ///   does not fit the struct.
  public func fetch<Model: Decodable>(_ query: QueryText, as type: Model.Type) throws -> [Model] {
    let asked = try BoundRequest(query, self)
    guard asked.query.queriesRecords else { return try rows(of: asked, as: type) }
    let reader = try recordReader(for: asked.request, evaluation)
    let found = try reader.find(asked.request)
    return try RecordLoader(reader).models(found, 0..<found.count)
  }

  /// Returns the number of records that a descriptor selects.
  ///
  /// - Throws: ``QueryError`` if the query is invalid.
  public func fetchCount(_ descriptor: FetchDescriptor<some Decodable>) throws -> Int {
    try fetchCount(descriptor.text)
  }

  /// Returns the number of records or rows that a query selects.
  ///
  /// ```swift
  /// let count = try context.fetchCount("Budget where spent > limit")
  /// ```
  ///
  /// - Throws: ``QueryError`` if the query is invalid.
  public func fetchCount(_ query: QueryText) throws -> Int {
    var request = try BoundRequest(query, self).request
    if request.grouping == nil, request.windows.isEmpty, !request.isDistinct {
      request.columns = []
    }
    let executor = try executor(for: request, evaluation)
    return try executor.count(of: executor.plan(request))
  }

  /// Returns the identities of the records that a descriptor selects, in its sort order.
  ///
  /// - Throws: ``QueryError`` if the query is invalid.
  public func fetchIdentifiers(_ descriptor: FetchDescriptor<some Decodable>) throws -> [RecordID] {
    try fetchIdentifiers(descriptor.text)
  }

  /// Returns the identities of the records that a query selects, in its sort order.
  ///
  /// - Throws: ``QueryError`` if the query is invalid, or returns columns instead of records.
  public func fetchIdentifiers(_ query: QueryText) throws -> [RecordID] {
    let asked = try BoundRequest(query, self)
    try asked.requireRecords()
    let reader = try recordReader(for: asked.request, evaluation)
    return try reader.identifiers(reader.find(asked.request))
  }

  /// Calls a closure with each record that a descriptor selects, and loads the records in batches.
  ///
  /// ```swift
  /// var letters = 0
  /// try context.enumerate(FetchDescriptor<Expense>(), batchSize: 1000) {
  ///   letters += $0.name.count
  /// }
  /// ```
  ///
  /// The closure sees the records as they were at the start, even if it changes them.
  ///
  /// - Throws: The error of the closure, or those of ``fetch(_:as:)``.
  public func enumerate<Model: Decodable>(
    _ descriptor: FetchDescriptor<Model>,
    batchSize: Int = 5000,
    _ body: (Model) throws -> Void
  ) throws {
    let asked = try BoundRequest(descriptor.text, self)
    try asked.requireRecords()
    let reader = try recordReader(for: asked.request, evaluation)
    let found = try reader.find(asked.request)
    let step = max(1, batchSize)
    for start in stride(from: 0, to: found.count, by: step) {
      let range = start..<min(found.count, start + step)
      let models: [Model] = try RecordLoader(reader, descriptor).models(found, range)
      for model in models { try body(model) }
    }
  }

  /// Returns the record with an identity as a snapshot, or nil if there is none.
  public func record(_ id: RecordID) throws -> RecordSnapshot? {
    try recordReader(evaluation).records(with: [id])[0]
  }

  /// Returns the record with an identity as a struct, or nil if there is none.
  ///
  /// ```swift
  /// let budget = try context.record(id, as: Budget.self)
  /// ```
  ///
  /// - Throws: `DecodingError` if the record does not fit the struct.
  public func record<Model: Decodable>(_ id: RecordID, as type: Model.Type) throws -> Model? {
    let reader = try recordReader(evaluation)
    let found = try reader.records(with: [id]).compactMap { $0 }
    let models: [Model] = try RecordLoader(reader).models(found)
    return models.first
  }

  /// The rows of a query with columns.
  private func rows<Model: Decodable>(of asked: BoundRequest, as type: Model.Type) throws -> [Model]
  {
    let objects = try rowObjects(of: asked, as: type)
    let loader = RecordLoader(try recordReader(for: asked.request, evaluation))
    return try objects.map { try loader.model($0) }
  }

  /// The rows of a query with columns, as objects that can be decoded as `type`.
  func rowObjects(of asked: BoundRequest, as type: (some Decodable).Type) throws -> [Value] {
    guard type != RecordSnapshot.self else {
      throw QueryError("this query returns columns, not records; fetch them as a struct")
    }
    let executor = try executor(for: asked.request, evaluation)
    let rows = try executor.rows(of: executor.plan(asked.request))
    var objects: [Value] = []
    for start in stride(from: 0, to: rows.rowCount, by: 4096) {
      let batch = try rows.rows(start..<min(rows.rowCount, start + 4096))
      for row in 0..<batch.count {
        let fields = rows.headers.enumerated().map { column, header in
          ObjectField(header.name, batch.value(row: row, column: column))
        }
        objects.append(.object(fields))
      }
    }
    return objects
  }
}

/// A query whose names and types are resolved.
struct BoundRequest {
  let query: QuerySyntax
  let request: FetchRequest

  init(_ text: QueryText, _ context: ModelContext) throws {
    let parsed = try ParsedText(text.beginning(with: .fetch))
    (request, query) = try TextBinder(context, parsed).fetch(parsed.statement)
  }

  /// Throws an error if the query returns columns.
  func requireRecords() throws {
    guard query.queriesRecords else {
      throw QueryError("this query returns columns, not records")
    }
  }
}
