/// Parses one column of one stripe, block by block.
final class ColumnPart {
  let column: Int
  let kind: ScalarKind
  /// Which rows of the stripe are nil.
  private(set) var nils = NilTracker()
  /// The strings of a string column, whose codes are in the rows.
  private(set) var interner = TextInterner()
  /// The kind to read the column as, once a value does not fit; parsing then stops.
  private(set) var widened: ScalarKind?
  /// Whether a string was found that is not a number; only where values are not kept.
  private(set) var hasText = false
  /// Whether a value was found that fits no kind together with the others.
  private(set) var isMixed = false

  private let syntax: FieldSyntax
  /// Whether numbers in JSON are kept as strings, exactly as written.
  private let keepsNumbers: Bool
  private let memory: ColumnRowMemory
  /// The stripe's first row in the memory; nil if values are not kept, and each block overwrites
  /// those of the previous one.
  private let firstRow: Int?
  /// The maximum number of rows in the stripe.
  private let rowLimit: Int

  /// - Parameters:
  ///   - memory: The memory of all rows; nil if values are only checked.
  ///   - blockRows: The maximum number of rows of a block.
  init(
    column: Int,
    kind: ScalarKind,
    syntax: FieldSyntax,
    keepsNumbers: Bool,
    memory: ColumnRowMemory?,
    firstRow: Int,
    rowLimit: Int,
    blockRows: Int
  ) {
    self.column = column
    self.kind = kind
    self.syntax = syntax
    self.keepsNumbers = keepsNumbers
    self.memory = memory ?? ColumnRowMemory(kind, count: kind == .string ? 1 : blockRows)
    self.firstRow = memory == nil ? nil : firstRow
    self.rowLimit = rowLimit
  }

  /// Whether all fields so far fit the kind.
  var isReadable: Bool { widened == nil && !isMixed }

  /// Parses the fields of `block`, whose first record is row `row` of the stripe.
  func parse(_ block: FieldBlock, _ bytes: FileBytes, row: Int) {
    block.spans.withUnsafeBufferPointer { spans in
      guard let first = spans.baseAddress else { return }
      parse(FieldSource(block, first, bytes, column: column), row: row)
    }
  }

  private func parse(_ source: FieldSource, row: Int) {
    switch memory {
    case .none: parseNils(source)
    case .bytes(let rows): parse(BoolText.self, source, row, rows)
    case .integers(let rows) where kind == .date: parse(DateText.self, source, row, rows)
    case .integers(let rows): parse(IntText.self, source, row, rows)
    case .doubles(let rows): parse(DoubleText.self, source, row, rows)
    case .wide(let rows): parse(UUIDText.self, source, row, rows)
    case .codes(let rows):
      guard let firstRow else { return checkStrings(source) }
      parseStrings(source, rows.start + firstRow + row, row)
      interner.noteTexts(source.count, expected: rowLimit)
    }
  }

  /// Takes the strings out, once.
  func takeInterner() -> TextInterner {
    var taken = TextInterner.empty
    swap(&taken, &interner)
    return taken
  }

  private func parseNils(_ source: FieldSource) {
    for index in 0..<source.count {
      let span = source.span(index)
      if !span.isNil {
        return widen(by: source.text(span), span)
      }
    }
  }

  @inline(__always)
  private func parse<Text: ScalarText>(
    _: Text.Type,
    _ source: FieldSource,
    _ row: Int,
    _ memory: RowMemory<Text.Element>
  ) {
    let rows = memory.start + (firstRow.map { $0 + row } ?? 0)
    let quoting = syntax.quoting(of: kind)
    for index in 0..<source.count {
      let span = source.span(index)
      if span.isNil {
        nils.markNil(row &+ index)
        rows[index] = .zero
        continue
      }
      guard span.fits(quoting), let value = Text.element(source.text(span)) else {
        return widen(by: source.text(span), span)
      }
      rows[index] = value
    }
  }

