import Diagnostics
import Expressions
import Foundation
import Model
import Syntax

/// Arguments that are not expressions: words, regular expressions, ranges and time zones.
extension ExpressionBinder {
  /// One argument, which can be a word or a regular expression if all signatures expect one.
  func argument(
    _ syntax: ExpressionSyntax,
    of types: [ValueType],
    _ name: NameSyntax
  ) -> Operand? {
    if case .literal(.regex(let pattern)) = syntax.kind {
      return regex(pattern, syntax)
    }
    if let word = types.first, word.isWord, types.allSatisfy({ $0 == word }) {
      return word == FunctionDeclaration.pattern
        ? regex(argument: syntax, name) : self.word(syntax, word, name)
    }
    // A number without a fraction adapts to a Double.
    return bind(syntax).map { Operand($0.asText, syntax) }
  }

  private func regex(_ pattern: String, _ syntax: ExpressionSyntax) -> Operand? {
    let operand = Operand(
      .literal(.string(pattern), FunctionDeclaration.pattern),
      syntax
    )
    return isPattern(operand, of: StringMatch(.matches)) ? operand : nil
  }

  /// A string in the place of a regular expression.
  private func regex(argument syntax: ExpressionSyntax, _ name: NameSyntax) -> Operand? {
    guard case .string(let pattern)? = constant(syntax, wanting: .string) else {
      if findings.hasFinding(within: syntax.span) { return nil }
      return fail(FunctionError.notRegex(syntax.span, function: name.text))
    }
    return regex(pattern, syntax)
  }

  /// `month`, `.month`, `"month"`
  private func word(
    _ syntax: ExpressionSyntax,
    _ type: ValueType,
    _ function: NameSyntax
  ) -> Operand? {
    let words = type.enumeration?.cases ?? []
    let written: String? =
      switch syntax.withoutParentheses.kind {
      case .name(let name), .enumCase(let name): name.text
      case .literal(.string(let text)): text
      case .parameter(let name): options.parameters[name.text]?.text
      default: nil
      }
    let text = written?.lowercased() ?? ""
    guard let word = words.first(where: { $0 == text || $0 + "s" == text }) else {
      return fail(
        FunctionError.notWord(
          syntax.span,
          function: function.text,
          what: type.description,
          words: words,
          nearest: nearestNames(to: text, in: words)
        )
      )
    }
    return Operand(.literal(.string(word), type), syntax)
  }

  /// The arguments with a range as two: `random(1...6)`.
  func withRange(
    _ arguments: [CallArgument],
    _ declaration: FunctionDeclaration
  ) -> [ExpressionSyntax]? {
    if declaration.function != .random, let end = arguments.lazy.compactMap(\.upperBound).first {
      return fail(FunctionError.range(end.span, function: declaration.function.name))
    }
    return arguments.flatMap { [$0.expression] + [$0.upperBound].compactMap { $0 } }
  }

  /// Removes `in "Europe/Oslo"` from the arguments; nil after an error.
  func takeZone(
    from arguments: inout [ExpressionSyntax],
    _ declaration: FunctionDeclaration,
    _ name: NameSyntax
  ) -> (literal: TypedExpression?, Void)? {
    guard let index = arguments.firstIndex(where: { $0.zone != nil }),
      let (date, zone) = arguments[index].zone
    else { return (nil, ()) }
    // A Bool is an argument like any other.
    guard declaration.takesZone else {
      return declaration.isOfDates
        ? fail(FunctionError.noZone(zone.span, function: name.text)) : (nil, ())
    }
    guard case .string(let text)? = constant(zone, wanting: .string) else { return (nil, ()) }
    guard TimeZone(identifier: text) != nil else {
      let nearest = nearestNames(to: text, in: TimeZone.knownTimeZoneIdentifiers)
      return fail(FunctionError.unknownZone(zone.span, name: text, nearest: nearest))
    }
    arguments[index] = date
    return (.literal(.string(text), FunctionDeclaration.zone), ())
  }

