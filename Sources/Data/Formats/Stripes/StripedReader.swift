import Columns
import Model
import Storage

/// Reads the records of a file in parallel stripes. Columns with fields that do not fit are read
/// again as a wider kind.
struct StripedReader<Tokenizer: RecordTokenizer> {
  private static var mixture: String { "values of kinds that do not go together" }

  private let bytes: FileBytes
  private let names: [String]
  private let syntax: FieldSyntax
  private let stripes: [Stripe]
  private let options: ReadingOptions
  private let cancellation: CancellationFlag
  private let makeTokenizer: (Range<Int>) -> Tokenizer
  /// The first row of each stripe in a column's memory.
  private let firstRows: [Int]
  private let rowLimit: Int

  /// `makeTokenizer` creates the tokenizer for a stripe.
  init(
    _ bytes: FileBytes,
    names: [String],
    syntax: FieldSyntax,
    _ stripes: [Stripe],
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag,
    _ makeTokenizer: @escaping (Range<Int>) -> Tokenizer
  ) {
    self.bytes = bytes
    self.names = names
    self.syntax = syntax
    self.stripes = stripes
    self.options = options
    self.cancellation = cancellation
    self.makeTokenizer = makeTokenizer
    var rows = 0
    firstRows = stripes.map { stripe in
      defer { rows += stripe.rowLimit }
      return rows
    }
    rowLimit = rows
  }

  func read() throws(ReadingFailure) -> ReadTable {
    var kinds = try sampleKinds()
    var columns = [InferredColumn?](repeating: nil, count: kinds.count)
    var unneeded = Set(kinds.indices.filter { options.needed?.contains(names[$0]) == false })
    var unread = kinds.indices.filter { !options.othersAreKnown || !unneeded.contains($0) }
    var rowCount = 0
    while true {
      let pass = try readPass(unread, kinds, unneeded)
      rowCount = pass.rowCount
      for (column, result) in pass.results {
        switch result {
        case .read(let read): columns[column] = read
        case .invalid(let wider): kinds[column] = wider
        case .mayBeNumbers: unneeded.remove(column)
        }
      }
      unread = unread.filter { columns[$0] == nil }
      if unread.isEmpty { break }
    }
    return makeTable(columns, unneeded, rowCount)
  }

  /// The result of a column in one pass.
  private enum PassResult: Sendable {
    case read(InferredColumn)
    case invalid(ScalarKind)
    /// Only the values show whether the strings are numbers that are too large.
    case mayBeNumbers
  }

  /// Reads the columns `unread` of all stripes, each as its kind; of those that are `unneeded` no
  /// values are kept.
  private func readPass(
    _ unread: [Int],
    _ kinds: [ScalarKind],
    _ unneeded: Set<Int>
  ) throws(ReadingFailure) -> (rowCount: Int, results: [(Int, PassResult)]) {
    let memories = unread.map {
      unneeded.contains($0) ? nil : ColumnRowMemory(kinds[$0], count: rowLimit)
    }
    // Each reader is used by one thread at a time; its parts write only the rows of the stripe.
    nonisolated(unsafe) let readers = stripes.indices.map { stripe in
      reader(of: stripe, zip(unread, memories).map { ($0, kinds[$0], $1) })
    }
    let size = stripes.reduce(0) { $0 + $1.range.count }
    cancellation.progress.begin(.reading, total: size)
    _ = inParallel(readers.count) { readers[$0].read() }
    try cancellation.checkReading()
    try checkFacts(readers)
    let segments = zip(firstRows, readers).map { RowSegment(start: $0, count: $1.rowCount) }
    // Each column's memory and parts are used by one thread.
    nonisolated(unsafe) let columns = unread.enumerated().map { index, column in
      (kind: kinds[column], memory: memories[index], parts: readers.map { $0.parts[index] })
    }
    let results = inParallel(columns.count) { [syntax] index in
      let column = columns[index]
      return Self.result(column.kind, column.memory, column.parts, segments, syntax)
    }
    if results.contains(where: { $0 == nil }) { throw .fact(.invalid(Self.mixture), at: nil) }
    return (
      segments.reduce(0) { $0 + $1.count },
      zip(unread, results.compactMap { $0 }).map { ($0, $1) }
    )
  }

