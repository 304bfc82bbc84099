import Diagnostics
import Formats
import Model
import Session
import Storage

/// The files of an import, read as a whole or in batches.
struct ImportSource {
  let files: [RecordFile]
  /// The types as which columns are read if possible, by name.
  var types: [String: ValueType] = [:]
  /// The columns that read `""` as the empty string, even in a file of one column.
  var emptyStrings: Set<String> = []
  /// The keys in JSON whose numbers are kept as strings, exactly as written.
  var exactNumbers: Set<String> = []

  /// The columns whose values are needed, by name; nil for all.
  var needed: Set<String>?

  /// The total size in bytes.
  var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  /// Reads all records.
  func all() throws -> ImportBatch {
    let parts = files.map { ($0, $0.whole) }
    let tables = try parts.map {
      try $0.read(
        $1,
        as: types,
        emptyStrings: emptyStrings,
        keeping: exactNumbers,
        needing: parts.count == 1 ? needed : nil
      )
    }
    if tables.count == 1 { return ImportBatch(table: tables[0], files, parts.map(\.1), tables) }
    let shape = try joined(tables.map(InferredTable.init), parts.map(\.0))
    let texts = types.merging(textColumns(shape)) { first, _ in first }
    let isMixed = zip(files, tables).contains { file, table in
      file.isDelimited
        && table.attributes.contains { texts[$0.name] == .string && $0.type != .string }
    }
    for file in files { if isMixed { file.forgetSkipped() } }
    let final =
      isMixed
      ? try parts.map {
        try $0.read($1, as: texts, emptyStrings: emptyStrings, keeping: exactNumbers)
      } : tables
    return ImportBatch(
      table: ReadTable(joining: final, as: shape),
      files,
      parts.map(\.1),
      final
    )
  }

  /// How many parts are kept in memory between the two passes over a file.
  private static let keptParts = 2

  /// Reads all records in parts to find their fields and types; nil if the types are compatible
  /// only when everything is read as strings.
  func shape(_ size: Int) throws -> ImportShape? {
    var shape: InferredTable?
    var kept: [ReadTable] = []
    var problems: [FileProblem] = []
    var furtherCount = 0
    var isJoined = true
    let parts = try parts(size)
    for (index, (file, part)) in parts.enumerated() where isJoined {
      do throws(FileReadingError) {
        let table = try file.read(
          part,
          as: types,
          emptyStrings: emptyStrings,
          keeping: exactNumbers
        )
        if index < Self.keptParts { kept.append(table) }
        isJoined = Self.join(InferredTable(table), isText: isText, to: &shape)
      } catch {
        // Problems in the other parts are reported too.
        guard case .failed(let found, let further) = error else { throw error }
        problems += found
        furtherCount += further
      }
    }
    guard problems.isEmpty else {
      let reported = Array(problems.prefix(ImportReport.shownLimit))
      throw FileReadingError.failed(
        reported,
        furtherCount: furtherCount + problems.count - reported.count
      )
    }
    // Reading a part again finds its skipped records again.
    if files.contains(where: { !$0.skipped.isEmpty }) { kept = [] }
    for file in files { file.forgetSkipped() }
    guard isJoined, let shape else { return nil }
    return ImportShape(fields: shape, parts, kept)
  }

  /// Whether all files are plain text, so that types are always compatible.
  private var isText: Bool { files.allSatisfy(\.isDelimited) }

