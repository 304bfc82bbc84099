public import Context
public import Model

/// Creates, reads, updates and deletes the records of one model as structs.
///
/// Use it as the data layer of an app, so that the other code needs neither contexts nor queries:
///
/// ```swift
/// let budgets = DataAccess<Budget>(context)
/// let trip = try budgets.create(Budget(name: "Trip", limit: 900))
/// let overspent = try budgets.read("spent > limit", sortBy: "name")
/// ```
///
/// Changes are pending until you save the context, unless it saves each statement. Declare
/// `var id: RecordID?` in the struct to update and delete the records you read.
///
/// Methods throw ``QueryError`` if a condition or value is invalid, ``/Context/ChangeFailure`` if a
/// change breaks a rule, and ``/Storage/StoreError`` or ``/Storage/StoreFileError`` if the store
/// fails.
public struct DataAccess<Model: Codable> {
  /// The context that reads and changes the records.
  public let context: ModelContext
  /// The name of the model.
  public let entity: String

  /// Creates access to the records of a model.
  ///
  /// - Parameters:
  ///   - context: The context that reads and changes the records.
  ///   - entity: The name of the model, or nil to use the name of the Swift type.
  public init(_ context: ModelContext, entity: String? = nil) {
    self.context = context
    self.entity = entity ?? modelName(of: Model.self)
  }

  // MARK: Create

  /// Inserts a record, or updates it if the struct has the `id` of an existing record.
  @discardableResult
  public func create(_ model: Model) throws -> RecordID {
    try context.insert(model, as: entity)
  }

  /// Inserts records: all of them, or none if one breaks a rule.
  @discardableResult
  public func create(_ models: [Model]) throws -> [RecordID] {
    try context.insert(contentsOf: models, as: entity)
  }

  // MARK: Read

  /// Returns the records that match a condition, or all records without a condition.
  ///
  /// ```swift
  /// let expensive = try budgets.read("limit > \(minimum)", sortBy: "limit desc", limit: 3)
  /// ```
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

  /// Returns the record with an identity, or nil if there is none.
  public func read(_ id: RecordID) throws -> Model? {
    try context.record(id, as: Model.self)
  }

  /// Returns the identities of the records that match a condition, in identity order.
  public func identifiers(_ predicate: QueryText? = nil) throws -> [RecordID] {
    try context.fetchIdentifiers(FetchDescriptor<Model>(entity, predicate: predicate))
  }

  /// Returns the number of records that match a condition.
  public func count(_ predicate: QueryText? = nil) throws -> Int {
    try context.fetchCount(FetchDescriptor<Model>(entity, predicate: predicate))
  }

  /// Calls a closure with each record that matches a condition, and loads the records in batches.
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

  /// Overwrites a record with the values of a struct.
  public func update(_ id: RecordID, to model: Model) throws {
    try context.update(id, to: model)
  }

  /// Sets members of the records that match a condition, or of all records if it is nil.
  ///
  /// - Returns: The number of records updated.
  @discardableResult
  public func update(_ predicate: QueryText?, set values: [String: Value]) throws -> Int {
    try context.update(entity, where: predicate, set: values).updatedCount
  }

  /// Sets members of the records that match a condition to the results of expressions.
  ///
  /// ```swift
  /// let count = try budgets.update("spent > limit", set: "limit = spent * 1.1")
  /// ```
  ///
  /// - Returns: The number of records updated.
  @discardableResult
  public func update(_ predicate: QueryText?, set assignments: QueryText) throws -> Int {
    try context.update(entity, where: predicate, set: assignments).updatedCount
  }

  // MARK: Delete

  /// Deletes a record, and related records as their delete rules say.
  public func delete(_ id: RecordID) throws {
    try context.delete(id)
  }

  /// Deletes the records that match a condition, and related records as their delete rules say.
  ///
  /// - Returns: The number of records deleted.
  @discardableResult
  public func delete(_ predicate: QueryText) throws -> Int {
    try context.delete(model: entity, where: predicate).deletedCount
  }

  /// Deletes all records of the model, and related records as their delete rules say.
  ///
  /// - Returns: The number of records deleted.
  @discardableResult
  public func deleteAll() throws -> Int {
    try context.delete(model: entity).deletedCount
  }
}

extension DataAccess where Model: Identifiable<RecordID?> {
  /// Overwrites the record that a struct was read from.
  ///
  /// ```swift
  /// var trip = try budgets.read("name == 'Trip'")[0]
  /// trip.limit = 1500
  /// try budgets.update(trip)
  /// ```
  ///
  /// - Throws: ``QueryError`` if the struct has no `id`.
  public func update(_ model: Model) throws {
    try update(identity(of: model), to: model)
  }

  /// Deletes the record that a struct was read from, and related records as their delete rules say.
  ///
  /// - Throws: ``QueryError`` if the struct has no `id`.
  public func delete(_ model: Model) throws {
    try delete(identity(of: model))
  }

  private func identity(of model: Model) throws -> RecordID {
    guard let id = model.id else {
      throw QueryError(
        "this \(entity) has no identity",
        help: ["use a \(entity) that you read, or `create` a new one"]
      )
    }
    return id
  }
}

extension ChangeSummary {
  fileprivate var updatedCount: Int { updated.reduce(0) { $0 + $1.count } }
  fileprivate var deletedCount: Int { deleted.reduce(0) { $0 + $1.count } }
}
