import Diagnostics
import Formats
import Model
import Session
import Storage

/// The files of an import, read together or batch by batch.
struct ImportSource {
  let files: [RecordFile]
  /// What columns are read as at least, by their names.
  var types: [String: ValueType] = [:]
  /// Which numbers of JSON are kept as the texts that they are written as.
  var exactNumbers: ExactNumbers?

  /// How many bytes there are.
  var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// All records together.
  func all() throws -> ImportBatch {
    let parts = files.map { ($0, $0.whole) }
    let tables = try parts.map { try $0.read($1, as: types, keeping: exactNumbers) }
    if tables.count == 1 { return ImportBatch(table: tables[0], files, parts.map(\.1), tables) }
    let shape = try joined(tables.map(InferredTable.init), parts.map(\.0))
    let texts = types.merging(textColumns(shape)) { first, _ in first }
    let isMixed = zip(files, tables).contains { file, table in
      file.isDelimited
        && table.attributes.contains { texts[$0.name] == .string && $0.type != .string }
    }
    for file in files { if isMixed { file.forgetSkipped() } }
    let final =
      isMixed ? try parts.map { try $0.read($1, as: texts, keeping: exactNumbers) } : tables
    return ImportBatch(
      table: ReadTable(joining: final, as: shape),
      files,
      parts.map(\.1),
      final
    )
  }

  /// The fields and types of all records, which are read for that some at a time; nil where they go together
  /// only if all are read at once, as texts.
  func shape(_ size: Int) throws -> InferredTable? {
    var shape: InferredTable?
    var problems: [FileProblem] = []
    var furtherCount = 0
    var isJoined = true
    for (file, part) in try parts(size) where isJoined {
      do throws(FileReadingError) {
        let read = InferredTable(try file.read(part, as: types, keeping: exactNumbers))
        isJoined = Self.join(read, isText: isText, to: &shape)
      } catch {
        // What is wrong in the other parts is told as well.
        guard case .failed(let found, let further) = error else { throw error }
        problems += found
        furtherCount += further
      }
    }
    guard problems.isEmpty else {
      let told = Array(problems.prefix(ImportReport.mostTold))
      throw FileReadingError.failed(told, furtherCount: furtherCount + problems.count - told.count)
    }
    for file in files { file.forgetSkipped() }
    return isJoined ? shape : nil
  }

  /// Whether all fields of all files are texts, so that types always go together.
  private var isText: Bool { files.allSatisfy(\.isDelimited) }

  /// Takes in what a part has; false where that does not go together.
  private static func join(
    _ read: InferredTable,
    isText: Bool,
    to shape: inout InferredTable?
  ) -> Bool {
    // Of a part whose records were all at fault nothing is known.
    if read.attributes.isEmpty, read.children.isEmpty { return true }
    guard var joined = shape else {
      shape = read
      return true
    }
    do {
      try joined.join(read, textsOnly: isText)
    } catch {
      return false
    }
    shape = joined
    return true
  }

  /// Reads parts of about `size` bytes, each with all fields of `shape`, which ``shape(_:)`` has found.
  func forEachBatch(
    of size: Int,
    _ shape: InferredTable,
    _ body: (ImportBatch) throws -> Void
  ) throws {
    let texts = types.merging(textColumns(shape)) { first, _ in first }
    for (file, part) in try parts(size) {
      let table = try file.read(part, as: texts, keeping: exactNumbers)
      let whole = ReadTable(joining: [table], as: shape)
      try body(ImportBatch(table: whole, [file], [part], [table]))
    }
  }

  private func parts(_ size: Int) throws -> [(RecordFile, RecordPart)] {
    try files.flatMap { file in try file.parts(of: size).map { (file, $0) } }
  }

  private func joined(_ shapes: [InferredTable], _ files: [RecordFile]) throws -> InferredTable {
    var joined = shapes[0]
    for (shape, file) in zip(shapes, files).dropFirst() {
      do {
        try joined.join(shape, textsOnly: isText)
      } catch {
        throw FileFindings([
          .init(
            "`\(error.path)` is \(error.types[1]) here, and \(error.types[0]) before",
            file: file.name
          )
        ])
      }
    }
    return joined
  }

  /// The columns that are texts in some file, and so in all.
  private func textColumns(_ shape: InferredTable) -> [String: ValueType] {
    Dictionary(
      shape.attributes.filter { $0.type == .string }.map { ($0.name, ValueType.string) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

/// Some records of files, and where they stand there.
struct ImportBatch {
  /// The records.
  var table: ReadTable
  private let stretches: [Stretch]

  /// Rows that come from one part of a file.
  private struct Stretch {
    let file: RecordFile
    let part: RecordPart
    let start: Int
  }

  init(table: ReadTable, _ files: [RecordFile], _ parts: [RecordPart], _ tables: [ReadTable]) {
    self.table = table
    var start = 0
    var stretches: [Stretch] = []
    for (index, file) in files.enumerated() {
      stretches.append(Stretch(file: file, part: parts[index], start: start))
      start += tables[index].count
    }
    self.stretches = stretches
  }

  /// Whether every field is a text by itself.
  var isDelimited: Bool { stretches.allSatisfy(\.file.isDelimited) }

  /// Whether the field of a row stands in quotes.
  func isQuoted(_ row: Int, _ path: [String]) -> Bool {
    guard let stretch = stretches.last(where: { $0.start <= row }) else { return false }
    return stretch.file.isQuoted(
      RecordPlace(part: stretch.part, row: row - stretch.start, path: path)
    )
  }

  /// What is wrong with a column of the first file, at its name there; nil where no header names it.
  func problem(ofColumn name: String, _ message: String) -> FileProblem? {
    stretches.first?.file.problem(ofColumn: name, message)
  }

  /// What is wrong with rows, each at its place, in the order of the files.
  func problems(_ found: [RowProblem]) -> [FileProblem] {
    stretches.indices.flatMap { index in
      let start = stretches[index].start
      let end = index + 1 < stretches.count ? stretches[index + 1].start : Int.max
      let own = found.filter { (start..<end).contains($0.row) }
      if own.isEmpty { return [FileProblem]() }
      let (file, part) = (stretches[index].file, stretches[index].part)
      return file.problems(
        own.map {
          (RecordPlace(part: part, row: $0.row - start, path: $0.path), $0.message)
        }
      )
    }
  }
}

/// What is wrong with a row of what was read.
struct RowProblem {
  /// The record's row, from 0 on; of records in arrays that of the record around.
  let row: Int
  /// The keys that lead to the field in the file; none for the record as a whole.
  let path: [String]
  let message: String
}
