package import Model
package import SQLGeneration

/// The type of a column's values by its declared type.
///
/// SQLite enforces types in `STRICT` tables only, so the types are those of the values that such
/// columns contain in practice: amounts of money are Decimals whether they are stored as INTEGER or
/// REAL, and columns without a type contain strings, as which numbers are read.
package struct DeclaredColumnType: Equatable, Sendable {
  package let type: ValueType
  package let codec: ColumnCodec

  package init(_ type: ValueType, _ codec: ColumnCodec) {
    self.type = type
    self.codec = codec
  }

  /// Reads `VARCHAR(20)`, `NUMERIC(10, 2)`, `unsigned big int`; empty for no type.
  package init(_ declaration: String) {
    let declaration = Declaration(declaration)
    self = Self.named(declaration) ?? Self.byAffinity(declaration)
  }

  private static let loose = DeclaredColumnType(.string, .looseText)

  /// Types with names in SQL, or in programs that write SQLite files.
  private static func named(_ declaration: Declaration) -> DeclaredColumnType? {
    switch declaration.word {
    case "": loose
    case "BOOL", "BOOLEAN", "LOGICAL": DeclaredColumnType(.bool, .bool)
    case "BIT" where declaration.numbers.isEmpty || declaration.numbers == [1]:
      DeclaredColumnType(.bool, .bool)
    case "UUID", "GUID", "UNIQUEIDENTIFIER": DeclaredColumnType(.uuid, .uuidText)
    case "DATE", "DATETIME", "DATETIME2", "SMALLDATETIME", "DATETIMEOFFSET", "TIMESTAMP",
      "TIMESTAMPTZ":
      DeclaredColumnType(.date, .date(.any))
    case "NUMERIC", "DECIMAL", "DEC", "NUMBER", "FIXED":
      isWhole(declaration)
        ? DeclaredColumnType(.int, .integer) : DeclaredColumnType(.decimal, .decimalNumber)
    case "MONEY", "SMALLMONEY", "CURRENCY": DeclaredColumnType(.decimal, .decimalNumber)
    case "BINARY", "VARBINARY", "IMAGE", "BYTEA", "RAW": DeclaredColumnType(.data, .blob)
    case "SERIAL", "BIGSERIAL", "LONG", "COUNTER", "AUTONUMBER":
      DeclaredColumnType(.int, .integer)
    // Names that contain `INT` by chance.
    case "INTERVAL", "POINT", "MULTIPOINT": loose
    default: nil
    }
  }

  /// Whether no decimal places are declared, and the other digits fit in an Int.
  private static func isWhole(_ declaration: Declaration) -> Bool {
    guard let digits = declaration.numbers.first, digits <= 18 else { return false }
    return declaration.numbers.dropFirst().allSatisfy { $0 == 0 }
  }

  /// The type according to SQLite's rules.
  private static func byAffinity(_ declaration: Declaration) -> DeclaredColumnType {
    let text = declaration.text
    let has = { (parts: [String]) in parts.contains { text.contains($0) } }
    if has(["INT"]) { return DeclaredColumnType(.int, .integer) }
    if has(["CHAR", "CLOB", "TEXT"]) { return DeclaredColumnType(.string, .text) }
    if has(["BLOB"]) { return DeclaredColumnType(.data, .blob) }
    if has(["REAL", "FLOA", "DOUB"]) { return DeclaredColumnType(.double, .real) }
    return loose
  }
}

/// The parts of a declared type.
private struct Declaration {
  /// All of it in uppercase.
  let text: String
  let word: String
  /// The numbers in parentheses.
  let numbers: [Int]

  init(_ declaration: String) {
    text = declaration.uppercased()
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    word =
      parts[0].split(whereSeparator: { $0.isWhitespace || $0 == "\"" }).first.map(String.init)
      ?? ""
    let inside = parts.count > 1 ? parts[1].prefix { $0 != ")" } : ""
    numbers = inside.split(separator: ",").compactMap { number in
      Int(number.filter { !$0.isWhitespace })
    }
  }
}
