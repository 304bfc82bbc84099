public import Diagnostics
public import Model

/// The records of an `insert`, in the order they get their identities.
public struct InsertRequest: Sendable {
  /// The records; nested records follow those that contain them.
  public var records: [InsertedRecord]
  /// The number of records in the statement, without nested ones.
  public var topLevelCount: Int

  /// Creates a request.
  public init(records: [InsertedRecord], topLevelCount: Int) {
    self.records = records
    self.topLevelCount = topLevelCount
  }
}

/// A record to insert.
public struct InsertedRecord: Sendable {
  /// The root entity of the record.
  public var entity: String
  /// The entity of the record, which may be a submodel of ``entity``.
  public var kind: String
  /// Its number within the statement, for pending links.
  public var number: Int
  /// The values of its fields: expressions that read no records.
  public var values: [AttributePath: TypedExpression]
  /// The fields among ``values`` that are defaults.
  public var defaults: Set<AttributePath> = []
  /// The related records by relationship.
  public var links: [String: [InsertedLink]]
  /// The required fields. A store cannot check those of submodels.
  public var required: [RequiredField] = []
  /// Required properties without a value, by their names in the model. If the record is new, this
  /// is an error. Only used by upserts.
  public var missing: [String] = []
  /// The unique keys that find the existing record of an upsert; all fields are among ``values``.
  /// Empty for a record that is always new.
  public var keys: [[AttributePath]] = []
  /// The position of the record in the statement.
  public var span: SourceSpan

  /// Creates a record without values.
  public init(entity: String, kind: String, number: Int, span: SourceSpan) {
    self.entity = entity
    self.kind = kind
    self.number = number
    self.values = [:]
    self.links = [:]
    self.span = span
  }
}

/// A related record of an inserted record.
public enum InsertedLink: Sendable {
  /// An existing record: `Budget#3`.
  case saved(RecordID)
  /// Another record of the statement, by its number.
  case pending(Int)
  /// An existing record, if the query finds it: only some submodels are allowed.
  case checked(RecordID, FetchRequest, kind: String, span: SourceSpan)
  /// The records of a query: exactly one of the named model, or any number if nil.
  case query(FetchRequest, oneOf: String?, span: SourceSpan)
}

/// A required field.
public struct RequiredField: Sendable {
  /// The stored field.
  public let path: AttributePath
  /// Its name in the model.
  public let name: AttributePath

  /// Creates a field.
  public init(path: AttributePath, name: AttributePath) {
    self.path = path
    self.name = name
  }
}
