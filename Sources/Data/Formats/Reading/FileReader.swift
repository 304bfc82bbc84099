import Foundation
public import Storage

/// Reads a file of records into typed columns whose types it infers.
///
/// ```
/// let table = try FileReader(path: "users.csv").read(cancellation: flag)
/// ```
public struct FileReader: Sendable {
  /// Where the file is; `-` is standard input.
  public let path: String
  /// The format; nil where the path's ending says it.
  public let format: FileFormat?
  /// How the file is to be understood.
  public let options: ReadingOptions

  /// Makes a reader; without a `format` the path's ending decides.
  public init(
    path: String,
    format: FileFormat? = nil,
    options: ReadingOptions = ReadingOptions()
  ) {
    self.path = path
    self.format = format
    self.options = options
  }

  /// Reads all records, or none if anything is wrong with the file.
  public func read(cancellation: CancellationFlag) throws(FileReadingError) -> ReadTable {
    let (bytes, format) = try open(cancellation)
    return try Self.read(bytes, as: format, name: name, options, cancellation)
  }

  /// The unpacked bytes of the file, and its format.
  func open(
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> (FileBytes, FileFormat) {
    guard let format = format ?? FileFormat(path: GzipFile.unpackedPath(path)) else {
      throw .problem(whyFormatless, file: name)
    }
    let file = try FileBytes.open(path: path, name: name, cancellation)
    let bytes = GzipFile.isPacked(file) ? try unpacked(file, cancellation) : file
    return (bytes.isUTF16 ? try made(of: bytes, cancellation, UTF16File.decoded) : bytes, format)
  }

  /// The unpacked bytes of a packed file.
  func unpacked(
    _ file: FileBytes,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    try made(of: file, cancellation, GzipFile.unpacked)
  }

  /// What `make` makes of all bytes of the file, none of which was cut off meanwhile.
  private func made(
    of bytes: FileBytes,
    _ cancellation: CancellationFlag,
    _ make: (FileBytes, CancellationFlag) throws(ByteSpool.Failure) -> FileBytes
  ) throws(FileReadingError) -> FileBytes {
    do throws(ByteSpool.Failure) {
      let made = try make(bytes, cancellation)
      if !bytes.wasCut { return made }
    } catch {
      // What was cut off reads as damage.
      let error = FileReadingError(error, file: name)
      if error == .cancelled || !bytes.wasCut { throw error }
    }
    throw .problem(.changed, file: name)
  }

  /// Reads records that are in memory already, known as `name` in messages.
  public static func read(
    _ bytes: [UInt8],
    as format: FileFormat,
    name: String,
    options: ReadingOptions = ReadingOptions(),
    cancellation: CancellationFlag
  ) throws(FileReadingError) -> ReadTable {
    try read(FileBytes(copying: bytes), as: format, name: name, options, cancellation)
  }

  /// What is wrong with a path whose ending names no format.
  private var whyFormatless: FileProblem.Fact {
    if path == "-" { return .unknownFormat }
    var status = stat()
    if path.isEmpty || stat(path, &status) != 0 {
      return .cannotOpen(errno: path.isEmpty ? ENOENT : errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .isDirectory
    case S_IFCHR, S_IFBLK: return .isDevice
    default: return .unknownFormat
    }
  }

  var name: String { path == "-" ? "<stdin>" : path }

  private static func read(
    _ bytes: FileBytes,
    as format: FileFormat,
    name: String,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> ReadTable {
    do throws(ReadingFailure) {
      let table =
        switch format {
        case .csv:
          try CSVReader(bytes, delimiter: options.delimiter, options, cancellation).read()
        case .tsv:
          try CSVReader(
            bytes,
            delimiter: options.delimiter ?? UInt8(ascii: "\t"),
            options,
            cancellation
          ).read()
        case .json:
          try JSONReader(bytes, unwrapsArray: true, options, cancellation).read()
        case .jsonLines:
          try JSONReader(bytes, unwrapsArray: false, options, cancellation).read()
        }
      try bytes.checkWhole()
      return table
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }
}

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
