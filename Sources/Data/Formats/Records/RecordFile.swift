public import Model
public import Storage

/// A file of records that is open: read as a whole or part by part, and asked where a record stands.
public final class RecordFile {
  /// What messages call the file.
  public let name: String
  /// The records that were left out, as they could not be read; only with ``ReadingOptions/skipsBad``.
  public private(set) var skipped: [FileProblem] = []
  /// How many bytes there are to read.
  public var byteCount: Int { body.count }
  /// Whether every field is a text by itself, so that columns can be read as any type.
  public var isDelimited: Bool { csv != nil }

  let bytes: FileBytes
  let options: ReadingOptions
  let cancellation: CancellationFlag
  /// What is known of a CSV file; nil for JSON.
  let csv: CSVLayout?
  /// Where the records stand.
  let body: Range<Int>
  /// Whether an array at the start of the body is the row of records.
  let unwrapsArray: Bool
  /// The records that were left out: where they stand.
  private var leftOut: [Int: [Range<Int>]] = [:]

  /// Opens a file: `-` is standard input, and what gzip packed is unpacked.
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

  /// A file whose bytes are unpacked and decoded.
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
          throw .fact(.misfit("only in JSON is there a place `at` which records stand"), at: nil)
        }
        let layout = try CSVLayout(bytes, format, options)
        csv = layout
        body = layout.bodyStart..<bytes.count
        unwrapsArray = false
      case .json, .jsonLines:
        csv = nil
        body = try JSONPlace(bytes, options.place).range()
        unwrapsArray = format == .json || !options.place.isEmpty
      }
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }

  /// All records as one part.
  public var whole: RecordPart { RecordPart(range: body, isWhole: true) }

  /// Parts of about `size` bytes, each of whole records.
  public func parts(of size: Int) throws(FileReadingError) -> [RecordPart] {
    guard body.count > size else { return [whole] }
    do throws(ReadingFailure) {
      guard let csv else { return try JSONDivider(self).parts(of: size) }
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
  /// - Parameter types: What columns are read as at least, by their names, where that is possible
  ///   (``isDelimited``).
  /// - Parameter exactNumbers: Which numbers of JSON are kept as the texts that they are written as.
  public func read(
    _ part: RecordPart,
    as types: [String: ValueType] = [:],
    keeping exactNumbers: ExactNumbers? = nil
  ) throws(FileReadingError) -> ReadTable {
    var options = options
    options.exactNumbers = exactNumbers
    options.kinds = types.mapValues(ScalarKind.init)
    if options.skipsBad { options.factLimit = .max }
    // What was read of a large file need not stay in memory.
    defer { if !part.isWhole { bytes.release(part.range) } }
    do throws(ReadingFailure) {
      let table = try read(bytes, part.range, part, options)
      try bytes.checkWhole()
      return table
    } catch {
      guard options.skipsBad, !bytes.wasCut else {
        throw FileReadingError(error, file: name, bytes: bytes)
      }
      return try readGoodRecords(of: part, options, after: error)
    }
  }

  private func read(
    _ bytes: FileBytes,
    _ range: Range<Int>,
    _ part: RecordPart,
    _ options: ReadingOptions
  ) throws(ReadingFailure) -> ReadTable {
    if let csv { return try csv.read(bytes, range, options, cancellation) }
    do throws(ReadingFailure) {
      return try JSONReader(
        bytes.part(range),
        unwrapsArray: unwrapsArray && part.isWhole,
        hasCommas: part.isList,
        options,
        cancellation
      ).read()
    } catch {
      throw error.shifted(by: range.lowerBound)
    }
  }

  /// Reads what is left of a part; a table without fields where all records were at fault.
  ///
  /// Throws `failure`, what was wrong with these, where no field is left of a file to infer a model from.
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

  /// Reads once more, without the records that are at fault.
  private func readGoodRecords(
    of part: RecordPart,
    _ options: ReadingOptions,
    after failure: ReadingFailure
  ) throws(FileReadingError) -> ReadTable {
    do throws(ReadingFailure) {
      let bad = try BadRecords(self, part).found(after: failure)
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

  /// Where records were left out of a part.
  func rangesLeftOut(of part: RecordPart) -> [Range<Int>] {
    leftOut[part.range.lowerBound] ?? []
  }

  /// Begins to note the records that are left out anew: the file is read once more.
  public func forgetSkipped() {
    skipped = []
    leftOut = [:]
  }
}

/// A part of a file: whole records, one behind another.
public struct RecordPart: Sendable, Hashable {
  let range: Range<Int>
  /// Whether it is all that there is.
  let isWhole: Bool
  /// Whether commas stand between the records.
  var isList = false
}

extension ScalarKind {
  /// What a column that is to become one of `type` is read as: what has no kind of its own is text.
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
  /// The same for what lies further behind.
  func shifted(by distance: Int) -> ReadingFailure {
    guard case .facts(let facts) = self, distance != 0 else { return self }
    return .facts(facts.shifted(by: distance))
  }
}
