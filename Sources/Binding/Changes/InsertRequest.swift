public import Diagnostics
public import Model
public import Storage

/// What an `insert` adds: records in the order in which they get their identities.
public struct InsertRequest: Sendable {
  /// The records; nested ones follow those that they stand in.
  public var records: [InsertedRecord]
  /// How many records the statement names itself, nested ones aside.
  public var topLevelCount: Int
}

/// A record to be inserted.
public struct InsertedRecord: Sendable {
  /// The record's entity.
  public let entity: String
  /// Its number within the statement, which pending links refer to.
  public let number: Int
  /// What its fields get: expressions that read no record.
  public var values: [AttributePath: TypedExpression]
  /// What stands at the other end of its relationships, by their names.
  public var links: [String: [InsertedLink]]
  /// Where the record stands in the statement.
  public let span: SourceSpan
}

/// One end of a relationship of an inserted record.
public enum InsertedLink: Sendable {
  /// A record that is there already: `Budget#3`.
  case saved(RecordID)
  /// Another record of the statement, by its number.
  case pending(Int)
  /// The records that a query in parentheses finds; exactly one for a to-one relationship.
  case query(FetchRequest, isToMany: Bool, span: SourceSpan)
}
