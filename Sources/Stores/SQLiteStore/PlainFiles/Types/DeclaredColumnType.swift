import Model
import SQLGeneration

/// What the declared type of a column says of its values.
///
/// SQLite holds no value to it, but for `STRICT` tables, so types are chosen that take what columns of such
/// declarations hold in practice: amounts of money are Decimals whether they are stored as INTEGER or
/// REAL, and a column whose declaration says nothing is a text that numbers are read as.
struct DeclaredColumnType: Equatable {
  let type: ValueType
  let codec: ColumnCodec

  private init(_ type: ValueType, _ codec: ColumnCodec) {
    self.type = type
    self.codec = codec
  }

  /// Reads `VARCHAR(20)`, `NUMERIC(10, 2)`, `unsigned big int`; an empty text is no type.
  init(_ declaration: String) {
    let declaration = Declaration(declaration)
    self = Self.named(declaration) ?? Self.byAffinity(declaration)
  }

  private static let loose = DeclaredColumnType(.string, .looseText)

  /// Types that SQL, or one of the programs that write SQLite files, gives a name.
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
    // What SQLite takes for integers because of the letters in their names.
    case "INTERVAL", "POINT", "MULTIPOINT": loose
    default: nil
    }
  }

  /// Whether no digits are declared behind the point, and the others fit an Int.
  private static func isWhole(_ declaration: Declaration) -> Bool {
    guard let digits = declaration.numbers.first, digits <= 18 else { return false }
    return declaration.numbers.dropFirst().allSatisfy { $0 == 0 }
  }

  /// What SQLite itself reads out of a declaration.
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
  /// All of it in upper case.
  let text: String
  /// The first word.
  let word: String
  /// The numbers between parentheses.
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
