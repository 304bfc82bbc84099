import Diagnostics
import Expressions
import Model

/// Arguments that a function cannot use.
enum FunctionError: BindingError {
  case notWord(SourceSpan, function: String, what: String, words: [String], nearest: [String])
  case notRegex(SourceSpan, function: String)
  case noZone(SourceSpan, function: String)
  case unknownZone(SourceSpan, name: String, nearest: [String])
  case datePattern(SourceSpan, DatePattern.Problem)
  case patternWithoutYear(SourceSpan)
  case alwaysNil(SourceSpan, text: String)
  case noDay(SourceSpan, year: Int64, month: Int64, day: Int64)
  case noGroup(SourceSpan, group: Int64, count: Int)
  case range(SourceSpan, function: String)
  case randomConstant(SourceSpan)
  case misplacedBins(SourceSpan, argument: String)
  case binsOfGroups(SourceSpan)

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  var diagnostic: Diagnostic {
    switch self {
    case .notWord(let span, let function, let what, let words, let nearest):
      Diagnostic(
        "`\(function)` takes a \(what) here",
        at: span,
        help: Wording.help(nearest) + ["write \(Wording.choice(words.map { "`\($0)`" }))"]
      )
    case .notRegex(let span, let function):
      Diagnostic(
        "`\(function)` takes a regular expression here",
        at: span,
        help: ["write it between slashes, as in `/[0-9]+/`"]
      )
    case .noZone(let span, let function):
      Diagnostic(
        "`\(function)` takes no time zone; its result is the same in every zone",
        at: span,
        help: ["remove `in …`"]
      )
    case .unknownZone(let span, let name, let nearest):
      Diagnostic(
        "there is no time zone `\(name)`",
        at: span,
        help: nearest.isEmpty ? ["for example `Europe/Oslo`"] : Wording.help(nearest)
      )
    case .datePattern(let span, let problem):
      Diagnostic(Self.message(problem), at: span, help: Self.help(problem))
    case .patternWithoutYear(let span):
      Diagnostic(
        "this pattern has no year, so it cannot read a date",
        at: span,
        help: ["add one, as in `\"dd.MM.yyyy\"`"]
      )
    case .alwaysNil(let span, let text):
      Diagnostic(
        "\"\(text)\" is not an ISO 8601 date, so the result is always nil",
        at: span,
        help: ["write its pattern, as in `Date(\"\(text)\", \"dd.MM.yyyy\")`"]
      )
    case .noDay(let span, let year, let month, let day):
      Diagnostic(
        "there is no \(day) \(Self.months[Int(month) - 1]) \(year), so the result is always nil",
        at: span
      )
    case .noGroup(let span, let group, let count):
      Diagnostic(
        "this regular expression has no group \(group)",
        at: span,
        help: [
          count == 0
            ? "put the part in parentheses, as in `/([0-9]+) km/`"
            : "it has \(count); 0 is the whole match"
        ]
      )
    case .randomConstant(let span):
      Diagnostic(
        "a random number is computed for each record, so it cannot be used here",
        at: span,
        help: [
          "use it in a query or in `update`, as in `update User where … set roll = random(1...6)`"
        ]
      )
    case .misplacedBins(let span, let argument):
      Diagnostic(
        "`bins` divides the range of the rows that `where` keeps, so it is allowed only in "
          + "`group by`, `select` and `sort` of a query",
        at: span,
        help: ["for a given width, write `bin(\(argument), 10)`"]
      )
    case .binsOfGroups(let span):
      Diagnostic(
        "`bins` divides the range of records, not of groups or windows",
        at: span,
        help: [
          "write a query over a query: "
            + "`fetch (fetch … group by … select sum(x) as total) group by bins(total, 20)`"
        ]
      )
    case .range(let span, let function):
      Diagnostic(
        "`\(function)` takes no range",
        at: span,
        help: ["`random` does, as in `random(1...6)`"]
      )
    }
  }

  private static func message(_ problem: DatePattern.Problem) -> String {
    switch problem {
    case .unknownLetter(let letter): "`\(letter)` has no meaning in a date pattern"
    case .unclosedQuote: "the quote in this date pattern is not closed"
    case .isEmpty: "this date pattern is empty"
    case .tooLong(let letter): "a date pattern repeats `\(letter)` at most 9 times"
    }
  }

  private static func help(_ problem: DatePattern.Problem) -> [String] {
    switch problem {
    case .unknownLetter(let letter):
      ["the letters are \(DatePattern.letters)", "write `'\(letter)'` for the letter itself"]
    case .unclosedQuote: ["write `''` for a quote itself"]
    case .isEmpty, .tooLong: ["for example `\"dd.MM.yyyy\"`"]
    }
  }
}
