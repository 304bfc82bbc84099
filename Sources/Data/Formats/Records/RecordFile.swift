public import Model
public import Platform
public import Storage

/// An open file of records. Reads it as a whole or in parts, and locates its records.
public final class RecordFile {
  /// The file's name in messages.
  public let name: String
  /// The records that were skipped; only with ``ReadingOptions/skipsBad``.
  public private(set) var skipped: [FileProblem] = []
  /// The number of bytes to read.
  public var byteCount: Int { body.count }
  /// The stamp of the file that was opened, from before its records were read; nil if they are not
  /// from a regular file. Another file may have its path by now.
  public var stamp: FileStamp? { bytes.stamp }
  /// Whether every field is plain text, so that columns can be read as any type.
  public var isDelimited: Bool { csv != nil }
  /// The names of the columns of a delimited file; nil for JSON.
  public var columnNames: [String]? { csv?.names }
  /// The name given to a first column that the header lacks; nil if the header is complete.
  public var rowNameColumn: String? { csv?.hasRowNames == true ? csv?.names[0] : nil }

  let bytes: FileBytes
  let options: ReadingOptions
  let cancellation: CancellationFlag
  /// The layout of a CSV file; nil for JSON.
  let csv: CSVLayout?
  /// The range of the records.
  let body: Range<Int>
  /// Whether the records are the elements of an array at the start of the body.
  let unwrapsArray: Bool
  /// The ranges of skipped records, by the start of their part.
  private var leftOut: [Int: [Range<Int>]] = [:]

  /// Opens a file; `-` is standard input.
  public convenience init(
    path: String,
    format: FileFormat? = nil,
    options: ReadingOptions = ReadingOptions(),
    cancellation: CancellationFlag
  ) throws(FileReadingError) {
    let opener = FileOpener(path: path, format: format)
    let (bytes, format) = try opener.open(cancellation)
    try self.init(bytes, format, name: opener.name, options, cancellation)
  }

