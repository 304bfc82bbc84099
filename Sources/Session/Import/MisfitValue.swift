import Columns
import Diagnostics
import Foundation
import Model

/// Which value of a file's column is the one that does not fit.
enum MisfitValue {
  /// A text that is longer is shown by its beginning.
  private static let shownWidth = 60

  /// `"12a" in record 3`: the first value that is none of `type`.
  static func first(in column: Column, for type: ValueType) -> String? {
    if case .list = column { return nil }
    let row = (0..<column.count).first { row in
      column.isValid(row) && !isOne(column.value(at: row), of: type)
    }
    return row.map { "\(text(column.value(at: $0))) in record \($0 + 1)" }
  }

  /// `record 3 has`: the first record without a value.
  static func firstNil(in column: Column) -> String? {
    (0..<column.count).first { !column.isValid($0) }.map { "record \($0 + 1) has" }
  }

  /// Whether a value could be meant for one of `type`: a text that reads as a number is one.
  private static func isOne(_ value: Value, of type: ValueType) -> Bool {
    switch (value, type) {
    case (.string(let text), .int): Int64(text) != nil
    case (.string(let text), .double), (.string(let text), .decimal): Double(text) != nil
    case (.string(let text), .bool): ["true", "false"].contains(text)
    case (.double(let number), .int): Int64(exactly: number) != nil
    default: false
    }
  }

  private static func text(_ value: Value) -> String {
    fitted(escapedForTerminal(FailureWording.text(value)), toWidth: shownWidth).text
  }
}
