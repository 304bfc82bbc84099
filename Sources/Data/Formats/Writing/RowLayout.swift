/// The text around the cells of a row.
struct RowLayout: Sendable {
  /// The text before each cell, including the first.
  let beforeCells: [RowPiece]
  /// The text after the last cell.
  let afterRow: RowPiece
  /// The text between two rows.
  let betweenRows: RowPiece
  /// The Date columns that show a time in every row.
  var columnsWithTimes: Set<Int> = []

  init(beforeCells: [[UInt8]], afterRow: [UInt8], betweenRows: [UInt8]) {
    self.beforeCells = beforeCells.map { RowPiece($0) }
    self.afterRow = RowPiece(afterRow)
    self.betweenRows = RowPiece(betweenRows)
  }
}

/// A text that is part of every row.
struct RowPiece: Sendable {
  /// The number of its bytes.
  let count: Int
  private let padded: [UInt8]

  init(_ bytes: [UInt8]) {
    count = bytes.count
    padded = bytes + Array(repeating: 0, count: TextCursor.wholeCopy)
  }

  /// Calls `body` with the bytes, padded for ``TextCursor/copyPadded(_:_:)``.
  @inline(__always)
  func withBytes(_ body: (UnsafePointer<UInt8>) -> Void) {
    padded.withUnsafeBufferPointer { bytes in
      if let first = bytes.baseAddress { body(first) }
    }
  }
}

extension OutputBuffer {
  /// Appends a piece of a row.
  mutating func append(_ piece: RowPiece) {
    piece.withBytes { bytes in
      write(upTo: piece.count) { $0.copyPadded(bytes, piece.count) }
    }
  }

  /// Appends `count` rows from the texts of their cells.
  mutating func append(
    _ texts: borrowing CellTexts,
    count: Int,
    _ layout: RowLayout,
    isFirst: Bool
  ) {
    let (after, between) = (layout.afterRow, layout.betweenRows)
    let length = texts.byteCount + count * (after.count + between.count)
    texts.withCells { sources, places in
      after.withBytes { behindRow in
        between.withBytes { betweenRows in
          write(upTo: length) { cursor in
            for row in 0..<count {
              if row > 0 || !isFirst { cursor.copyPadded(betweenRows, between.count) }
              var place = row
              for source in sources {
                let cell = places[place]
                cursor.copyPadded(source + cell.start, cell.count)
                place &+= count
              }
              cursor.copyPadded(behindRow, after.count)
            }
          }
        }
      }
    }
  }
}
