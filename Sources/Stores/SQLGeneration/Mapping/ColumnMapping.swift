import Model

/// The column of a stored field.
package struct ColumnMapping: Hashable, Sendable {
  package var name: String
  /// The field of a composite column of a server; nil for a column with one value.
  package var part: String?
  /// How the column's values are encoded.
  package var codec: ColumnCodec
  /// Whether all values except NULL are known to fit `codec`, as in tables that only Martlet
  /// writes. Elsewhere invalid values read as nil, and `.check` reports them.
  package var isTrusted: Bool
  /// Whether values are not written to the column: it is computed, or belongs to a relationship
  /// whose key has several columns.
  package var isReadOnly: Bool
  /// The digits of a Decimal, if a server limits them.
  package var digits: DecimalDigits?

  package init(
    _ name: String,
    _ codec: ColumnCodec,
    part: String? = nil,
    isTrusted: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.name = name
    self.part = part
    self.codec = codec
    self.isTrusted = isTrusted
    self.isReadOnly = isReadOnly
  }

  /// The value in a table with an alias: `t."city"`, or `(t."home")."city"`.
  package func reference(_ alias: String) -> String {
    let column = "\(alias).\(name.quotedForSQL)"
    return part.map { "(\(column)).\($0.quotedForSQL)" } ?? column
  }
}

/// How many digits a Decimal has at most, before and after the point.
package struct DecimalDigits: Hashable, Sendable {
  package var whole: Int
  package var fraction: Int

  package init(whole: Int, fraction: Int) { (self.whole, self.fraction) = (whole, fraction) }

  /// The digits of a result; nil if it may have to be rounded, or the operation is a division.
  func result(_ operation: ArithmeticOperator, _ other: DecimalDigits) -> DecimalDigits? {
    let result: DecimalDigits
    switch operation {
    case .add, .subtract:
      result = DecimalDigits(
        whole: max(whole, other.whole) + 1,
        fraction: max(fraction, other.fraction)
      )
    case .multiply:
      result = DecimalDigits(whole: whole + other.whole, fraction: fraction + other.fraction)
    case .divide, .remainder: return nil
    }
    return result.whole + result.fraction <= Self.most ? result : nil
  }

  /// The digits of a Decimal.
  private static let most = 38
}

/// How values are encoded in a column; NULL is nil in all encodings.
package enum ColumnCodec: Hashable, Sendable {
  /// An Int as INTEGER.
  case integer
  /// A Double as REAL; INTEGER is read, too.
  case real
  /// A String, or a case of an enum, as TEXT.
  case text
  /// A String as TEXT; INTEGER and REAL are read as `CAST(… AS TEXT)` converts them. For columns
  /// without a declared type.
  case looseText
  /// Data as BLOB.
  case blob
  /// A Bool as 0 or 1.
  case bool
  /// A date.
  case date(DateCodec)
  /// A UUID as its 16 bytes.
  case uuidBytes
  /// A UUID as uppercase TEXT; lowercase TEXT and a BLOB of 16 bytes are read, too.
  case uuidText
  /// A Decimal as canonical TEXT (`Decimal.description`), so that equal numbers are equal texts.
  case decimalText
  /// A Decimal as a number or as TEXT.
  case decimalNumber
  /// An array as JSON TEXT.
  case json
  /// A String as the INTEGER that represents it.
  case labels([Int64: String])
  /// Data as BLOB or in a separate file.
  case externalBlob(ExternalFolder)
  /// A value of a type of a database server.
  case server(ServerType)
  /// An object archived by an app, as BLOB: an array, or a String that describes it. Read-only.
  case archive(ArchiveCodec)
}

/// A folder with a file for each large value.
package struct ExternalFolder: Hashable, Sendable {
  /// The folder's path.
  package var folder: String

  package init(folder: String) { self.folder = folder }
}

/// How an archived object is shown.
package struct ArchiveCodec: Hashable, Sendable {
  /// The class name to show if the object cannot be read; nil if unknown.
  package var className: String?
  /// The folder of large archives; nil if all are in the column.
  package var externalFolder: ExternalFolder?

  package init(className: String?, externalFolder: ExternalFolder? = nil) {
    (self.className, self.externalFolder) = (className, externalFolder)
  }
}

/// How a date is written.
package enum DateCodec: Hashable, Sendable {
  /// INTEGER microseconds since 1970 UTC.
  case microseconds
  /// INTEGER milliseconds since 1970 UTC.
  case milliseconds
  /// Seconds since `epoch`, INTEGER or REAL; `epoch` is in seconds since 1970 UTC.
  case seconds(epoch: Int64)
  /// TEXT in the formats of SQLite's date functions: `2026-07-01`, `2026-07-01 12:30:00.123`,
  /// optionally with `T` and a time zone.
  case text
  /// Any of the formats that SQLite's manual lists for dates: TEXT as above, INTEGER seconds since
  /// 1970 UTC, REAL Julian days. INTEGERs beyond the year 9999 are milliseconds, as Java writes
  /// them, and beyond that microseconds; REALs beyond it are seconds since 1970 UTC. Written as
  /// TEXT.
  case any
}
