/// How to read a file.
public struct ReadingOptions: Hashable, Sendable {
  /// Whether the first record of a CSV or TSV file names the columns.
  public var hasHeader = true
  /// The ASCII character between fields; nil to detect it (a tab for TSV).
  public var delimiter: UInt8?
  /// The keys of the records' place in a JSON document; empty for the document itself.
  public var place: [String] = []
  /// Whether invalid records are skipped, as far as the end of each record is known.
  public var skipsBad = false

  /// Whether a file without any field is an error, since no model can be inferred.
  public var needsFields = true

  /// The kinds as which columns are read if possible, by name; only CSV and TSV.
  var kinds: [String: ScalarKind] = [:]
  /// The columns that read `""` as the empty string, even in a file of one column.
  var emptyStrings: Set<String> = []
  /// The keys whose numbers are kept as strings, exactly as written; only JSON.
  var exactNumbers: Set<String> = []
  /// The columns whose values are needed, by name; nil for all. Only the types of the others are
  /// found.
  var needed: Set<String>?
  /// Whether the types of the other columns are known, so that they are not read at all.
  var othersAreKnown = false
  /// How many problems are reported in full.
  var factLimit = FactList.limit
  /// The number of stripes read in parallel; nil to choose by size and processors. Tests set it to
  /// put an edge at every place.
  var stripeCount: Int?
  /// About how many fields are found before they are parsed.
  var fieldsPerBlock = 4_096
  /// How many bytes of CSV are scanned at once.
  var bytesPerWindow = FieldMarks.defaultWindow

  /// Creates the usual options.
  public init(hasHeader: Bool = true, delimiter: UInt8? = nil) {
    self.hasHeader = hasHeader
    self.delimiter = delimiter
  }
}
