/// Parses one column of one stripe, block by block.
final class ColumnPart {
  let column: Int
  let kind: ScalarKind
  /// Which rows of the stripe are nil.
  private(set) var nils = NilTracker()
  /// The texts, whose codes stand in the rows, of a column of strings.
  private(set) var interner = TextInterner()
  /// What the column is to be read as instead, once a field was found that does not fit; nothing
  /// more is parsed then.
  private(set) var widened: ScalarKind?

  private let memory: ColumnMemory
  /// The stripe's first row within the memory.
  private let firstRow: Int
  /// How many rows the stripe has at most.
  private let rowLimit: Int

  init(column: Int, kind: ScalarKind, memory: ColumnMemory, firstRow: Int, rowLimit: Int) {
    self.column = column
    self.kind = kind
    self.memory = memory
    self.firstRow = firstRow
    self.rowLimit = rowLimit
  }

  /// Parses the fields of `block`, whose first record is row `row` of the stripe.
  func parse(_ block: FieldBlock, _ bytes: FileBytes, row: Int) {
    let source = FieldSource(block, bytes, column: column)
    switch memory {
    case .none: parseNils(source)
    case .bytes(let rows): parse(source, row, rows) { BoolText.value($0) }
    case .integers(let rows) where kind == .date:
      parse(source, row, rows) { DateText.microseconds($0) }
    case .integers(let rows): parse(source, row, rows) { NumberText.int($0) }
    case .doubles(let rows): parse(source, row, rows) { NumberText.double($0) }
    case .wide(let rows): parse(source, row, rows) { UUIDText.number($0) }
    case .codes(let rows):
      Self.parseStrings(source, row, rows.start + firstRow, &nils, &interner)
      interner.noteTexts(source.count, expected: rowLimit)
    }
  }

  /// Hands over the texts, once.
  func takeInterner() -> TextInterner {
    var taken = TextInterner()
    swap(&taken, &interner)
    return taken
  }

  private func parseNils(_ source: FieldSource) {
    for index in 0..<source.count {
      let span = source.span(index)
      if !span.isNil {
        widened = kind.widened(by: source.text(span))
        return
      }
    }
  }

  @inline(__always)
  private func parse<Element: BitwiseCopyable & AdditiveArithmetic>(
    _ source: FieldSource,
    _ row: Int,
    _ memory: RowMemory<Element>,
    _ value: (FieldText) -> Element?
  ) {
    let rows = memory.start + firstRow + row
    for index in 0..<source.count {
      let span = source.span(index)
      if span.isNil {
        nils.markNil(row + index)
        rows[index] = .zero
        continue
      }
      let text = source.text(span)
      guard let value = value(text), !span.hasDoubledQuotes else {
        widened = kind.widened(by: text)
        return
      }
      rows[index] = value
    }
  }

  private static func parseStrings(
    _ source: FieldSource,
    _ row: Int,
    _ stripe: UnsafeMutablePointer<UInt32>,
    _ nils: inout NilTracker,
    _ interner: inout TextInterner
  ) {
    let rows = stripe + row
    for index in 0..<source.count {
      let span = source.span(index)
      if span.isNil {
        nils.markNil(row + index)
        rows[index] = 0
      } else if span.hasDoubledQuotes {
        rows[index] = undoubledCode(span, source.text(span), &interner)
      } else {
        rows[index] = interner.code(for: source.text(span))
      }
    }
  }

  private static func undoubledCode(
    _ span: FieldSpan,
    _ text: FieldText,
    _ interner: inout TextInterner
  ) -> UInt32 {
    var bytes: [UInt8] = []
    span.appendUndoubled(text.buffer, to: &bytes)
    return bytes.withUnsafeBufferPointer { buffer in
      FieldText(buffer).map { interner.code(for: $0) } ?? 0
    }
  }
}

/// The fields of one column of a block; used only while the block and the file are there.
struct FieldSource {
  let count: Int
  private let base: UnsafePointer<UInt8>
  private let limit: UnsafePointer<UInt8>
  private let block: FieldBlock
  private let column: Int

  init(_ block: FieldBlock, _ bytes: FileBytes, column: Int) {
    count = block.rowCount
    base = bytes.start + block.base
    limit = bytes.start + bytes.count
    self.block = block
    self.column = column
  }

  /// The field of row `index` of the block.
  @inline(__always)
  func span(_ index: Int) -> FieldSpan {
    block.spans[index &* block.columnCount &+ column]
  }

  @inline(__always)
  func text(_ span: FieldSpan) -> FieldText {
    FieldText(start: base + Int(span.start), count: span.length, limit: limit)
  }
}
