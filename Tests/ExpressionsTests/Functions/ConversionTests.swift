import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares conversions with Swift's initializers.
@Suite struct ConversionTests {
  private static func call(_ function: ScalarFunction, _ value: Value) throws -> Value {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    return try FunctionEvaluator(context: context).call(function, [value])
  }

  private static let texts = [
    "", " ", "4", "4x", "-4", "+4", " 4", "0x10", "1e3", "1_000", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "3.5", "-0.0", ".5", "5.", "nan", "inf",
    "-infinity", "1e400", "1e-400", "true", "false", "TRUE", "yes", "١٢",
    "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "6F9619FF8B86D011B42D00CF4FC964FF",
  ]

  @Test(arguments: texts)
  func stringsAreReadAsSwiftReadsThem(text: String) throws {
    let value = Value.string(text)
    #expect(try Self.call(.toInt, value) == (Int64(text).map(Value.int) ?? .null))
    #expect(try Self.call(.toBool, value) == (Bool(text).map(Value.bool) ?? .null))
    #expect(try Self.call(.toUUID, value) == (UUID(uuidString: text).map(Value.uuid) ?? .null))
    let number = Double(text).flatMap { $0.isNaN ? nil : $0 }
    #expect(try Self.call(.toDouble, value) == (number.map(Value.double) ?? .null))
  }

  @Test func doublesAreCutOff() throws {
    var random = SeededRandom(seed: 41)
    let edges: [Double] = [
      3.9, -3.9, 0.5, -0.5, 9.2e18, 9_223_372_036_854_775_808, -9_223_372_036_854_775_808, 1e300,
      .infinity, -.infinity,
    ]
    let others = (0..<fuzzCount(500)).map { _ in
      Double.random(in: -1...1, using: &random) * pow(10, .random(in: 0...22, using: &random))
    }
    for number in edges + others {
      let expected = Int64(exactly: number.rounded(.towardZero))
      #expect(try Self.call(.toInt, .double(number)) == (expected.map(Value.int) ?? .null))
    }
  }

  @Test func numbersAreWrittenAsSwiftWritesThem() throws {
    var random = SeededRandom(seed: 42)
    for _ in 0..<fuzzCount(500) {
      let bits = UInt64.random(in: 0 ... .max, using: &random)
      let number = Double(bitPattern: bits)
      if number.isNaN { continue }
      let text = try Self.call(.toString, .double(number))
      #expect(text == .string("\(number)"))
      #expect(try Self.call(.toDouble, text) == .double(number))
      let whole = Int64(bitPattern: bits)
      #expect(try Self.call(.toString, .int(whole)) == .string("\(whole)"))
      #expect(try Self.call(.toDouble, .int(whole)) == .double(Double(whole)))
    }
  }

  @Test(
    arguments: [
      ("2024-02-29", "2024-02-29T00:00:00Z"), ("2023-02-29", nil), ("2024-2-29", nil),
      ("2024-02-29T12:30", "2024-02-29T12:30:00Z"), ("2024-02-29 12:30:15", "2024-02-29T12:30:15Z"),
      ("2024-02-29T12:30:15+02:00", "2024-02-29T10:30:15Z"), ("2024-02-29T24:00", nil),
      ("2024-02-29T12:30:15Z ", nil), ("", nil), ("29.02.2024", nil),
      ("2024-02-29T12:30:15-0330", "2024-02-29T16:00:15Z"),
    ] as [(String, String?)]
  )
  func datesOfISO8601(text: String, expected: String?) throws {
    let formatter = ISO8601DateFormatter()
    let date = expected.flatMap(formatter.date).map {
      Value.date(Timestamp(microseconds: Int64($0.timeIntervalSince1970) * 1_000_000))
    }
    #expect(try Self.call(.toDate, .string(text)) == (date ?? .null))
  }
}
