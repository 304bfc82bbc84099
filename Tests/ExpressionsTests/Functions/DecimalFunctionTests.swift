import Expressions
import Foundation
import Model
import TestSupport
import Testing

/// Compares Decimal division, roots, powers and rounding with schoolbook arithmetic.
@Suite struct DecimalFunctionTests {
  @Test(arguments: 0..<UInt64(fuzzCount(4)))
  func quotientsHaveAllDigits(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let dividend = UInt64.random(in: 1 ... .max >> random.pick([0, 30, 60]), using: &random)
      let divisor = UInt64.random(in: 1 ... .max >> random.pick([0, 30, 60]), using: &random)
      let result = try Arithmetic.apply(
        .divide,
        .decimal(Decimal(dividend)),
        .decimal(Decimal(divisor))
      )
      let expected = try #require(Decimal(string: Self.longDivision(dividend, divisor)))
      #expect(result == .decimal(expected), "\(dividend) / \(divisor)")
    }
  }

  /// The digits of the quotient, 38 of them, half away from zero.
  private static func longDivision(_ dividend: UInt64, _ divisor: UInt64) -> String {
    var (digits, rest) = ([UInt8](), UInt128(dividend % divisor))
    let whole = dividend / divisor
    if whole > 0 { digits = String(whole).utf8.map { $0 - 0x30 } }
    let point = digits.count
    var places = 0
    while digits.count < 39 {
      rest *= 10
      let digit = UInt8(rest / UInt128(divisor))
      rest %= UInt128(divisor)
      places += 1
      if !digits.isEmpty || digit != 0 { digits.append(digit) }
    }
    let zeros = point > 0 ? 0 : places - digits.count
    var exponent = point > 0 ? point : -zeros
    let isUp = digits.removeLast() >= 5
    if isUp { exponent += increment(&digits) }
    return "0." + digits.map(String.init).joined() + "e\(exponent)"
  }

  /// Adds one at the last place; 1 if there is a digit more in front.
  private static func increment(_ digits: inout [UInt8]) -> Int {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return 0
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    return 1
  }

  @Test(arguments: [
    ("1e100", "1e-20", "1e120"), ("1e-100", "1e28", "1e-128"), ("1e-100", "1e40", "0"),
    ("2.25", "1.5", "1.5"), ("-1", "8", "-0.125"),
    ("2", "3", "0.66666666666666666666666666666666666667"),
    (
      "99999999999999999999999999999999999999", "1e-100",
      "99999999999999999999999999999999999999e100"
    ),
  ])
  func edgesOfDivision(dividend: String, divisor: String, expected: String) throws {
    let result = try Arithmetic.apply(.divide, Self.value(dividend), Self.value(divisor))
    #expect(result == (try Self.value(expected)))
  }

  @Test(arguments: [
    ("2", "1.4142135623730950488016887242096980786"), ("2.25", "1.5"), ("0", "0"),
    ("1e-128", "1e-64"),
    ("0.0001", "0.01"), ("1e100", "1e50"), ("10", "3.1622776601683793319988935444327185337"),
    (
      "15241578753238836750495351562536198787501905199875019052100",
      "123456789012345678901234567890"
    ),
  ])
  func roots(number: String, expected: String) throws {
    let value = try Self.call(.sqrt, [try Self.value(number)])
    guard case .decimal(let root) = value, case .decimal(let exact) = try Self.value(expected)
    else {
      Issue.record("\(value)")
      return
    }
    // The last digit may be off by one, which a square root by steps cannot rule out.
    #expect((root - exact).magnitude <= exact * Decimal(sign: .plus, exponent: -36, significand: 1))
  }

  @Test(
    arguments: [
      ("1.1", 3, "1.331"), ("10", -3, "0.001"), ("-2", 3, "-8"), ("0", 0, "1"),
      ("2", 100, "1267650600228229401496703205376"),
      ("10", -200, "0"), ("0.1", 200, "0"), ("1", .max, "1"), ("-1", .min, "1"),
    ] as [(String, Int64, String)]
  )
  func powers(base: String, exponent: Int64, expected: String) throws {
    #expect(try Self.call(.power, [Self.value(base), .int(exponent)]) == Self.value(expected))
  }

  @Test(arguments: [("10", 200), ("0.1", -200), ("3", 400)] as [(String, Int64)])
  func powersOutOfRange(base: String, exponent: Int64) throws {
    let arguments = [try Self.value(base), .int(exponent)]
    #expect(throws: EvaluationError.functionOverflow(.power, arguments)) {
      try Self.call(.power, arguments)
    }
  }

  @Test(
    arguments: [
      ("2.675", 2, "2.68"), ("-2.675", 2, "-2.68"), ("1.23", 5, "1.23"), ("1234.5", -2, "1200"),
      ("1250", -2, "1300"), ("-1250", -2, "-1300"), ("49", -2, "0"), ("50", -2, "100"),
      ("1e127", -127, "1e127"),
      ("5e126", -127, "1e127"), ("1.5", 400, "1.5"), ("1.5", -400, "0"), ("99.99", 1, "100"),
      ("0", -3, "0"),
      ("99999999999999999999999999999999999999", -1, "100000000000000000000000000000000000000"),
    ] as [(String, Int64, String)]
  )
  func rounding(number: String, digits: Int64, expected: String) throws {
    #expect(try Self.call(.round, [Self.value(number), .int(digits)]) == Self.value(expected))
  }

  private static func value(_ text: String) throws -> Value {
    .decimal(try #require(Decimal(string: text)))
  }

  private static func call(_ function: ScalarFunction, _ arguments: [Value]) throws -> Value {
    let context = EvaluationContext(now: Timestamp(microseconds: 0), timeZone: .gmt)
    return try FunctionEvaluator(context: context).call(function, arguments)
  }
}
