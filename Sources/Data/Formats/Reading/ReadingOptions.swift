/// How a file is to be understood.
public struct ReadingOptions: Hashable, Sendable {
  /// Whether the first record of a CSV or TSV file names the columns.
  public var hasHeader = true
  /// The ASCII character between fields; nil to find out (and a tab in TSV).
  public var delimiter: UInt8?
  /// The keys that lead to the records in a JSON document; none for the document itself.
  public var place: [String] = []
  /// Whether records that cannot be read are left out, as far as the others can be told from them.
  public var skipsBad = false

  /// Whether a file is refused of which no record has a field: nothing can be inferred from it.
  public var needsFields = true

  /// What columns are at least read as, by their names; CSV and TSV only.
  var kinds: [String: ScalarKind] = [:]
  /// Which numbers are kept as the texts that they are written as; JSON only.
  var exactNumbers: ExactNumbers?
  /// How many facts are told in full.
  var factLimit = FactList.limit
  /// How many stretches of a file are read side by side; nil for what its size and the machine
  /// suggest. Tests set it so that every place of a text becomes an edge.
  var stripeCount: Int?
  /// About how many fields are found before they are parsed.
  var fieldsPerBlock = 4_096
  /// How many bytes of CSV are looked through at once.
  var bytesPerWindow = FieldMarks.usualWindow

  /// The usual options.
  public init(hasHeader: Bool = true, delimiter: UInt8? = nil) {
    self.hasHeader = hasHeader
    self.delimiter = delimiter
  }
}
