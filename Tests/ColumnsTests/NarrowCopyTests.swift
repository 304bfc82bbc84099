import Model
import TestSupport
import Testing

@testable import Columns

@Suite("Copies of one byte a value")
struct NarrowCopyTests {
  private static let count = 3 * NarrowCopy.fewestRows + 77
  private static let operators: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
  /// Parts of the rows that are scanned.
  private static let parts = [0..<count, 64..<128, 4_095..<4_095, 5_000..<count]

  /// Values from `least` to `least + distance`, both of which occur.
  struct Sample: Sendable, CustomTestStringConvertible {
    let least: Int64
    let distance: Int64
    let nilEvery: Int?
    var testDescription: String { "\(least) + \(distance), nil every \(nilEvery ?? 0)" }

    var column: FixedColumn<Int64> {
      var random = SeededRandom(seed: UInt64(distance))
      let validity = nilEvery.map { every in
        MaskKernels.validity((0..<count).map { $0 % every == 0 ? 0 : 1 })
      }
      let greatest = least + distance
      let values = (0..<count).map { row in
        row < 2 ? [least, greatest][row] : Int64.random(in: least...greatest, using: &random)
      }
      return FixedColumn(values: values, validity: validity)
    }
  }

  static let samples = [0, 1, 18, 254, 255, 256, 70_000].flatMap { distance -> [Sample] in
    [0, -7, .min, .max - distance, Int64(Int32.max) - 255, Int64(Int32.max) - 254].flatMap {
      least in
      [nil, 3].map { Sample(least: least, distance: distance, nilEvery: $0) }
    }
  }

  /// The column as a store keeps it, scanned once.
  private static func scannedOnce(_ column: FixedColumn<Int64>) throws -> FixedColumn<Int64> {
    guard case .int(let kept) = Column.int(column).scannedRepeatedly else { throw OtherColumn() }
    #expect(Vector(kept, start: 0, count: kept.count).narrow == nil)
    return kept
  }

  private struct OtherColumn: Error {}

  @Test("agree with the column", arguments: samples)
  func agree(_ sample: Sample) throws {
    let column = try Self.scannedOnce(sample.column)
    let (least, distance) = (sample.least, sample.distance)
    let greatest = least + distance
    let constants = [
      .min, .max, 0, least, greatest, least + distance / 2,
      least == .min ? least : least - 1, greatest == .max ? greatest : greatest + 1,
    ]
    for rows in Self.parts {
      let narrow = Vector(column, start: rows.lowerBound, count: rows.count)
      #expect((narrow.narrow != nil) == (distance <= 255))
      let wide = Vector(
        column.values,
        start: rows.lowerBound,
        count: rows.count,
        validity: narrow.validity
      )
      for (operation, constant) in Self.operators.flatMap({ operation in
        constants.map { (operation, $0) }
      }) {
        let expected = (0..<rows.count).map { row in
          wide.isValid(row)
            ? Self.holds(operation, wide[row], constant).bit : (operation == .notEqual).bit
        }
        #expect(ComparisonKernels.compare(operation, narrow, to: constant) == expected)
        let all = Vector(repeating: constant, count: rows.count)
        #expect(ComparisonKernels.compare(operation, narrow, all) == expected)
      }
      let places = (0..<200).map { Int64($0 * 61 % 257) } + [Column.nullReference]
      let gathered = Column.int(column).gathered(at: places)
      #expect(
        (0..<places.count).map { gathered.value(at: $0) }
          == places.map { $0 < 0 ? .null : Column.int(column).value(at: Int($0)) }
      )
      let doubles = ArithmeticKernels.widen(narrow)
      #expect((0..<rows.count).map { doubles[$0] } == (0..<rows.count).map { Double(wide[$0]) })
      #expect(doubles.validity == wide.validity)
    }
  }

  private static func holds(_ operation: ComparisonOperator, _ a: Int64, _ b: Int64) -> Bool {
    switch operation {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }

  @Test("codes of strings", arguments: [0, UInt32.max - 255, 1_000])
  func codes(least: UInt32) throws {
    var random = SeededRandom(seed: 5)
    let values = (0..<Self.count).map { _ in UInt32.random(in: least...least + 200, using: &random)
    }
    var column = FixedColumn(values: values)
    column.prepareNarrowCopy()
    #expect(Vector(column, start: 0, count: Self.count).narrow == nil)
    let narrow = Vector(column, start: 10, count: 4_096)
    #expect(narrow.narrow != nil)
    for constant in [least, least + 100, least + 200, 0, .max] {
      for operation in Self.operators {
        #expect(
          ComparisonKernels.compare(operation, narrow, to: constant)
            == (10..<4_106).map { row in
              Self.holds(operation, Int64(values[row]), Int64(constant)).bit
            }
        )
      }
    }
  }

  @Test("a change drops the copy, but not from earlier columns")
  func changes() throws {
    let sample = Sample(least: 10, distance: 20, nilEvery: nil)
    let builder = makeColumnBuilder(continuing: .int(sample.column))
    var expected = sample.column.values.map { Value.int($0) }
    let changes: [((any ColumnBuilder) -> Bool, (inout [Value]) -> Void)] = [
      ({ $0.set(7, to: .int(900)) }, { $0[7] = .int(900) }),
      ({ $0.set(7, to: .int(11)) }, { $0[7] = .int(11) }),
      ({ $0.append(.int(-5)) }, { $0.append(.int(-5)) }),
      (
        {
          $0.append(nulls: 2)
          return true
        }, { $0 += [.null, .null] }
      ),
      (
        { $0.set([3, 1], to: .int(FixedColumn(values: [40, 41]))) },
        { ($0[3], $0[1]) = (.int(40), .int(41)) }
      ),
    ]
    for (change, expect) in changes {
      let before = expected
      guard case .int(let column) = builder.column else { throw OtherColumn() }
      _ = Vector(column, start: 0, count: column.count)
      let copied = Vector(column, start: 0, count: column.count)
      #expect(change(builder))
      expect(&expected)
      guard case .int(let changed) = builder.column else { throw OtherColumn() }
      #expect(Vector(changed, start: 0, count: changed.count).narrow == nil)
      let again = Vector(changed, start: 0, count: changed.count)
      #expect(Self.values(again) == expected)
      #expect(Self.values(copied) == before)
    }
  }

  /// Threads that read a column at the same time must not write it.
  @Test("there is room for a copy once, and only in long columns of integers")
  func room() {
    let values = Array(repeating: Int64(1), count: NarrowCopy.fewestRows)
    var column = FixedColumn(values: values)
    #expect(column.lacksNarrowCopy)
    column.prepareNarrowCopy()
    #expect(!column.lacksNarrowCopy)
    column.append(2, filler: 0)
    #expect(column.lacksNarrowCopy)
    #expect(!FixedColumn(values: Array(values.dropLast())).lacksNarrowCopy)
    #expect(!FixedColumn(values: values.map { Double($0) }).lacksNarrowCopy)
  }

  /// The values of the narrow copy, or of the vector if it has none.
  private static func values(_ vector: Vector<Int64>) -> [Value] {
    (0..<vector.count).map { row in
      guard vector.isValid(row) else { return .null }
      guard let (bytes, least) = vector.narrowRows else { return .int(vector[row]) }
      return .int(least + Int64(bytes[row]))
    }
  }
}