  /// Checks the constant arguments of a call, and adds what is not written: the time zone, the
  /// place and the record of a random number.
  func checked(
    _ call: TypedExpression,
    _ arguments: [ExpressionSyntax],
    _ zone: TypedExpression?,
    _ span: SourceSpan
  ) -> TypedExpression? {
    guard case .call(let function, var parts) = call.kind else { return call }
    guard isValid(function, parts, arguments) else { return nil }
    if function == .bins { return bins(parts, arguments, span) }
    if function == .random {
      let record = scopes.last.flatMap { $0.entity.name.isEmpty ? nil : $0.record }
      findings.randomCalls += 1
      parts =
        [
          .literal(.int(Int64(findings.randomCalls)), .int),
          record.map { TypedExpression(.record($0), .record(entity: $0.entity)) }
            ?? .literal(.int(0), .int),
        ] + parts
    }
    if let zone {
      let hasPattern = function == .toDate || function == .toString
      if hasPattern, parts.count == 1 { parts.append(.literal(.string(""), .string)) }
      parts.append(zone)
    }
    return TypedExpression(.call(function, parts), call.type)
  }

  /// Reports constants that a function cannot use.
  private func isValid(
    _ function: ScalarFunction,
    _ parts: [TypedExpression],
    _ arguments: [ExpressionSyntax]
  ) -> Bool {
    let numbers = parts.compactMap(\.literalInt)
    let texts = parts.map(\.literalText)
    switch function {
    case .date:
      guard numbers.count == 3, let first = arguments.first, let last = arguments.last,
        DateFunctions.date(year: numbers[0], month: numbers[1], day: numbers[2]) == nil
      else { return true }
      findings.report(CallError.noSuchDay(first.span.joined(with: last.span)))
    case .toDate where parts.count == 1:
      guard let text = texts[0], parts[0].type == .string, DateFunctions.date(iso: text) == nil
      else {
        return true
      }
      findings.report(
        Self.missingDay(in: text, arguments[0].span)
          ?? FunctionError.alwaysNil(arguments[0].span, text: text)
      )
    case .toDate, .toString:
      guard parts.count > 1, let text = texts[1] else { return true }
      return isDatePattern(text, arguments[1].span, reading: function == .toDate)
    case .match:
      guard parts.count == 3, let group = numbers.first, let pattern = texts[1],
        let count = RegularExpression.groupCount(of: pattern), !(0...count).contains(Int(group))
      else { return true }
      findings.report(FunctionError.noGroup(arguments[2].span, group: group, count: count))
    default: return true
    }
    return false
  }

  /// The error of a string like `2024-02-30`, whose format is right; nil for others.
  private static func missingDay(in text: String, _ span: SourceSpan) -> FunctionError? {
    guard let parts = text.prefixMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])/)?.output,
      let year = Int64(parts.1), let month = Int64(parts.2), let day = Int64(parts.3),
      (1...12).contains(month), (1...99).contains(day),
      DateFunctions.date(year: year, month: month, day: day) == nil
    else { return nil }
    return .noDay(span, year: year, month: month, day: day)
  }

  private func isDatePattern(_ text: String, _ span: SourceSpan, reading: Bool) -> Bool {
    do throws(DatePattern.Problem) {
      let pattern = try DatePattern(text)
      if !reading || pattern.hasYear { return true }
      findings.report(FunctionError.patternWithoutYear(span))
    } catch {
      findings.report(FunctionError.datePattern(span, error))
    }
    return false
  }
}

extension ExpressionSyntax {
  /// `date in "Europe/Oslo"`: the date and the zone; nil for other expressions.
  var zone: (date: ExpressionSyntax, zone: ExpressionSyntax)? {
    guard case .membership(let date, .values(let zone), isNegated: false, _) = kind else {
      return nil
    }
    switch zone.kind {
    case .literal(.string), .parameter: return (date, zone)
    default: return nil
    }
  }
}

extension FunctionDeclaration {
  /// Whether an argument is a date.
  fileprivate var isOfDates: Bool {
    guard case .signatures(let signatures) = form else { return false }
    return signatures.contains { $0.parameters.contains(.date) }
  }
}

extension ValueType {
  /// Whether it is that of arguments that are words.
  var isWord: Bool { FunctionDeclaration.words.contains(self) }
}

extension TypedExpression {
  fileprivate var literalInt: Int64? {
    if case .literal(.int(let number)) = kind { number } else { nil }
  }

  fileprivate var literalText: String? {
    if case .literal(.string(let text)) = kind { text } else { nil }
  }
}