  private func parseStrings(
    _ source: FieldSource,
    _ rows: UnsafeMutablePointer<UInt32>,
    _ row: Int
  ) {
    // Kept out of the object meanwhile, so that it is not loaded again for each string.
    var interner = takeInterner()
    defer { self.interner = interner }
    withUnsafeTemporaryAllocation(
      of: TextInterner.Probe.self,
      capacity: TextInterner.Probe.count
    ) { probes in
      probes.initialize(repeating: TextInterner.Probe())
      guard let probes = probes.baseAddress else { return }
      parseStrings(source, rows, row, &interner, probes)
    }
  }

  @inline(__always)
  private func parseStrings(
    _ source: FieldSource,
    _ rows: UnsafeMutablePointer<UInt32>,
    _ row: Int,
    _ interner: inout TextInterner,
    _ probes: UnsafeMutablePointer<TextInterner.Probe>
  ) {
    let quoting = syntax.quoting(of: .string)
    for index in 0..<source.count {
      let place = index % TextInterner.Probe.count
      if place == 0 {
        let count = min(TextInterner.Probe.count, source.count - index)
        interner.find(count, probes) { source.text(source.span(index + $0)) }
      }
      let span = source.span(index)
      if span.isNil {
        nils.markNil(row + index)
        rows[index] = 0
      } else if span.fits(quoting) {
        let code = probes[place].code
        rows[index] =
          code == TextInterner.Probe.unknown ? interner.code(for: source.text(span)) : code
      } else if span.hasEscapes, syntax == .csv || span.isQuoted {
        guard let code = unescapedCode(span, source.text(span), &interner) else {
          isMixed = true
          return
        }
        rows[index] = code
      } else if keepsNumbers, !span.isQuoted, syntax.isUnquotedValue(source.text(span)) {
        rows[index] = interner.code(for: source.text(span))
      } else {
        return widen(by: source.text(span), span)
      }
    }
  }

  /// Checks strings of CSV, where every text is one: whether there are nils, and whether one is no
  /// number.
  private func checkStrings(_ source: FieldSource) {
    for index in 0..<source.count where !(nils.hasNils && hasText) {
      let span = source.span(index)
      if span.isNil {
        nils.markNil(0)
      } else if !hasText, span.length > 0 {
        // Numbers begin with a digit, a sign, a period, or an "i" or "n" of infinities.
        let first = source.text(span).start[0] | 0x20
        let isLetter = (0x61...0x7a).contains(first) && first != 0x69 && first != 0x6e
        hasText = isLetter || first >= 0x80
      }
    }
  }

  private func unescapedCode(
    _ span: FieldSpan,
    _ text: FieldText,
    _ interner: inout TextInterner
  ) -> UInt32? {
    var bytes: [UInt8] = []
    guard syntax.unescape(text, span, into: &bytes) else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      FieldText(buffer).map { interner.code(for: $0) }
    }
  }

  private func widen(by text: FieldText, _ span: FieldSpan) {
    widened = syntax.widened(kind, by: text, span)
    isMixed = widened == nil
  }
}

/// The fields of one column of a block; valid only while the block and the file exist.
struct FieldSource {
  let count: Int
  private let base: UnsafePointer<UInt8>
  private let limit: UnsafePointer<UInt8>
  private let spans: UnsafePointer<FieldSpan>
  private let stride: Int

  /// `spans` are the spans of `block`.
  init(
    _ block: FieldBlock,
    _ spans: UnsafePointer<FieldSpan>,
    _ bytes: FileBytes,
    column: Int
  ) {
    count = block.rowCount
    base = bytes.start + block.base
    limit = bytes.start + bytes.count
    self.spans = spans + column
    stride = block.columnCount
  }

  /// The field of row `index` of the block.
  @inline(__always)
  func span(_ index: Int) -> FieldSpan { spans[index &* stride] }

  @inline(__always)
  func text(_ span: FieldSpan) -> FieldText {
    FieldText(start: base + Int(span.start), count: span.length, limit: limit)
  }
}
