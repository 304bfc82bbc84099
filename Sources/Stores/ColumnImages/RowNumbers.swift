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
  public init(_ all: [Int64] = []) {
    self = .consecutive(0..<0)
    append(all)
  }

  /// Adds numbers, which ascend from the last one.
  public mutating func append(_ added: [Int64]) {
    guard let first = added.first, let last = added.last else { return }
    switch self {
    case .consecutive(let numbers):
      let isNext = numbers.isEmpty || numbers.upperBound == first
      let isConsecutive =
        last.subtractingReportingOverflow(first) == (Int64(added.count - 1), false)
      if isNext, isConsecutive, last < .max {
        self = .consecutive((numbers.isEmpty ? first : numbers.lowerBound)..<last + 1)
      } else {
        self = .listed(Array(numbers) + added)
      }
    case .listed(var numbers):
      // There is no other copy while more are added.
      self = .consecutive(0..<0)
      numbers += added
      self = .listed(numbers)
    }
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
