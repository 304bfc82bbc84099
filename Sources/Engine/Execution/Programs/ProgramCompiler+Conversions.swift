import Columns
import Foundation
import Model

/// Conversions between shapes of programs.
extension ProgramCompiler {
  /// The program as Bools; other shapes store Bools as values.
  func asBool(_ program: Program) -> ProgramNode<Vector<UInt8>> {
    switch program {
    case .bool(let node): node
    default:
      vector(asValues(program, .bool), filler: 0) {
        if case .bool(let value) = $0 { value ? 1 : 0 } else { nil }
      }
    }
  }

  /// The program as Doubles, with Ints converted.
  func asDouble(_ program: Program) -> ProgramNode<Vector<Double>> {
    switch program {
    case .double(let node): node
    case .int64(let node): ProgramNode { ArithmeticKernels.widen(try node.result($0)) }
    default:
      vector(asValues(program, .double), filler: 0) {
        if case .double(let value) = $0 { value } else { nil }
      }
    }
  }

  /// A program of values in the shape of its type.
  func shaped(_ node: ProgramNode<[Value]>, _ type: ValueType) -> Program {
    switch type {
    case .bool:
      .bool(asBool(.values(node)))
    case .int:
      .int64(
        vector(node, filler: 0) { if case .int(let value) = $0 { value } else { nil } }
      )
    case .date:
      .int64(
        vector(node, filler: 0) {
          if case .date(let value) = $0 { value.microseconds } else { nil }
        }
      )
    case .double:
      .double(asDouble(.values(node)))
    case .string, .enumeration:
      .string(ProgramNode { Self.strings(try node.result($0)) })
    default:
      .values(node)
    }
  }

  /// The program as values of `type`, one per row.
  func asValues(_ program: Program, _ type: ValueType) -> ProgramNode<[Value]> {
    switch program {
    case .values(let node):
      node
    case .bool(let node):
      values(node) { .bool($0 != 0) }
    case .int64(let node) where type == .date:
      values(node) { .date(Timestamp(microseconds: $0)) }
    case .int64(let node):
      values(node) { .int($0) }
    case .double(let node):
      values(node) { .double($0) }
    case .string(let node):
      ProgramNode { context in
        let vector = try node.result(context)
        return (0..<context.count).map { row in
          vector.codes.isValid(row)
            ? .string(vector.dictionary.string(for: vector.codes[row])) : .null
        }
      }
    }
  }

  private static func strings(_ values: [Value]) -> StringVector {
    var dictionary = StringDictionary()
    let codes = values.map { value -> UInt32? in
      if case .string(let text) = value { dictionary.code(for: text) } else { nil }
    }
    return StringVector(codes: Vector(codes, filler: 0), dictionary: dictionary)
  }

  private func values<Element>(
    _ node: ProgramNode<Vector<Element>>,
    _ wrap: @escaping (Element) -> Value
  ) -> ProgramNode<[Value]> {
    ProgramNode { context in
      let vector = try node.result(context)
      return (0..<vector.count).map { vector.isValid($0) ? wrap(vector[$0]) : .null }
    }
  }

  private func vector<Element>(
    _ node: ProgramNode<[Value]>,
    filler: Element,
    _ unwrap: @escaping (Value) -> Element?
  ) -> ProgramNode<Vector<Element>> {
    ProgramNode { Vector(try node.result($0).map(unwrap), filler: filler) }
  }
}
