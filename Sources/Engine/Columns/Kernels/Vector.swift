/// The values of one expression for the rows of one batch.
///
/// A vector is often a view of a whole column: row `n` of the batch is `values[start + n]`.
/// Where a row is nil, its value is a filler that means nothing.
@frozen
public struct Vector<Element> {
  /// The buffer that holds the rows.
  public let values: [Element]
  /// Where the batch's first row stands in `values`.
  public let start: Int
  /// The number of rows.
  public let count: Int
  /// 1 for each row of the batch with a value, 0 for nil; nil when all rows have values.
  public let validity: [UInt8]?
  /// Whether all rows have the same value, so that kernels need to look at only one.
  public let isConstant: Bool

  /// Views `count` elements of `values` from `start`; all of them must be there.
  @inlinable
  public init(
    _ values: [Element],
    start: Int = 0,
    count: Int? = nil,
    validity: [UInt8]? = nil,
    isConstant: Bool = false
  ) {
    let rows = count ?? (values.count - start)
    // Kernels read `values` unchecked: this is what makes them safe.
    precondition(start >= 0 && rows >= 0 && start + rows <= values.count)
    precondition(validity.map { $0.count == rows } ?? true)
    self.values = values
    self.start = start
    self.count = rows
    self.validity = validity
    self.isConstant = isConstant
  }

  /// A vector of `count` rows that are all `value`.
  @inlinable
  public init(repeating value: Element, count: Int) {
    self.init(Array(repeating: value, count: count), isConstant: count > 0)
  }

  /// The value of row `row`; a filler where it is nil.
  @inlinable
  public subscript(row: Int) -> Element { values[start + row] }

  /// Whether row `row` has a value.
  @inlinable
  public func isValid(_ row: Int) -> Bool {
    validity.map { $0[row] != 0 } ?? true
  }

  /// The vector with other validity.
  @inlinable
  public func with(validity: [UInt8]?) -> Vector {
    Vector(values, start: start, count: count, validity: validity, isConstant: false)
  }
}

extension FixedColumn {
  /// The rows of a vector as a column of their own.
  public init(_ vector: Vector<Element>) {
    let isWhole = vector.start == 0 && vector.count == vector.values.count
    self.init(
      values: isWhole
        ? vector.values : Array(vector.values[vector.start..<vector.start + vector.count]),
      validity: vector.validity.map(MaskKernels.validity)
    )
  }
}

extension Vector {
  /// One result a row, from one vector; nils go in as fillers.
  @inlinable
  @inline(__always)
  public func map<Result>(_ body: (Element) -> Result) -> [Result] {
    let (start, count) = (start, count)
    return Array(unsafeUninitializedCapacity: count) { results, initialized in
      values.withUnsafeBufferPointer { values in
        // A pointer to the first row: a sum that can trap would keep the loop from being vectorised.
        guard let source = values.baseAddress, let target = results.baseAddress else { return }
        let first = source + start
        for row in 0..<count { (target + row).initialize(to: body(first[row])) }
      }
      initialized = count
    }
  }

  /// One result a row, from two vectors of the same number of rows; nils go in as fillers.
  @inlinable
  @inline(__always)
  public func zip<Other, Result>(
    _ other: Vector<Other>,
    _ body: (Element, Other) -> Result
  ) -> [Result] {
    precondition(other.count == count)
    let (start, otherStart, count) = (start, other.start, count)
    return Array(unsafeUninitializedCapacity: count) { results, initialized in
      values.withUnsafeBufferPointer { left in
        other.values.withUnsafeBufferPointer { right in
          guard let left = left.baseAddress, let right = right.baseAddress,
            let target = results.baseAddress
          else { return }
          let (first, second) = (left + start, right + otherStart)
          for row in 0..<count { (target + row).initialize(to: body(first[row], second[row])) }
        }
      }
      initialized = count
    }
  }
}

extension Bool {
  /// 1 for true and 0 for false, without a branch that could be mispredicted.
  @inlinable
  @inline(__always)
  public var bit: UInt8 {
    // A Bool is one byte that holds nothing else.
    unsafeBitCast(self, to: UInt8.self)
  }
}
