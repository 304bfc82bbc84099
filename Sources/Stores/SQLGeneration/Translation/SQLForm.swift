import Foundation
import Model

/// How the values of an SQL expression represent values of the language; NULL is nil in all forms.
enum SQLForm: Hashable, Sendable {
  /// An Int as INTEGER.
  case integer
  /// A Double as REAL.
  case real
  /// A String, or a case of an enum, as TEXT.
  case text
  /// A Bool as 0 or 1.
  case bool
  /// A date as INTEGER units of a number of microseconds since 1970 UTC.
  case date(microsecondsPerUnit: Int64)
  /// A UUID as 16 bytes.
  case uuidBytes
  /// A UUID as uppercase TEXT.
  case uuidText
  /// Data as BLOB.
  case blob
  /// A value of a type of a database server.
  case server(ServerType)
  /// A record of a root entity as its row number.
  case record(entity: String)

  /// Whether SQL compares values of both forms as the language does. PostgreSQL converts an Int to
  /// a Double for that, so it takes large Ints for equal that differ.
  func isComparable(with other: SQLForm, in dialect: SQLDialect) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): dialect == .sqlite
    default: self == other
    }
  }
}

extension SQLForm {
  /// The SQL value for a non-nil `value`; nil if this form has no equal value.
  func binding(_ value: Value, _ dialect: SQLDialect) -> SQLValue? {
    switch (self, value) {
    case (.bool, .bool(let value)) where dialect == .postgreSQL:
      .typed(value ? "true" : "false", type: "boolean")
    case (.server, .date(let date)) where date < Self.firstOfServers: nil
    case (.server(let type), _):
      type.name.flatMap { name in type.text(of: value).map { .typed($0, type: name) } }
    case (.integer, .double(let number)) where dialect == .postgreSQL:
      Int64(exactly: number).map { .integer($0) }
    case (.real, .int(let number)) where dialect == .postgreSQL:
      Double(exactly: number).map { .real($0) }
    case (.integer, .int(let number)), (.real, .int(let number)): .integer(number)
    case (.integer, .double(let number)), (.real, .double(let number)): .real(number)
    case (.text, .string(let text)): .text(text)
    case (.bool, .bool(let value)): .integer(value ? 1 : 0)
    case (.date(let unit), .date(let date)):
      date.microseconds.isMultiple(of: unit) ? .integer(date.microseconds / unit) : nil
    case (.uuidBytes, .uuid(let id)): .blob(withUnsafeBytes(of: id.uuid) { Data($0) })
    case (.uuidText, .uuid(let id)): .text(id.uuidString)
    case (.blob, .data(let data)): .blob(data)
    default: nil
    }
  }
}

extension SQLForm {
  /// The year 4700 BC: servers know no years before 4713 BC.
  private static let firstOfServers = Timestamp(microseconds: -210_456_000_000_000_000)
}

extension SQLValue {
  /// Whether SQL receives all of it: strings end at a NUL.
  var isWhole: Bool {
    if case .text(let text) = self { !text.utf8.contains(0) } else { true }
  }
}
