public import Context
public import Model

/// The records of one model as plain structs: the data layer of an app that keeps SwiftUI, commands and
/// tests away from everything else.
///
///     let budgets = DataAccess<Budget>(context)
///     let trip = try budgets.create(Budget(name: "Trip", limit: 900))
///     let over = try budgets.read("spent > limit", sortBy: "name")
///
/// It works on a context, whose rules hold: changes wait for ``Context/ModelContext/save()`` unless the
/// context saves by itself, and a type that wants to know of its identity has `var id: RecordID?`.
public struct DataAccess<Model: Codable> {
  /// Where records are read and changed.
  public let context: ModelContext
  /// The model.
  public let entity: String

  /// The records of a model, which is called as the Swift type unless `entity` names it.
  public init(_ context: ModelContext, entity: String? = nil) {
    self.context = context
    self.entity = entity ?? modelName(of: Model.self)
  }

  // MARK: Create

  /// Inserts a record.
  @discardableResult
  public func create(_ model: Model) throws -> RecordID {
    try context.insert(model, as: entity)
  }

  /// Inserts records, all of them or none.
  @discardableResult
  public func create(_ models: [Model]) throws -> [RecordID] {
    try context.insert(contentsOf: models, as: entity)
  }

  // MARK: Read

  /// The records that fulfil a condition; all of them without one.
  public func read(
    _ predicate: QueryText? = nil,
    sortBy: QueryText? = nil,
    limit: Int? = nil,
    offset: Int? = nil
  ) throws -> [Model] {
    var descriptor = FetchDescriptor<Model>(entity, predicate: predicate, sortBy: sortBy)
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return try context.fetch(descriptor)
  }

  /// The record with an identity; nil if there is none.
  public func read(_ id: RecordID) throws -> Model? {
    try context.record(id, as: Model.self)
  }

  /// The identities of the records that fulfil a condition, in identity order.
  public func identifiers(_ predicate: QueryText? = nil) throws -> [RecordID] {
    try context.fetchIdentifiers(FetchDescriptor<Model>(entity, predicate: predicate))
  }

  /// How many records fulfil a condition.
  public func count(_ predicate: QueryText? = nil) throws -> Int {
    try context.fetchCount(FetchDescriptor<Model>(entity, predicate: predicate))
  }

  /// Hands the records that fulfil a condition to `body`, of which `batchSize` are in memory at once.
  public func enumerate(
    _ predicate: QueryText? = nil,
    sortBy: QueryText? = nil,
    batchSize: Int = 5000,
    _ body: (Model) throws -> Void
  ) throws {
    let descriptor = FetchDescriptor<Model>(entity, predicate: predicate, sortBy: sortBy)
    try context.enumerate(descriptor, batchSize: batchSize, body)
  }

  // MARK: Update

  /// Makes a record what a struct says.
  public func update(_ id: RecordID, to model: Model) throws {
    try context.update(id, to: model)
  }

  /// Gives properties of the records that fulfil a condition new values; how many there were.
  @discardableResult
  public func update(_ predicate: QueryText?, set values: [String: Value]) throws -> Int {
    try context.update(entity, where: predicate, set: values).updatedCount
  }

  /// Gives properties of the records that fulfil a condition values computed from the old ones.
  @discardableResult
  public func update(_ predicate: QueryText?, set assignments: QueryText) throws -> Int {
    try context.update(entity, where: predicate, set: assignments).updatedCount
  }

  // MARK: Delete

  /// Deletes a record with all that goes with it.
  public func delete(_ id: RecordID) throws {
    try context.delete(id)
  }

  /// Deletes the records that fulfil a condition, with all that goes with them; how many there were.
  @discardableResult
  public func delete(_ predicate: QueryText) throws -> Int {
    try context.delete(model: entity, where: predicate).deletedCount
  }

  /// Deletes all records; how many there were.
  @discardableResult
  public func deleteAll() throws -> Int {
    try context.delete(model: entity).deletedCount
  }
}

extension DataAccess where Model: Identifiable<RecordID?> {
  /// Makes the record that a struct was read from what the struct says now.
  public func update(_ model: Model) throws {
    try update(identity(of: model), to: model)
  }

  /// Deletes the record that a struct was read from, with all that goes with it.
  public func delete(_ model: Model) throws {
    try delete(identity(of: model))
  }

  private func identity(of model: Model) throws -> RecordID {
    guard let id = model.id else {
      throw QueryError(
        "this \(entity) has no identity, so no record is meant by it",
        help: ["`create` makes one, and what is read has its identity"]
      )
    }
    return id
  }
}

extension ChangeSummary {
  fileprivate var updatedCount: Int { updated.reduce(0) { $0 + $1.count } }
  fileprivate var deletedCount: Int { deleted.reduce(0) { $0 + $1.count } }
}