  /// A file with these bytes.
  init(
    _ bytes: FileBytes,
    _ format: FileFormat,
    name: String,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) {
    self.name = name
    self.options = options
    self.cancellation = cancellation
    self.bytes = bytes
    do throws(ReadingFailure) {
      switch format {
      case .csv, .tsv:
        guard options.place.isEmpty else {
          throw .fact(.invalid("`at` works only with JSON"), at: nil)
        }
        let layout = try CSVLayout(bytes, format, options)
        csv = layout
        body = layout.bodyStart..<bytes.count
        unwrapsArray = false
      case .json, .jsonLines:
        csv = nil
        body = try JSONPlace(bytes: bytes, keys: options.place).range()
        unwrapsArray = format == .json || !options.place.isEmpty
      }
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }

  /// All records as one part.
  public var whole: RecordPart { RecordPart(range: body, isWhole: true) }

  /// Parts of about `size` bytes, each with whole records.
  public func parts(of size: Int) throws(FileReadingError) -> [RecordPart] {
    guard body.count > size else { return [whole] }
    do throws(ReadingFailure) {
      guard let csv else { return try JSONDivider(file: self).parts(of: size) }
      let splitter = CSVSplitter(
        bytes,
        body,
        delimiter: csv.delimiter,
        count: (body.count + size - 1) / size
      )
      return try splitter.split().map { RecordPart(range: $0.range, isWhole: false) }
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }

  /// Reads the records of a part.
  ///
  /// - Parameters:
  ///   - types: The types as which columns are read if possible, by name; only for delimited files.
  ///   - emptyStrings: The columns that read `""` as the empty string, not as nil, even without any
  ///     other column.
  ///   - exactNumbers: The keys in JSON whose numbers are kept as strings, exactly as written.
  ///   - needed: The columns whose values are needed; nil for all. The table has no columns for the
  ///     others, and only their types are found. JSON is read completely.
  public func read(
    _ part: RecordPart,
    as types: [String: ValueType] = [:],
    emptyStrings: Set<String> = [],
    keeping exactNumbers: Set<String> = [],
    needing needed: Set<String>? = nil
  ) throws(FileReadingError) -> ReadTable {
    var options = options
    if isDelimited { options.needed = needed }
    options.exactNumbers = exactNumbers
    options.emptyStrings = emptyStrings
    options.kinds = types.mapValues(ScalarKind.init)
    if options.skipsBad { options.factLimit = .max }
    // The bytes of a large file need not stay in memory.
    defer { if !part.isWhole { bytes.release(part.range) } }
    do throws(ReadingFailure) {
      let table = try read(bytes, part.range, part, options)
      try bytes.checkWhole()
      return table
    } catch {
      guard options.skipsBad, !bytes.wasTruncated else {
        throw FileReadingError(error, file: name, bytes: bytes)
      }
      return try readGoodRecords(of: part, options, after: error)
    }
  }

  func read(
    _ bytes: FileBytes,
    _ range: Range<Int>,
    _ part: RecordPart,
    _ options: ReadingOptions
  ) throws(ReadingFailure) -> ReadTable {
    if let csv { return try csv.read(bytes, range, options, cancellation) }
    do throws(ReadingFailure) {
      return try JSONReader(
        bytes: bytes.part(range),
        unwrapsArray: unwrapsArray && part.isWhole,
        hasCommas: part.isList,
        options: options,
        cancellation: cancellation
      ).read()
    } catch {
      throw error.shifted(by: range.lowerBound)
    }
  }

  /// Reads the remaining records of a part; a table without fields if all were invalid.
  ///
  /// Throws `failure`, the problems of the invalid records, if a whole file has no field left to
  /// infer a model.
  private func readIfAny(
    _ bytes: FileBytes,
    _ part: RecordPart,
    _ options: ReadingOptions,
    after failure: ReadingFailure
  ) throws(ReadingFailure) -> ReadTable {
    do throws(ReadingFailure) {
      return try read(bytes, 0..<bytes.count, part, options)
    } catch .facts(let facts) where [[.empty], [.noFields]].contains(facts.first.map(\.fact)) {
      if part.isWhole, options.needsFields { throw failure }
      return ReadTable(attributes: [], count: 0, columns: [:])
    }
  }

  /// Reads the part again without its invalid records.
  private func readGoodRecords(
    of part: RecordPart,
    _ options: ReadingOptions,
    after failure: ReadingFailure
  ) throws(FileReadingError) -> ReadTable {
    do throws(ReadingFailure) {
      let bad = try InvalidRecords(file: self, part: part).found(after: failure)
      var copy = Array(
        UnsafeBufferPointer(start: bytes.start + part.range.lowerBound, count: part.range.count)
      )
      let filler = csv == nil ? Byte.space : Byte.lineFeed
      for range in bad.flatMap({ [$0.range] + ($0.separator.map { [$0] } ?? []) }) {
        let lower = range.lowerBound - part.range.lowerBound
        for index in lower..<lower + range.count { copy[index] = filler }
      }
      let good = FileBytes(copying: copy)
      var options = options
      options.factLimit = FactList.limit
      let table = try readIfAny(good, part, options, after: failure)
      leftOut[part.range.lowerBound] = bad.map(\.range)
      var locator = OffsetLocator(bytes)
      for record in bad.sorted(by: { ($0.fact.offset ?? 0) < ($1.fact.offset ?? 0) }) {
        skipped.append(
          FileProblem(
            file: name,
            location: record.fact.offset.map { locator.location(of: $0) },
            fact: record.fact.fact
          )
        )
      }
      return table
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }

  /// The ranges of skipped records in a part.
  func rangesLeftOut(of part: RecordPart) -> [Range<Int>] {
    leftOut[part.range.lowerBound] ?? []
  }

  /// Forgets the skipped records before the file is read again.
  public func forgetSkipped() {
    skipped = []
    leftOut = [:]
  }
}

/// A part of a file that consists of whole records.
public struct RecordPart: Sendable, Hashable {
  let range: Range<Int>
  /// Whether this is the whole file.
  let isWhole: Bool
  /// Whether commas separate the records.
  var isList = false
}

extension ScalarKind {
  /// The kind for reading a column that becomes `type`; string for types without their own kind.
  init(_ type: ValueType) {
    switch type {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .date: self = .date
    case .uuid: self = .uuid
    default: self = .string
    }
  }
}

extension ReadingFailure {
  /// The same failure with offsets increased by `distance`.
  func shifted(by distance: Int) -> ReadingFailure {
    guard case .facts(let facts) = self, distance != 0 else { return self }
    return .facts(facts.shifted(by: distance))
  }
}
