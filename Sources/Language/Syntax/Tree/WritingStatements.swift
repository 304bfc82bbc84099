public import Diagnostics

/// `insert Budget name: "Vacation"`, `insert Budget { … }`, `insert Expense [ {…}, {…} ]`
public struct InsertStatement: Sendable {
  /// The entity that gets records.
  public let entity: NameSyntax
  /// The records in written order; never empty.
  public let records: [RecordSyntax]

  /// Makes an insert.
  public init(entity: NameSyntax, records: [RecordSyntax]) {
    self.entity = entity
    self.records = records
  }
}

/// `{ name: "Trip", limit: 900 }`
public struct RecordSyntax: Sendable {
  /// The fields in written order.
  public let fields: [RecordField]
  /// From brace to brace, or from the first to the last field.
  public let span: SourceSpan

  /// Makes a record.
  public init(fields: [RecordField], span: SourceSpan) {
    self.fields = fields
    self.span = span
  }
}

/// `name: "Trip"`
public struct RecordField: Sendable {
  /// The attribute's or relationship's name.
  public let name: NameSyntax
  /// What is given for it.
  public let value: FieldValue

  /// Makes a field.
  public init(name: NameSyntax, value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// What a field is given.
public enum FieldValue: Sendable {
  /// Any expression; a relationship takes `nil`, a `(Budget where …)` or a record literal.
  case expression(ExpressionSyntax)
  /// `{ … }`: a new record at the other end of a to-one.
  case record(RecordSyntax)
  /// `[ {…}, {…} ]`: new records at the other end of a to-many; empty for `[]` is an expression.
  case records([RecordSyntax], SourceSpan)
}

extension FieldValue {
  /// Where the value stands.
  public var span: SourceSpan {
    switch self {
    case .expression(let expression): expression.span
    case .record(let record): record.span
    case .records(_, let span): span
    }
  }
}
