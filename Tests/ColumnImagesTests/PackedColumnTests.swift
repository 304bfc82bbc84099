import Columns
import Model
import TestSupport
import Testing

@testable import ColumnImages

/// Columns that are packed piece by piece.
@Suite struct PackedColumnTests {
  /// Pieces may have their own dictionaries and nils, or common ones.
  @Test func piecesAreJoined() throws {
    var random = SeededRandom(seed: 12)
    for round in 0..<fuzzCount(60) {
      let rows = random.pick([700, 700, 20_000])
      let all = try #require(ImageWorld.column(&random, rows: rows))
      let most = Int64(rows / 2)
      let pieces = Self.pieces(of: all) { Int64.random(in: 1...most, using: &random) }.map {
        random.chance(50) ? $0.withoutUnusedTexts : $0
      }
      let read = try Self.read(pieces)
      #expect(read?.values == all.values, "round \(round)")
      #expect(read?.validCount == all.validCount, "round \(round)")
    }
  }

  private static func pieces(of column: Column, size: () -> Int64) -> [Column] {
    var pieces: [Column] = []
    var start: Int64 = 0
    while start < column.count {
      let end = min(Int64(column.count), start + size())
      pieces.append(column.gathered(at: Array(start..<end)))
      start = end
    }
    return pieces
  }

  /// What is read after pieces of a column were packed and written.
  private static func read(_ pieces: [Column]) throws -> Column? {
    let world = try ImageWorld()
    var packed = PackedColumn()
    for piece in pieces { packed.append(piece) }
    let numbers = RowNumbers.consecutive(0..<Int64(packed.rowCount))
    world.cache.add(
      PendingImages(of: "T", in: world.state, ["0"]) { [packed] in (numbers, [.packed(packed)]) }
    )
    world.cache.writePending()
    return world.read("0")
  }

  /// Later pieces have numbers that do not fit in the bytes, the range or the units of the first.
  @Test func piecesThatNeedMoreBytes() throws {
    let day: Int64 = 86_400_000_000
    let integers: [[Int64]] = [
      [7, 7], [0, 255], [0, 1], [-3, 8], [250, 300, 40_000], [-40_000, 9, 70_000], [1 << 40, -5],
      [.min, .max], [.max], [.min, .min + 1], [3 * day, 5 * day], [4 * day + 1_000_000],
      [day + 2_000], [day + 1, -day], [-1, .max - 1],
    ]
    let doubles = [[1.25, 2], [3.01, 1e12], [0.1 + 0.2], [-0.0], [.nan, 7], [.infinity]]
    var random = SeededRandom(seed: 14)
    for _ in 0..<fuzzCount(100) {
      let chosen = (0..<5).map { _ in random.pick(integers) }
      for column in [Column.int, Column.date, Column.reference] {
        let read = try Self.read(chosen.map { column(FixedColumn(values: $0)) })
        let all = column(FixedColumn(values: chosen.flatMap(\.self)))
        #expect(read?.values == all.values, "\(chosen)")
        #expect(read.flatMap(Self.integers) == chosen.flatMap(\.self), "\(chosen)")
      }
      let numbers = (0..<4).map { _ in random.pick(doubles) }
      let read = try Self.read(numbers.map { .double(FixedColumn(values: $0)) })
      guard case .double(let read)? = read else {
        Issue.record("no image of \(numbers)")
        continue
      }
      #expect(read.values.map(\.bitPattern) == numbers.flatMap(\.self).map(\.bitPattern))
    }
  }

  /// The numbers of a column; references have no values.
  private static func integers(_ column: Column) -> [Int64]? {
    switch column {
    case .int(let column), .date(let column), .reference(let column): column.values
    default: nil
    }
  }

  /// Numbers of rows that are added in pieces are those of all rows.
  @Test func rowNumbersInPieces() {
    let all: [[Int64]] = [[], [1, 2], [3], [5, 6], [6, 8], [.max - 1, .max], [-2, -1, 0]]
    for first in all {
      for second in all where (first.last ?? .min) < (second.first ?? .max) {
        var numbers = RowNumbers(first)
        numbers.append(second)
        let joined = first + second
        #expect(joined.indices.map { numbers.number(at: $0) } == joined)
        #expect(numbers == RowNumbers(joined))
      }
    }
  }
}
