import Columns
import Model
import Storage

/// Reads the records of a file whose stripes are known.
struct CSVColumnsReader {
  private let file: CSVFile
  private let stripes: [CSVStripe]
  /// The first row of every stripe in a column's memory.
  private let firstRows: [Int]
  private let rowLimit: Int

  init(_ file: CSVFile, _ stripes: [CSVStripe]) {
    self.file = file
    self.stripes = stripes
    var rows = 0
    firstRows = stripes.map { stripe in
      defer { rows += stripe.rowLimit }
      return rows
    }
    rowLimit = rows
  }

  func read() throws(ReadingFailure) -> ReadTable {
    var kinds = sampleKinds()
    var columns = [InferredColumn?](repeating: nil, count: kinds.count)
    var unread = Array(kinds.indices)
    var rowCount = 0
    while true {
      let pass = try readPass(unread, kinds)
      rowCount = pass.rowCount
      for (column, result) in pass.results {
        switch result {
        case .read(let read): columns[column] = read
        case .misfit(let wider): kinds[column] = wider
        }
      }
      unread = unread.filter { columns[$0] == nil }
      if unread.isEmpty { break }
    }
    return makeTable(columns.compactMap { $0 }, rowCount)
  }

  /// What became of a column in one pass.
  private enum PassResult {
    case read(InferredColumn)
    case misfit(ScalarKind)
  }

  /// Reads the columns `unread` of all stripes, each as its kind.
  private func readPass(
    _ unread: [Int],
    _ kinds: [ScalarKind]
  ) throws(ReadingFailure) -> (rowCount: Int, results: [(Int, PassResult)]) {
    let memories = unread.map { ColumnMemory(kinds[$0], count: rowLimit) }
    // Each reader is used by one thread at a time, and its parts write only the stripe's own rows.
    nonisolated(unsafe) let readers = stripes.indices.map { stripe in
      let parts = zip(unread, memories).map { column, memory in
        ColumnPart(
          column: column,
          kind: kinds[column],
          memory: memory,
          firstRow: firstRows[stripe],
          rowLimit: stripes[stripe].rowLimit
        )
      }
      return StripeReader(file, stripes[stripe], parts: parts)
    }
    let size = stripes.reduce(0) { $0 + $1.range.count }
    file.cancellation.progress.begin(.reading, total: size)
    _ = inParallel(readers.count) { readers[$0].read() }
    try file.cancellation.checkReading()
    try checkFacts(readers)
    let stretches = zip(firstRows, readers).map { RowStretch(start: $0, count: $1.rowCount) }
    let results = unread.indices.map { index in
      let parts = readers.map { $0.parts[index] }
      return (unread[index], result(kinds[unread[index]], memories[index], parts, stretches))
    }
    return (stretches.reduce(0) { $0 + $1.count }, results)
  }

  private func checkFacts(_ readers: [StripeReader]) throws(ReadingFailure) {
    var facts = FactList()
    for reader in readers { facts.add(reader.facts) }
    if !facts.isEmpty { throw .facts(facts) }
  }

  private func result(
    _ kind: ScalarKind,
    _ memory: ColumnMemory,
    _ parts: [ColumnPart],
    _ stretches: [RowStretch]
  ) -> PassResult {
    let wider = parts.compactMap(\.widened)
    if !wider.isEmpty { return .misfit(wider.reduce(kind) { $0.joined(with: $1) }) }
    let assembler = ColumnAssembler(kind: kind, parts: parts, stretches: stretches)
    return .read(assembler.assemble(memory))
  }

  /// The kinds that the first records of every stripe suggest.
  private func sampleKinds() -> [ScalarKind] {
    var kinds = [ScalarKind](repeating: .unknown, count: file.names.count)
    for stripe in stripes {
      var tokenizer = CSVTokenizer(file.bytes, stripe.range, delimiter: file.delimiter)
      var block = FieldBlock(
        columnCount: kinds.count,
        fieldsPerBlock: file.options.fieldsPerBlock
      )
      tokenizer.fill(&block)
      for column in kinds.indices {
        let source = FieldSource(block, file.bytes, column: column)
        for index in 0..<source.count where kinds[column] != .string {
          let span = source.span(index)
          guard !span.isNil else { continue }
          kinds[column] = kinds[column].joined(with: ScalarKind(of: source.text(span)))
        }
      }
    }
    return kinds
  }

  private func makeTable(_ columns: [InferredColumn], _ rowCount: Int) -> ReadTable {
    let paths = file.names.map { AttributePath([$0]) }
    return ReadTable(
      attributes: zip(file.names, columns).map { name, column in
        Attribute(name: name, type: column.type, isOptional: column.hasNils)
      },
      count: rowCount,
      columns: Dictionary(
        zip(paths, columns.map(\.column)),
        uniquingKeysWith: { first, _ in first }
      )
    )
  }
}
