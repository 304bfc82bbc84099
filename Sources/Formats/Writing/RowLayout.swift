/// What stands around the cells of a row.
struct RowLayout: Sendable {
  /// What stands between two rows, before each cell, and behind a row.
  private(set) var pieces: [UInt8] = []
  /// Where the pieces end: that between rows, one a cell, that behind a row.
  private(set) var ends: [Int] = []
  /// The bytes of all pieces of a row.
  let byteCount: Int

  /// So many bytes more can be read behind the pieces.
  private static let slack = 16

  init(beforeCells: [[UInt8]], afterRow: [UInt8], betweenRows: [UInt8]) {
    for piece in [betweenRows] + beforeCells + [afterRow] {
      pieces += piece
      ends.append(pieces.count)
    }
    byteCount = pieces.count
    pieces += Array(repeating: 0, count: Self.slack)
  }
}

extension OutputBuffer {
  /// Appends `count` rows out of the texts of their cells.
  mutating func append(
    _ texts: borrowing CellTexts,
    count: Int,
    _ layout: RowLayout,
    isFirst: Bool
  ) {
    write(upTo: texts.byteCount + count * layout.byteCount) { cursor in
      layout.pieces.withUnsafeBufferPointer { pieces in
        layout.ends.withUnsafeBufferPointer { pieceEnds in
          guard let piece = pieces.baseAddress else { return }
          texts.withCells { bytes, ends in
            for row in 0..<count {
              var start = pieceEnds[0]
              if row > 0 || !isFirst { cursor.copy(piece, start) }
              for column in 0..<pieceEnds.count - 2 {
                let end = pieceEnds[column + 1]
                cursor.copy(piece + start, end - start)
                start = end
                let cell = column * count + row
                cursor.copy(bytes + ends[cell], ends[cell + 1] - ends[cell])
              }
              cursor.copy(piece + start, pieceEnds[pieceEnds.count - 1] - start)
            }
          }
        }
      }
    }
  }
}
