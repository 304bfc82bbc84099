public import Diagnostics

/// `insert Budget name: "Vacation"`, `insert Budget { … }`, `insert Expense [ {…}, {…} ]`
public struct InsertStatement: Sendable {
  /// The entity.
  public let entity: NameSyntax
  /// The records in written order; never empty.
  public let records: [RecordSyntax]

  /// Creates an insert.
  public init(entity: NameSyntax, records: [RecordSyntax]) {
    self.entity = entity
    self.records = records
  }
}

/// `{ name: "Trip", limit: 900 }`
public struct RecordSyntax: Sendable {
  /// The fields in written order.
  public let fields: [RecordField]
  /// The position from brace to brace, or from the first to the last field.
  public let span: SourceSpan

  /// Creates a record.
  public init(fields: [RecordField], span: SourceSpan) {
    self.fields = fields
    self.span = span
  }
}

/// `name: "Trip"`
public struct RecordField: Sendable {
  /// The name of the attribute or relationship.
  public let name: NameSyntax
  /// The value.
  public let value: FieldValue

  /// Creates a field.
  public init(name: NameSyntax, value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a field.
public enum FieldValue: Sendable {
  /// An expression; for a relationship `nil`, `(Budget where …)` or a record literal.
  case expression(ExpressionSyntax)
  /// `{ … }`: a new related record.
  case record(RecordSyntax)
  /// `[ {…}, {…} ]`: new related records; `[]` is an expression.
  case records([RecordSyntax], SourceSpan)
}

extension FieldValue {
  /// The position of the value.
  public var span: SourceSpan {
    switch self {
    case .expression(let expression): expression.span
    case .record(let record): record.span
    case .records(_, let span): span
    }
  }
}
