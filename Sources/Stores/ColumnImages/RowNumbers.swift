import Columns

/// The numbers of an entity's rows, which ascend.
///
/// Those of most files are consecutive, and then nothing is kept for each row.
public enum RowNumbers: Hashable, Sendable {
  /// Consecutive numbers.
  case consecutive(Range<Int64>)
  /// Any ascending numbers.
  case listed([Int64])

  /// The numbers of rows, which ascend.
  public init(_ all: [Int64]) { self.init(pieces: [all]) }

  /// The numbers of rows in pieces, which ascend.
  public init(pieces: [[Int64]]) {
    let count = pieces.reduce(0) { $0 + $1.count }
    guard let first = pieces.first?.first, let last = pieces.last?.last,
      last.subtractingReportingOverflow(first) == (Int64(count - 1), false), last < .max
    else {
      self = .listed(pieces.flatMap(\.self))
      return
    }
    self = .consecutive(first..<last + 1)
  }

  /// The number of rows.
  public var count: Int {
    switch self {
    case .consecutive(let numbers): numbers.count
    case .listed(let numbers): numbers.count
    }
  }

  /// The number of the row at a position.
  public func number(at place: Int) -> Int64 {
    switch self {
    case .consecutive(let numbers): numbers.lowerBound + Int64(place)
    case .listed(let numbers): numbers[place]
    }
  }

  /// The positions of rows by number; null for missing rows.
  public func places(of numbers: [Int64]) -> [Int64] {
    let none = Column.nullReference
    switch self {
    case .consecutive(let range):
      return numbers.map { range.contains($0) ? $0 - range.lowerBound : none }
    case .listed(let all):
      return numbers.map { number in
        number == none ? none : all.place(ofRising: number).map(Int64.init) ?? none
      }
    }
  }
}
