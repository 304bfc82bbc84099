import Binding
public import Context
import Diagnostics
public import Model
import Storage
import Syntax

/// New records.
extension ModelContext {
  /// Inserts a record: `insert("Budget", ["name": "Trip", "limit": 900])`.
  ///
  /// Literals stand for values by themselves; what a variable holds is written `Value(limit)`. A
  /// dictionary within is a struct, or a new record behind a relationship.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: Value]) throws -> RecordID {
    try only(insert(entity, [values]))
  }

  /// Inserts records, all of them or none.
  @discardableResult
  public func insert(_ entity: String, _ records: [[String: Value]]) throws -> [RecordID] {
    try insert(records.map(\.fields), entity)
  }

  /// Inserts a record out of any `Encodable` struct or object, whose type is called as the model unless
  /// `entity` names another one.
  ///
  /// What is nil gets its default. Properties that the model computes are left out. A struct whose `id` is the
  /// identity of a record, as one that was fetched, updates that record. A struct within is a new record behind
  /// a relationship, or the one whose identity its `id` is, which is then made what the struct says.
  @discardableResult
  public func insert(_ model: some Encodable, as entity: String? = nil) throws -> RecordID {
    try only(insert(contentsOf: [model], as: entity))
  }

  /// Inserts a record out of each struct or object, all of them or none.
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

  /// The record whose identity a struct has, if it exists.
  private func existing(_ fields: StoredFields) throws -> RecordID? {
    guard let id = fields.id, try record(id) != nil else { return nil }
    return id
  }

  /// Inserts a record, or overwrites those properties of the one with the same key that are named.
  ///
  /// - Parameter key: The attributes of a unique key; without any the unique keys serve that are given.
  @discardableResult
  public func upsert(
    _ entity: String,
    _ values: [String: Value],
    by key: [String] = []
  ) throws -> RecordID {
    try only(upsert([values.fields], entity, by: key).identities)
  }

  /// Inserts or overwrites a record out of any `Encodable` struct or object; what is nil stays as it is.
  @discardableResult
  public func upsert(
    _ model: some Encodable,
    as entity: String? = nil,
    by key: [String] = []
  ) throws -> RecordID {
    let schema = container.store.schema
    let entity = entity ?? schema.model(of: model)
    let fields = try StoredFields(of: model, entity, in: schema, keepsNil: false)
    if let id = try existing(fields) {
      return try asOne {
        try update(id, fields: fields.fields)
        try complete(id, with: fields)
        return id
      }
    }
    guard fields.isNested else {
      return try only(upsert([fields.fields], entity, by: key).identities)
    }
    return try asOne {
      let id = try only(upsert([fields.fields], entity, by: key).identities)
      try complete(id, with: fields)
      return id
    }
  }

  private func insert(_ records: [[(String, Value)]], _ entity: String) throws -> [RecordID] {
    guard !records.isEmpty else { return [] }
    var maker = RecordMaker()
    let name = maker.name(entity)
    let statement = InsertStatement(
      entity: name,
      records: try records.map { try maker.record($0) }
    )
    let request = try TextBinder(self, parameters: maker.parameters)
      .bound { try $0.bindInsert(statement) }
    return try perform(.insert(request), evaluation, title: "insert \(entity)").identities
  }

  private func upsert(
    _ records: [[(String, Value)]],
    _ entity: String,
    by key: [String]
  ) throws -> ChangeSummary {
    var maker = RecordMaker()
    let name = maker.name(entity)
    let statement = UpsertStatement(
      insert: InsertStatement(entity: name, records: try records.map { try maker.record($0) }),
      key: key.map { maker.name($0) }
    )
    let request = try TextBinder(self, parameters: maker.parameters)
      .bound { try $0.bindUpsert(statement) }
    return try perform(.upsert(request), evaluation, title: "upsert \(entity)")
  }

  private func only(_ ids: [RecordID]) throws -> RecordID {
    guard let id = ids.first else { throw QueryError("no record was made") }
    return id
  }
}

extension [String: Value] {
  /// The values by their names, in an order that does not change from run to run.
  var fields: [(String, Value)] { sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}

/// The name of the model whose records a Swift type stands for: its own.
func modelName(of type: (some Any).Type) -> String { String(describing: type) }

extension Schema {
  /// The name of the model that an object stands for: that of its own class where a model is called so,
  /// else that of the type by which it is known.
  fileprivate func model<Object>(of object: Object) -> String {
    let own = modelName(of: Swift.type(of: object))
    return entity(own) == nil ? modelName(of: Object.self) : own
  }
}
