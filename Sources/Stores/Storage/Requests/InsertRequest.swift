public import Diagnostics
public import Model

/// What an `insert` adds: records in the order in which they get their identities.
public struct InsertRequest: Sendable {
  /// The records; nested ones follow those that they stand in.
  public var records: [InsertedRecord]
  /// How many records the statement names itself, nested ones aside.
  public var topLevelCount: Int

  /// Makes a request.
  public init(records: [InsertedRecord], topLevelCount: Int) {
    self.records = records
    self.topLevelCount = topLevelCount
  }
}

/// A record to be inserted.
public struct InsertedRecord: Sendable {
  /// The entity that keeps the record.
  public var entity: String
  /// The entity that the record is of; another one where this specialises ``entity``.
  public var kind: String
  /// Its number within the statement, which pending links refer to.
  public var number: Int
  /// What its fields get: expressions that read no record.
  public var values: [AttributePath: TypedExpression]
  /// The fields among ``values`` that were not said, but have a default.
  public var defaults: Set<AttributePath> = []
  /// What stands at the other end of its relationships, by their names.
  public var links: [String: [InsertedLink]]
  /// The fields that must have a value; a store cannot look to it where others lack them.
  public var required: [RequiredField] = []
  /// Properties that must have a value and got none, by their names in the model: an error for a
  /// record that turns out to be new. Only an upsert has them.
  public var missing: [String] = []
  /// By which fields an upsert finds the record that is there: keys of one or more fields, all of
  /// which are among ``values``. Empty for a record that is always new.
  public var keys: [[AttributePath]] = []
  /// Where the record stands in the statement.
  public var span: SourceSpan

  /// Makes a record without values.
  public init(entity: String, kind: String, number: Int, span: SourceSpan) {
    self.entity = entity
    self.kind = kind
    self.number = number
    self.values = [:]
    self.links = [:]
    self.span = span
  }
}

/// One end of a relationship of an inserted record.
public enum InsertedLink: Sendable {
  /// A record that is there already: `Budget#3`.
  case saved(RecordID)
  /// Another record of the statement, by its number.
  case pending(Int)
  /// A record that is there already, if the query finds it: where only some kinds will do.
  case checked(RecordID, FetchRequest, kind: String, span: SourceSpan)
  /// The records that a query finds: exactly one of the named model, or any number if nil.
  case query(FetchRequest, oneOf: String?, span: SourceSpan)
}

/// A field that must have a value.
public struct RequiredField: Sendable {
  /// Where the value is put.
  public let path: AttributePath
  /// What the model calls it.
  public let name: AttributePath

  /// Makes a field.
  public init(path: AttributePath, name: AttributePath) {
    self.path = path
    self.name = name
  }
}
