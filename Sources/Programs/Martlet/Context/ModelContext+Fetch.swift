import Binding
public import Context
import Execution
public import Model
import Planning
import Storage
import Syntax

/// Fetching.
extension ModelContext {
  /// The records that a descriptor asks for, pending changes among them.
  public func fetch<Model: Decodable>(_ descriptor: FetchDescriptor<Model>) throws -> [Model] {
    try fetch(descriptor.text, as: Model.self)
  }

  /// The records that a query asks for: `fetch("Budget where spent > \(amount) sort name")`.
  public func fetch(_ query: QueryText) throws -> [RecordSnapshot] {
    try fetch(query, as: RecordSnapshot.self)
  }

  /// What a query asks for, as values of a type that has properties for what is wanted: those of the
  /// records, or the columns behind `select`.
  public func fetch<Model: Decodable>(_ query: QueryText, as type: Model.Type) throws -> [Model] {
    let asked = try BoundRequest(query, self)
    guard asked.query.asksRecords else { return try rows(of: asked, as: type) }
    let reader = try recordReader(evaluation)
    return try RecordLoader(reader).models(reader.records(reader.find(asked.request)))
  }

  /// The number of records that a descriptor asks for.
  public func fetchCount(_ descriptor: FetchDescriptor<some Decodable>) throws -> Int {
    try fetchCount(descriptor.text)
  }

  /// The number of records, or rows, that a query asks for.
  public func fetchCount(_ query: QueryText) throws -> Int {
    var request = try BoundRequest(query, self).request
    if request.grouping == nil, !request.isDistinct { request.columns = [] }
    let executor = try executor(evaluation)
    return try executor.count(of: executor.plan(request))
  }

  /// The identities of the records that a descriptor asks for, in its order.
  public func fetchIdentifiers(_ descriptor: FetchDescriptor<some Decodable>) throws -> [RecordID] {
    try fetchIdentifiers(descriptor.text)
  }

  /// The identities of the records that a query asks for, in its order.
  public func fetchIdentifiers(_ query: QueryText) throws -> [RecordID] {
    let asked = try BoundRequest(query, self)
    try asked.requireRecords()
    let reader = try recordReader(evaluation)
    return try reader.identifiers(reader.find(asked.request))
  }

  /// Hands the records that a descriptor asks for to `body`, of which `batchSize` are in memory at
  /// once.
  ///
  /// All are as they were at the beginning; what `body` changes is seen by later fetches.
  public func enumerate<Model: Decodable>(
    _ descriptor: FetchDescriptor<Model>,
    batchSize: Int = 5000,
    _ body: (Model) throws -> Void
  ) throws {
    let asked = try BoundRequest(descriptor.text, self)
    try asked.requireRecords()
    let reader = try recordReader(evaluation)
    let found = try reader.find(asked.request)
    let step = max(1, batchSize)
    for start in stride(from: 0, to: found.count, by: step) {
      let records = try reader.records(found, start..<min(found.count, start + step))
      let models: [Model] = try RecordLoader(reader).models(records)
      for model in models { try body(model) }
    }
  }

  /// The record with an identity; nil if there is none.
  public func record(_ id: RecordID) throws -> RecordSnapshot? {
    try recordReader(evaluation).records(with: [id])[0]
  }

  /// The record with an identity as a value of a type; nil if there is none.
  public func record<Model: Decodable>(_ id: RecordID, as type: Model.Type) throws -> Model? {
    let reader = try recordReader(evaluation)
    let found = try reader.records(with: [id]).compactMap { $0 }
    let models: [Model] = try RecordLoader(reader).models(found)
    return models.first
  }

  /// What a query shows that has columns of its own.
  private func rows<Model: Decodable>(of asked: BoundRequest, as type: Model.Type) throws -> [Model]
  {
    let objects = try rowObjects(of: asked, as: type)
    let loader = RecordLoader(try recordReader(evaluation))
    return try objects.map { try loader.model($0) }
  }

  /// The rows of a query that has columns of its own, as objects of which values of a type can be made.
  func rowObjects(of asked: BoundRequest, as type: (some Decodable).Type) throws -> [Value] {
    guard type != RecordSnapshot.self else {
      throw QueryError("this query yields columns and no records; name a type that has them")
    }
    let executor = try executor(evaluation)
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

/// A query with its meaning.
struct BoundRequest {
  let query: QuerySyntax
  let request: FetchRequest

  init(_ text: QueryText, _ context: ModelContext) throws {
    let parsed = try ParsedText(text.beginning(with: .fetch))
    (request, query) = try TextBinder(context, parsed).fetch(parsed.statement)
  }

  /// Refuses columns where records are asked for.
  func requireRecords() throws {
    guard query.asksRecords else {
      throw QueryError("this query yields columns and no records")
    }
  }
}
