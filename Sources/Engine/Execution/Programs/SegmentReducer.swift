import Columns
import Expressions
import Model

/// The elements of each owner of a batch, ready to be reduced.
struct Segments {
  /// The elements of owner `n` are rows `starts[n]..<starts[n + 1]`.
  let starts: [Int]
  /// 1 for elements that pass the filter; all do if nil.
  let mask: [UInt8]?
  /// The expression to reduce and its context; nil to count elements.
  let element: (program: Program, context: BatchContext)?
  let elementType: ValueType
  let compiler: ProgramCompiler

  var ownerCount: Int { starts.count - 1 }

  /// Whether element `row` passes the filter.
  func isIncluded(_ row: Int) -> Bool {
    mask.map { $0[row] != 0 } ?? true
  }

  /// 1 for each owner with an element for which `mask` is 1.
  func ownersWithAny(of mask: [UInt8]) -> [UInt8] {
    (0..<ownerCount).map { owner in
      mask[starts[owner]..<starts[owner + 1]].contains(1) ? 1 : 0
    }
  }
}

/// Reduces the elements of each owner with a kernel for the type, otherwise value by value.
struct SegmentReducer {
  let function: AggregateFunction
  var options = AggregateOptions()
  let type: ValueType

  /// A program that reduces `segments`.
  func program(_ segments: @escaping (BatchContext) throws -> Segments) -> Program {
    switch (function, type) {
    case (.count, _):
      .int64(ProgramNode { counts(try segments($0)) })
    case (.any, _):
      .bool(ProgramNode { Vector(try truths(segments($0))) })
    case (.sum, .double), (.avg, .double):
      .double(ProgramNode { try doubles(segments($0)) })
    case (.sum, .int):
      .int64(ProgramNode { try integerSums(segments($0)) })
    case (.min, .double), (.max, .double):
      .double(
        ProgramNode { context in
          let segments = try segments(context)
          guard let element = segments.element else {
            preconditionFailure("the least and the greatest are of an element")
          }
          return extremes(
            try segments.compiler.asDouble(element.program).result(element.context),
            segments,
            filler: 0
          )
        }
      )
    case (.min, .int), (.max, .int), (.min, .date), (.max, .date):
      .int64(
        ProgramNode { context in
          let segments = try segments(context)
          guard case (.int64(let node), let inner)? = segments.element else {
            preconditionFailure("Ints and dates have programs of Int64")
          }
          return extremes(try node.result(inner), segments, filler: 0)
        }
      )
    default:
      ProgramCompiler().shaped(ProgramNode { try values(segments($0)) }, type)
    }
  }

  private func counts(_ segments: Segments) -> Vector<Int64> {
    guard let mask = segments.mask else {
      return Vector(
        (0..<segments.ownerCount).map {
          Int64(segments.starts[$0 + 1] - segments.starts[$0])
        }
      )
    }
    return Vector(
      (0..<segments.ownerCount).map { owner in
        (segments.starts[owner]..<segments.starts[owner + 1]).reduce(into: Int64(0)) {
          $0 += Int64(mask[$1])
        }
      }
    )
  }

  /// 1 for each owner with an element that is true.
  private func truths(_ segments: Segments) throws -> [UInt8] {
    guard let (program, context) = segments.element else {
      preconditionFailure("a quantifier has an element")
    }
    let isTrue = try segments.compiler.asBool(program).result(context).mask
    return segments.ownersWithAny(of: MaskKernels.both(segments.mask, isTrue) ?? isTrue)
  }

  /// Sums and averages of Doubles, and averages of Ints.
  private func doubles(_ segments: Segments) throws -> Vector<Double> {
    guard let element = segments.element else {
      preconditionFailure("a sum or an average has an element")
    }
    if case .int64(let node) = element.program {
      return try integerAverages(node.result(element.context), segments)
    }
    let vector = try segments.compiler.asDouble(element.program).result(element.context)
    var results: [Double?] = []
    results.reserveCapacity(segments.ownerCount)
    for owner in 0..<segments.ownerCount {
      var sum = ExactSum()
      var count: Int64 = 0
      for row in segments.starts[owner]..<segments.starts[owner + 1]
      where segments.isIncluded(row) && vector.isValid(row) {
        sum.add(vector[row])
        count += 1
      }
      results.append(function == .sum ? sum.total : sum.mean(of: count))
    }
    return Vector(results, filler: 0)
  }

  private func integerAverages(
    _ vector: Vector<Int64>,
    _ segments: Segments
  ) -> Vector<Double> {
    Vector(
      totals(vector, segments).map { $0.count == 0 ? nil : Reduction.quotient($0.sum, $0.count) },
      filler: 0
    )
  }

  private func integerSums(_ segments: Segments) throws -> Vector<Int64> {
    guard let element = segments.element, case .int64(let node) = element.program else {
      preconditionFailure("an Int expression has a program of Ints")
    }
    let vector = try node.result(element.context)
    return Vector(
      try totals(vector, segments).map {
        guard let sum = Int64(exactly: $0.sum) else { throw BatchFailure() }
        return sum
      }
    )
  }

  private func totals(
    _ vector: Vector<Int64>,
    _ segments: Segments
  ) -> [(sum: Int128, count: Int64)] {
    (0..<segments.ownerCount).map { owner in
      var sum: Int128 = 0
      var count: Int64 = 0
      for row in segments.starts[owner]..<segments.starts[owner + 1]
      where segments.isIncluded(row) && vector.isValid(row) {
        sum += Int128(vector[row])
        count += 1
      }
      return (sum, count)
    }
  }

  /// The minimum or maximum of each owner; nil if there is none.
  private func extremes<Element: Comparable>(
    _ vector: Vector<Element>,
    _ segments: Segments,
    filler: Element
  ) -> Vector<Element> {
    let isLeast = function == .min
    let results = (0..<segments.ownerCount).map { owner -> Element? in
      var best: Element?
      for row in segments.starts[owner]..<segments.starts[owner + 1]
      where segments.isIncluded(row) && vector.isValid(row) {
        let value = vector[row]
        if best.map({ isLeast ? value < $0 : value > $0 }) ?? true { best = value }
      }
      return best
    }
    return Vector(results, filler: filler)
  }

  private func values(_ segments: Segments) throws -> [Value] {
    let elements = try segments.element.map { element in
      try segments.compiler.asValues(element.program, segments.elementType)
        .result(element.context)
    }
    return try (0..<segments.ownerCount).map { owner in
      var reduction = Reduction(function, options: options, type: type)
      for row in segments.starts[owner]..<segments.starts[owner + 1]
      where segments.isIncluded(row) {
        if let elements { reduction.add(elements[row]) } else { reduction.addRecord() }
      }
      do { return try reduction.result() } catch { throw BatchFailure() }
    }
  }
}
