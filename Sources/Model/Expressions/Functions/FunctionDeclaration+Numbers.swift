import Foundation
import Model

/// Functions of numbers.
extension FunctionDeclaration {
  static let mathematics: [FunctionDeclaration] = [
    double(.exp, "e raised to a power", "= exp(1.0)") { exp($0) },
    double(.ln, "the natural logarithm; nil for 0 and negative numbers", "= ln(10.0)") {
      $0 > 0 ? log($0) : nil
    },
    double(.log10, "the logarithm to base 10; nil for 0 and negative numbers", "= log10(1000.0)") {
      $0 > 0 ? log10($0) : nil
    },
    double(.log2, "the logarithm to base 2; nil for 0 and negative numbers", "= log2(1024.0)") {
      $0 > 0 ? log2($0) : nil
    },
    double(.sin, "the sine of an angle in radians", "= sin(pi() / 2)") { defined(sin($0)) },
    double(.cos, "the cosine of an angle in radians", "= cos(pi())") { defined(cos($0)) },
    double(.tan, "the tangent of an angle in radians", "= tan(pi() / 4)") { defined(tan($0)) },
    double(.asin, "the angle of a sine; nil outside of −1 to 1", "= asin(1.0)") {
      defined(asin($0))
    },
    double(.acos, "the angle of a cosine; nil outside of −1 to 1", "= acos(0.0)") {
      defined(acos($0))
    },
    double(.atan, "the angle of a tangent", "= atan(1.0)") { atan($0) },
    .init(
      .atan2,
      ["y", "x"],
      gives(.double, of: .double, .double),
      "the angle of a point",
      "= atan2(1.0, 1.0)",
      body: .doubles { atan2($0, $1) }
    ),
    .init(
      .pi,
      [],
      gives(.double),
      "π, the circumference of a circle divided by its diameter",
      "= round(pi(), 4)",
      body: .values { _ in .double(.pi) }
    ),
    .init(
      .sign,
      ["x"],
      .signatures([.int, .double, .decimal].map { sign(.int, of: $0) }),
      "−1, 0 or 1: the sign of a number",
      "fetch Budget select name, sign(remaining)",
      body: .values { arguments in
        switch arguments[0] {
        case .int(let number): .int(number.signum())
        case .double(let number): .int(number > 0 ? 1 : number < 0 ? -1 : 0)
        case .decimal(let number): .int(number > 0 ? 1 : number < 0 ? -1 : 0)
        default: .null
        }
      }
    ),
    .init(
      .gcd,
      ["a", "b"],
      gives(.int, of: .int, .int),
      "the greatest common divisor; nil if it does not fit in an Int",
      "= gcd(12, 18)",
      body: .integers { Int64(exactly: greatestDivisor($0.magnitude, $1.magnitude)) }
    ),
    .init(
      .bin,
      ["x", "width"],
      .signatures([
        sign(.int, of: .int, .int), sign(.double, of: .double, .double),
        sign(.date, of: .date, .duration),
      ]),
      "the start of the interval of a width that contains `x`; nil if the width is not positive",
      "fetch Expense group by bin(date, 1 month) select bin(date, 1 month) as start, sum(amount)",
      body: .values { Bins.start(of: $0[0], width: $0[1]) }
    ),
    .init(
      .bins,
      ["x", "count"],
      .signatures([
        sign(.int, of: .int, .int), sign(.double, of: .double, .int), sign(.date, of: .date, .int),
      ]),
      "the start of one of `count` intervals of equal width over the range of the query's rows",
      "fetch User group by bins(age, 5) select bins(age, 5) as age, count()",
      body: .values { Bins.start(of: $0[0], count: $0.int(1), low: $0[2], high: $0[3]) }
    ),
    .init(
      .random,
      ["low…high?"],
      .signatures([
        sign(.double), sign(.int, of: .int, .int), sign(.double, of: .double, .double),
      ]),
      "a random number between 0 and 1, or in a range; `.seed 7` repeats it",
      "count User where random(1...6) > 0"
    ),
  ]

  private static func double(
    _ function: ScalarFunction,
    _ summary: String,
    _ example: String,
    _ body: @escaping @Sendable (Double) -> Double?
  ) -> FunctionDeclaration {
    .init(function, ["x"], gives(.double, of: .double), summary, example, body: .double(body))
  }

  private static func defined(_ number: Double) -> Double? { number.isNaN ? nil : number }

  private static func greatestDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
