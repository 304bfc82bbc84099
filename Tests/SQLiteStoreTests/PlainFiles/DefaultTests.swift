import Foundation
import Model
import Testing

@testable import SQLiteStore
@testable import TableModels

@Suite struct DefaultTests {
  @Test(
    arguments: [
      ("5", .int, "5"), ("-5", .int, "-5"), ("'5'", .int, "5"), ("(7)", .int, "7"),
      ("x", .int, nil),
      ("1 + 1", .int, nil), ("NULL", .int, nil), ("9223372036854775808", .int, nil),
      ("0.5", .double, "0.5"), ("1e400", .double, nil), ("nan", .double, nil),
      ("1", .double, "1.0"),
      ("0.10", .decimal, "decimal \"0.1\""), ("'abc'", .decimal, nil), ("TRUE", .bool, "true"),
      ("0", .bool, "false"), ("2", .bool, nil), ("'it''s'", .string, "\"it's\""),
      ("\"old\"", .string, "\"old\""), ("'a' || 'b'", .string, nil), ("0", .string, "\"0\""),
      ("''", .string, "\"\""), ("'", .string, nil), ("()", .string, nil), ("", .string, nil),
      ("CURRENT_TIMESTAMP", .date, "now"), ("(datetime('now'))", .date, "now"),
      ("current_date", .date, "today"), ("CURRENT_TIMESTAMP", .string, nil),
      ("'2026-01-01'", .date, nil), ("x'00'", .data, nil), ("((((1", .int, nil),
    ] as [(String, ValueType, String?)]
  )
  func literals(text: String, type: ValueType, expected: String?) {
    #expect(SQLDefault.value(text, of: type)?.text == expected)
  }
}
