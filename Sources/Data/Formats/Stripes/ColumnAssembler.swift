import Columns
import Model

/// A column and what was inferred about it.
struct InferredColumn: Sendable {
  let column: Column
  let type: ValueType
  let hasNils: Bool
}

/// Joins the parts of a column: closes the gaps that blank lines left between stripes, and joins
/// validities and dictionaries.
struct ColumnAssembler {
  let kind: ScalarKind
  /// The parts in the file's order.
  let parts: [ColumnPart]
  /// The rows of each part.
  let segments: [RowSegment]

  /// The complete column. Consumes `memory`; without it the column has no rows.
  func assemble(_ memory: ColumnRowMemory?) -> InferredColumn {
    guard let memory else {
      return kind == .unknown
        ? InferredColumn(column: .nils(count: 0), type: .string, hasNils: true)
        : inferred(.nils(count: 0))
    }
    switch memory {
    case .none:
      let rowCount = segments.reduce(0) { $0 + $1.count }
      return InferredColumn(column: .nils(count: rowCount), type: .string, hasNils: true)
    case .bytes(let rows): return inferred(.bool(fixed(rows)))
    case .integers(let rows) where kind == .date: return inferred(.date(fixed(rows)))
    case .integers(let rows): return inferred(.int(fixed(rows)))
    case .doubles(let rows): return inferred(.double(fixed(rows)))
    case .wide(let rows): return inferred(.uuid(fixed(rows)))
    case .codes(let rows):
      let dictionary = joinDictionaries(rows)
      return inferred(.string(StringColumn(codes: fixed(rows), dictionary: dictionary)))
    }
  }

  private func inferred(_ column: Column) -> InferredColumn {
    InferredColumn(
      column: column,
      type: kind.valueType,
      hasNils: parts.contains(where: \.nils.hasNils)
    )
  }

  private func fixed<Element>(_ memory: RowMemory<Element>) -> FixedColumn<Element> {
    let nils = zip(parts, segments).map { (nils: $0.nils, count: $1.count) }
    return FixedColumn(values: memory.take(segments), validity: NilTracker.makeValidity(nils))
  }

  /// One dictionary of all strings. Changes the codes of all parts but the first.
  private func joinDictionaries(_ codes: RowMemory<UInt32>) -> StringDictionary {
    guard let first = parts.first else { return StringDictionary() }
    var joined = first.takeInterner()
    for (part, stretch) in zip(parts, segments).dropFirst() {
      let shift = UInt32(truncatingIfNeeded: joined.count)
      let newCodes = joined.merge(part.takeInterner())
      let rows = UnsafeMutableBufferPointer(
        start: codes.start + stretch.start,
        count: stretch.count
      )
      if let newCodes {
        // The filler for nil is 0, which is not a valid code if all rows are nil.
        if !newCodes.isEmpty { for row in rows.indices { rows[row] = newCodes[Int(rows[row])] } }
      } else {
        for row in rows.indices { rows[row] &+= shift }
        part.nils.forEachNil { rows[$0] = 0 }
      }
    }
    return joined.makeDictionary()
  }
}

extension Column {
  /// A column of strings that are all nil.
  static func nils(count: Int) -> Column {
    .string(
      StringColumn(
        codes: FixedColumn(
          values: Array(repeating: 0, count: count),
          validity: Validity(repeating: false, count: count)
        )
      )
    )
  }
}
