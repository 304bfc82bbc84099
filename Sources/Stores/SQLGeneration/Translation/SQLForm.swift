import Foundation
import Model

/// How the values of an SQL expression stand for values of the language; NULL is nil in all forms.
enum SQLForm: Hashable, Sendable {
  /// An Int as INTEGER.
  case integer
  /// A Double as REAL.
  case real
  /// A text, or a case of an enum, as TEXT.
  case text
  /// A Bool as 0 or 1.
  case bool
  /// A date as INTEGER units of so many microseconds since 1970 UTC.
  case date(microsecondsPerUnit: Int64)
  /// A UUID as 16 bytes.
  case uuidBytes
  /// A UUID as upper-case text.
  case uuidText
  /// Data as BLOB.
  case blob
  /// A record of a root entity as its row's number.
  case record(entity: String)

  /// Whether values of both forms are equal and ordered in SQL as they are in the language.
  func isComparable(with other: SQLForm) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): true
    default: self == other
    }
  }
}

extension SQLForm {
  /// The value that SQL has for `value`, which is not nil; nil if this form has none that is equal.
  func binding(_ value: Value) -> SQLValue? {
    switch (self, value) {
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

extension SQLValue {
  /// Whether it reaches SQL whole: a text ends where it has a NUL.
  var isWhole: Bool {
    if case .text(let text) = self { !text.utf8.contains(0) } else { true }
  }
}
