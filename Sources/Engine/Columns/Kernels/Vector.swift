/// The values of an expression for the rows of a batch.
///
/// A vector is often a view of a column: row `n` of the batch is `values[start + n]`. Nil rows have
/// a filler.
@frozen
public struct Vector<Element> {
  /// The buffer that holds the rows.
  public let values: [Element]
  /// The index of the batch's first row in `values`.
  public let start: Int
  /// The number of rows.
  public let count: Int
  /// 1 for each row with a value, 0 for nil; nil if all rows have a value.
  public let validity: [UInt8]?
  /// Whether all rows have the same value, which kernels exploit.
  public let isConstant: Bool
  /// All of ``values`` in one byte each, if the column has such a copy.
  public let narrow: NarrowValues?

  /// Creates a view of `count` elements of `values` from `start`, which must exist.
  @inlinable
  public init(
    _ values: [Element],
    start: Int = 0,
    count: Int? = nil,
    validity: [UInt8]? = nil,
    isConstant: Bool = false,
    narrow: NarrowValues? = nil
  ) {
    let rows = count ?? (values.count - start)
    // Kernels rely on these checks.
    precondition(start >= 0 && rows >= 0 && start + rows <= values.count)
    precondition(validity.map { $0.count == rows } ?? true)
    precondition(narrow.map { $0.bytes.count == values.count } ?? true)
    self.values = values
    self.start = start
    self.count = rows
    self.validity = validity
    self.isConstant = isConstant
    self.narrow = narrow
  }

  /// Creates a vector of `count` equal rows.
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

  /// The vector with another validity.
  @inlinable
  public func with(validity: [UInt8]?) -> Vector {
    Vector(values, start: start, count: count, validity: validity, narrow: narrow)
  }
}

extension Vector {
  /// The rows as distances from a least value, in one byte each; nil if there is no such copy.
  @inlinable public var narrowRows: (bytes: Vector<UInt8>, least: Int64)? {
    guard let narrow else { return nil }
    return (
      Vector<UInt8>(narrow.bytes, start: start, count: count, validity: validity), narrow.least
    )
  }
}

extension FixedColumn {
  /// Creates a column from a vector.
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
  /// One result per row; nil rows pass their filler.
  @inlinable
  @inline(__always)
  public func map<Result>(_ body: (Element) -> Result) -> [Result] {
    let (start, count) = (start, count)
    return Array(unsafeUninitializedCapacity: count) { results, initialized in
      values.withUnsafeBufferPointer { values in
        // A pointer to the first row avoids a checked addition, which prevents vectorization.
        guard let source = values.baseAddress, let target = results.baseAddress else { return }
        let first = source + start
        for row in 0..<count { (target + row).initialize(to: body(first[row])) }
      }
      initialized = count
    }
  }

  /// One result per row from two vectors of the same length; nil rows pass their fillers.
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
  /// 1 or 0, without a branch.
  @inlinable
  @inline(__always)
  public var bit: UInt8 {
    // A Bool is a byte of 0 or 1.
    unsafeBitCast(self, to: UInt8.self)
  }
}
