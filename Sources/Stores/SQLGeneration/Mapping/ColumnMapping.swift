/// The column that keeps a stored field.
public struct ColumnMapping: Hashable, Sendable {
  /// The column's name.
  public var name: String
  /// How the column's values are written.
  public var codec: ColumnCodec
  /// Whether every value that is not NULL is known to fit `codec`: only where Martlet alone writes the
  /// table. Elsewhere a value that does not fit reads as nil, and `.check` reports it.
  public var isTrusted: Bool
  /// Whether something else gives the column its values, and nothing writes them here: an expression of
  /// the table, or a relationship whose key has several columns.
  public var isReadOnly: Bool

  /// Makes a mapping.
  public init(
    _ name: String,
    _ codec: ColumnCodec,
    isTrusted: Bool = false,
    isReadOnly: Bool = false
  ) {
    self.name = name
    self.codec = codec
    self.isTrusted = isTrusted
    self.isReadOnly = isReadOnly
  }
}

/// How values are written in a column of an SQL database; NULL is nil in all of them.
public enum ColumnCodec: Hashable, Sendable {
  /// An Int as INTEGER.
  case integer
  /// A Double as REAL; an INTEGER is read too.
  case real
  /// A text, or a case of an enum, as TEXT.
  case text
  /// A text as TEXT; an INTEGER or REAL is read as `CAST(… AS TEXT)` writes it. For columns whose
  /// declaration leaves open what they hold.
  case looseText
  /// Data as BLOB.
  case blob
  /// A Bool as 0 or 1.
  case bool
  /// A date.
  case date(DateCodec)
  /// A UUID as its 16 bytes.
  case uuidBytes
  /// A UUID as upper-case text; lower-case, and its 16 bytes as BLOB, are read too.
  case uuidText
  /// A Decimal as its canonical text (`Decimal.description`), so that equal numbers are equal texts.
  case decimalText
  /// A Decimal as a number or a text of one.
  case decimalNumber
  /// An array as JSON text.
  case json
  /// A text as the INTEGER that stands for it.
  case labels([Int64: String])
  /// Data as BLOB, or in a file of its own.
  case externalBlob(ExternalFolder)
  /// What an app archived as BLOB: an array, or anything as a text that shows it. It is only read.
  case archive(ArchiveCodec)
}

/// A folder with a file for each large value.
public struct ExternalFolder: Hashable, Sendable {
  /// Where it lies.
  public var folder: String

  /// Names a folder.
  public init(folder: String) {
    self.folder = folder
  }
}

/// How what an app archived is shown.
public struct ArchiveCodec: Hashable, Sendable {
  /// What is shown in the place of what cannot be read; nil where nothing is known.
  public var className: String?
  /// Where large archives lie; nil where all stand in the column.
  public var externalFolder: ExternalFolder?

  /// Says how.
  public init(className: String?, externalFolder: ExternalFolder? = nil) {
    self.className = className
    self.externalFolder = externalFolder
  }
}

/// How a date is written.
public enum DateCodec: Hashable, Sendable {
  /// INTEGER microseconds since 1970 UTC.
  case microseconds
  /// INTEGER milliseconds since 1970 UTC.
  case milliseconds
  /// Seconds since `epoch`, INTEGER or REAL; `epoch` is in seconds since 1970 UTC.
  case seconds(epoch: Int64)
  /// TEXT as SQLite's date functions read it: `2026-07-01`, `2026-07-01 12:30:00.123`, with `T` for the
  /// space and a zone behind.
  case text
  /// Any of: TEXT as above, INTEGER seconds since 1970 UTC, REAL Julian days; what SQLite's manual says
  /// of columns that are declared as dates. INTEGERs that would be seconds beyond the year 9999 are
  /// milliseconds, as Java writes them, and beyond that microseconds; REALs that would be days beyond it
  /// are seconds since 1970 UTC. TEXT is written.
  case any
}
