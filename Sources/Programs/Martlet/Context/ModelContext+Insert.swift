import Binding
public import Context
import Diagnostics
public import Model
import Storage
import Syntax

extension ModelContext {
  /// Inserts a record with values by name.
  ///
  /// Literals are values; write `Value(x)` for the value of a variable. A nested dictionary is a
  /// struct, or a new related record:
  ///
  /// ```swift
  /// let id = try context.insert(
  ///   "Budget",
  ///   ["name": "Food", "limit": Value(limit), "expenses": [["name": "Tea", "amount": 4.5]]]
  /// )
  /// ```
  ///
  /// - Returns: The identity of the new record.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Value]) throws -> RecordID {
    try only(insert(entity, [values]))
  }

  /// Inserts records with values by name: all of them, or none if one breaks a rule.
  ///
  /// - Returns: The identities of the new records, in the same order.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func insert(_ entity: String, _ records: [[String: Value]]) throws -> [RecordID] {
    try insert(records.map(\.fields), entity)
  }

  /// Inserts a record with the values of any `Encodable` struct or object.
  ///
  /// ```swift
  /// let flight = Expense(name: "Flight", amount: 641)
  /// try context.insert(Budget(name: "Trip", limit: 500, expenses: [flight]))
  /// ```
  ///
  /// Properties that are nil get the model's defaults. Computed attributes are ignored. A nested
  /// struct is a new related record. A struct with the `id` of an existing record, such as one you
  /// fetched, updates that record instead.
  ///
  /// - Parameters:
  ///   - model: The struct or object.
  ///   - entity: The name of the model, or nil to use the name of the Swift type.
  /// - Returns: The identity of the record.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func insert(_ model: some Encodable, as entity: String? = nil) throws -> RecordID {
    try only(insert(contentsOf: [model], as: entity))
  }

  /// Inserts a record for each struct or object: all of them, or none if one breaks a rule.
  ///
  /// - Parameters:
  ///   - models: The structs or objects.
  ///   - name: The name of the model, or nil to use the name of each Swift type.
  /// - Returns: The identities of the records, in the same order.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func insert<Model: Encodable>(
    contentsOf models: [Model],
    as name: String? = nil
  ) throws -> [RecordID] {
    let schema = container.store.schema
    var runs: [(entity: String, records: [StoredFields])] = []
    for model in models {
      let entity = name ?? schema.model(of: model)
      let fields = try StoredFields(of: model, entity, in: schema, keepsNil: false)
      if try existing(fields) != nil {
        return try asOne {
          try models.map { try insertOrUpdate($0, as: name ?? schema.model(of: $0)) }
        }
      }
      if runs.last?.entity != entity { runs.append((entity, [])) }
      runs[runs.count - 1].records.append(fields)
    }
    if runs.count == 1, !runs[0].records.contains(where: \.isNested) {
      return try insert(runs[0].records.map(\.fields), runs[0].entity)
    }
    return try asOne {
      try runs.flatMap { entity, records in
        let ids = try insert(records.map(\.fields), entity)
        for (id, record) in zip(ids, records) { try complete(id, with: record) }
        return ids
      }
    }
  }

  private func insertOrUpdate(_ model: some Encodable, as entity: String) throws -> RecordID {
    let fields = try StoredFields(
      of: model,
      entity,
      in: container.store.schema,
      keepsNil: false
    )
    if let id = try existing(fields) {
      try update(id, to: model)
      return id
    }
    let id = try only(insert([fields.fields], entity))
    try complete(id, with: fields)
    return id
  }

  /// The identity that a struct has, if that record exists.
  private func existing(_ fields: StoredFields) throws -> RecordID? {
    guard let id = fields.id, try record(id) != nil else { return nil }
    return id
  }

  /// Updates the record with the same unique key, or inserts a record if there is none.
  ///
  /// An update changes only the members you name:
  ///
  /// ```swift
  /// try context.upsert("Budget", ["name": "Trip", "limit": 600])
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The name of the model.
  ///   - values: The values by name.
  ///   - key: The attributes of the unique key. If empty, the unique keys among the values.
  /// - Returns: The identity of the record.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func upsert(
    _ entity: String,
    _ values: [String: Value],
    by key: [String] = []
  ) throws -> RecordID {
    try upsert(values.fields, entity, by: key)
  }

  /// Updates the record with the same unique key as a struct or object, or inserts a record.
  ///
  /// Properties that are nil do not change an existing record.
  ///
  /// - Parameters:
  ///   - model: The struct or object.
  ///   - entity: The name of the model, or nil to use the name of the Swift type.
  ///   - key: The attributes of the unique key. If empty, the unique keys among the values.
  /// - Returns: The identity of the record.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func upsert(
    _ model: some Encodable,
    as entity: String? = nil,
    by key: [String] = []
  ) throws -> RecordID {
    let schema = container.store.schema
    let entity = entity ?? schema.model(of: model)
    let fields = try StoredFields(of: model, entity, in: schema, keepsNil: false)
    let known = try existing(fields)
    // One statement is retried if another process changes the store; a transaction is not.
    if known == nil, !fields.isNested { return try upsert(fields.fields, entity, by: key) }
    return try asOne {
      if let known { try update(known, fields: fields.fields) }
      let id = try known ?? upsert(fields.fields, entity, by: key)
      try complete(id, with: fields)
      return id
    }
  }

  private func insert(_ records: [[(String, Value)]], _ entity: String) throws -> [RecordID] {
    guard !records.isEmpty else { return [] }
    var maker = RecordSyntaxBuilder()
    let statement = try maker.insertion(records, entity)
    let request = try TextBinder(self, parameters: maker.parameters)
      .bound { try $0.bindInsert(statement) }
    return try perform(.insert(request), evaluation, title: "insert \(entity)").identities
  }

  /// Updates the records with the same unique keys, and inserts records where there are none: all
  /// of them, or none if one breaks a rule.
  ///
  /// - Returns: The identities of the records, in the same order.
  /// - Throws: The same errors as ``execute(_:)``.
  @discardableResult
  public func upsert(
    _ entity: String,
    _ records: [[String: Value]],
    by key: [String] = []
  ) throws -> [RecordID] {
    try upsert(all: records.map(\.fields), entity, by: key)
  }

  private func upsert(
    _ record: [(String, Value)],
    _ entity: String,
    by key: [String]
  ) throws -> RecordID {
    try only(upsert(all: [record], entity, by: key))
  }

  private func upsert(
    all records: [[(String, Value)]],
    _ entity: String,
    by key: [String]
  ) throws -> [RecordID] {
    guard !records.isEmpty else { return [] }
    var maker = RecordSyntaxBuilder()
    let insertion = try maker.insertion(records, entity)
    let statement = UpsertStatement(insert: insertion, key: key.map { maker.name($0) })
    let request = try TextBinder(self, parameters: maker.parameters)
      .bound { try $0.bindUpsert(statement) }
    return try perform(.upsert(request), evaluation, title: "upsert \(entity)").identities
  }

  private func only(_ ids: [RecordID]) throws -> RecordID {
    guard let id = ids.first else { throw QueryError("no record was created") }
    return id
  }
}

extension [String: Value] {
  /// The values with their names, in the order of the names.
  var fields: [(String, Value)] { sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}

/// The name of the model for a Swift type.
func modelName(of type: (some Any).Type) -> String { String(describing: type) }

extension Schema {
  /// The name of the model for an object: its dynamic type if that is a model, or else its static
  /// type.
  fileprivate func model<Object>(of object: Object) -> String {
    let own = modelName(of: Swift.type(of: object))
    return entity(own) == nil ? modelName(of: Object.self) : own
  }
}