  /// A reader for some columns of a stripe.
  private func reader(
    of stripe: Int,
    _ columns: [(column: Int, kind: ScalarKind, memory: ColumnRowMemory?)]
  ) -> StripeReader<Tokenizer> {
    let parts = columns.map { column, kind, memory in
      ColumnPart(
        column: column,
        kind: kind,
        syntax: syntax,
        keepsNumbers: keepsNumbers(of: column),
        memory: memory,
        firstRow: firstRows[stripe],
        rowLimit: stripes[stripe].rowLimit,
        blockRows: FieldBlock.capacity(columnCount: names.count, options.fieldsPerBlock)
      )
    }
    return StripeReader(
      bytes,
      stripes[stripe],
      makeTokenizer(stripes[stripe].range),
      parts: parts,
      columnCount: names.count,
      options,
      cancellation
    )
  }

  private func checkFacts(_ readers: [StripeReader<Tokenizer>]) throws(ReadingFailure) {
    var facts = FactList(limit: options.factLimit)
    for reader in readers { facts.add(reader.facts) }
    if !facts.isEmpty { throw .facts(facts) }
  }

  /// The result of a column; nil if no kind holds all of its fields.
  private static func result(
    _ kind: ScalarKind,
    _ memory: ColumnRowMemory?,
    _ parts: [ColumnPart],
    _ segments: [RowSegment],
    _ syntax: FieldSyntax
  ) -> PassResult? {
    var wider: ScalarKind?
    for part in parts {
      if part.isMixed { return nil }
      guard let widened = part.widened else { continue }
      guard let joined = syntax.joined(wider ?? kind, widened) else { return nil }
      wider = joined
    }
    if let wider { return .invalid(wider) }
    if memory == nil, kind == .string, !parts.contains(where: \.hasText) { return .mayBeNumbers }
    let assembler = ColumnAssembler(kind: kind, parts: parts, segments: segments)
    return .read(assembler.assemble(memory))
  }

  /// The kinds suggested by the first records of each stripe.
  private func sampleKinds() throws(ReadingFailure) -> [ScalarKind] {
    var kinds = names.indices.map { column in
      keepsNumbers(of: column) ? .string : options.kinds[names[column]] ?? .unknown
    }
    for stripe in stripes {
      var tokenizer = makeTokenizer(stripe.range)
      var block = FieldBlock(columnCount: kinds.count, fieldsPerBlock: options.fieldsPerBlock)
      tokenizer.fill(&block)
      for column in kinds.indices {
        guard let joined = sampleKind(kinds[column], block, column) else {
          throw .fact(.invalid(Self.mixture), at: nil)
        }
        kinds[column] = joined
      }
    }
    return kinds
  }

  /// Whether the numbers of a column are kept as strings, exactly as written.
  private func keepsNumbers(of column: Int) -> Bool {
    syntax == .json && options.exactNumbers.contains(names[column])
  }

  /// The kind for `kind` and all fields of a column of `block`; nil if there is none.
  private func sampleKind(_ kind: ScalarKind, _ block: FieldBlock, _ column: Int) -> ScalarKind? {
    block.spans.withUnsafeBufferPointer { spans in
      guard let first = spans.baseAddress else { return kind }
      let source = FieldSource(block, first, bytes, column: column)
      var kind = kind
      for index in 0..<source.count where kind != .string {
        let span = source.span(index)
        guard !span.isNil else { continue }
        let found = syntax.kind(of: source.text(span), span)
        guard let joined = found.flatMap({ syntax.joined(kind, $0) }) else { return nil }
        kind = joined
      }
      return kind
    }
  }

  private func makeTable(
    _ columns: [InferredColumn?],
    _ unneeded: Set<Int>,
    _ rowCount: Int
  ) -> ReadTable {
    var attributes: [Attribute] = []
    var kept: [AttributePath: Column] = [:]
    for (place, name) in names.enumerated() {
      guard let column = columns[place] else { continue }
      attributes.append(Attribute(name: name, type: column.type, isOptional: column.hasNils))
      if !unneeded.contains(place), kept[AttributePath([name])] == nil {
        kept[AttributePath([name])] = column.column
      }
    }
    return ReadTable(attributes: attributes, count: rowCount, columns: kept)
  }
}