  /// Merges the fields of a part. Returns false if they are incompatible.
  private static func join(
    _ read: InferredTable,
    isText: Bool,
    to shape: inout InferredTable?
  ) -> Bool {
    // A part with only invalid records says nothing about fields.
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

  /// Reads the parts in which ``shape(_:)`` found `shape`, each with all fields of it.
  func forEachBatch(_ shape: ImportShape, _ body: (ImportBatch) throws -> Void) throws {
    let texts = types.merging(textColumns(shape.fields)) { first, _ in first }
    for (index, (file, part)) in shape.parts.enumerated() {
      let table =
        try shape.take(index, texts)
        ?? file.read(part, as: texts, emptyStrings: emptyStrings, keeping: exactNumbers)
      let whole = ReadTable(joining: [table], as: shape.fields)
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

  /// The columns that are strings in any file.
  private func textColumns(_ shape: InferredTable) -> [String: ValueType] {
    Dictionary(
      shape.attributes.filter { $0.type == .string }.map { ($0.name, ValueType.string) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

/// What the first pass over files finds.
final class ImportShape {
  /// The fields of all records.
  let fields: InferredTable
  /// The parts of the files. A file that changes meanwhile could be divided elsewhere the second
  /// time, and the records of a kept part would be missing or read twice.
  fileprivate let parts: [(RecordFile, RecordPart)]
  /// The records of the first parts; nil for those that were taken.
  private var tables: [ReadTable?]

  fileprivate init(
    fields: InferredTable,
    _ parts: [(RecordFile, RecordPart)],
    _ tables: [ReadTable]
  ) {
    (self.fields, self.parts, self.tables) = (fields, parts, tables)
  }

  /// Takes the records of a part; nil if they are not kept, or if one of the columns that are
  /// strings in `texts` was read as another type.
  fileprivate func take(_ index: Int, _ texts: [String: ValueType]) -> ReadTable? {
    guard index < tables.count, let table = tables[index] else { return nil }
    tables[index] = nil
    let isSame = table.attributes.allSatisfy { texts[$0.name] != .string || $0.type == .string }
    return isSame ? table : nil
  }
}

/// Some records of files, and their places there.
struct ImportBatch {
  /// The records.
  var table: ReadTable
  private let segments: [Segment]

  /// Rows from one part of a file.
  private struct Segment {
    let file: RecordFile
    let part: RecordPart
    let start: Int
    let count: Int
  }

  init(table: ReadTable, _ files: [RecordFile], _ parts: [RecordPart], _ tables: [ReadTable]) {
    self.table = table
    var start = 0
    var segments: [Segment] = []
    for (index, file) in files.enumerated() {
      let count = tables[index].count
      segments.append(Segment(file: file, part: parts[index], start: start, count: count))
      start += count
    }
    self.segments = segments
  }

  /// Whether every field is plain text.
  var isDelimited: Bool { segments.allSatisfy(\.file.isDelimited) }

  /// Whether the field of a row is quoted.
  func isQuoted(_ row: Int, _ path: [String]) -> Bool {
    guard let stretch = segments.last(where: { $0.start <= row }) else { return false }
    return stretch.file.isQuoted(
      RecordPlace(part: stretch.part, row: row - stretch.start, path: path)
    )
  }

  /// Whether each record has a key; see ``RecordFile/presence(of:in:)``.
  func presence(of path: [[String]]) -> [Bool] {
    segments.flatMap { $0.file.presence(of: path, in: $0.part, count: $0.count) }
  }

  /// A problem with a column of the first file, located in its header; nil without a header.
  func problem(ofColumn name: String, _ message: String) -> FileProblem? {
    segments.first?.file.problem(ofColumn: name, message)
  }

  /// Locates problems of rows, in file order.
  func problems(_ found: [RowProblem]) -> [FileProblem] {
    segments.indices.flatMap { index in
      let start = segments[index].start
      let end = index + 1 < segments.count ? segments[index + 1].start : Int.max
      let own = found.filter { (start..<end).contains($0.row) }
      if own.isEmpty { return [FileProblem]() }
      let (file, part) = (segments[index].file, segments[index].part)
      return file.problems(
        own.map {
          (RecordPlace(part: part, row: $0.row - start, path: $0.path), $0.message)
        }
      )
    }
  }
}

/// A problem with a row.
struct RowProblem {
  /// The record's row, from 0; for records in arrays that of the record around them.
  let row: Int
  /// The keys of the field in the file; empty for the whole record.
  let path: [String]
  let message: String
}
