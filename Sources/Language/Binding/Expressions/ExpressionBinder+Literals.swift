import Diagnostics
import Foundation
import Model
import Syntax

/// Literals and how they adapt to other types.
extension ExpressionBinder {
  func literal(_ literal: LiteralSyntax, _ span: SourceSpan) -> TypedExpression? {
    switch literal {
    case .null:
      return .literal(.null, .null)
    case .bool(let value):
      return .literal(.bool(value), .bool)
    case .int(let value):
      return .literal(.int(value), .int)
    case .regex(let pattern):
      return .literal(.string(pattern), .string)
    case .number(let text) where Self.isWhole(text):
      // A number too large for an Int is a Decimal, which has 38 digits.
      guard text.utf8.count(where: { $0 != UInt8(ascii: "-") }) <= 38 else {
        return fail(TypeError.numberTooLong(span))
      }
      return read(text, as: .decimal, span)
    case .number(let text):
      return Double(text).map { .literal(.double($0), .double) }
    case .string(let text):
      return .literal(.string(text), .string)
    case .date(let date):
      guard let moment = LiteralText.timestamp(date, in: options.timeZone) else {
        return fail(TypeError.dateOutOfRange(span))
      }
      return .literal(.date(moment), .date)
    case .typed(let keyword, let text):
      return read(text, as: Self.type(of: keyword), span)
    }
  }

  /// The expression as a value of `type` if it has that type or is a literal that adapts; else nil.
  ///
  /// Only reports strings that cannot be read as the type.
  func adapted(
    _ expression: TypedExpression,
    _ syntax: ExpressionSyntax,
    to type: ValueType
  ) -> TypedExpression? {
    if expression.type == type { return expression }
    if type == .string, expression.type != .null, let text = parameterText(syntax) {
      return .literal(.string(text), .string)
    }
    switch (expression.kind, type) {
    case (_, _) where expression.type == .null:
      return .literal(.null, type)
    case (.list(let parts), .list(let element)):
      return adaptedList(parts, syntax, to: element)
    case (.literal(.string(let text)), .enumeration(let enumeration))
    where expression.type == .string:
      let text = parameterText(syntax) == nil ? text : String(text.drop { $0 == "." })
      guard enumeration.ordinal(of: text) != nil else {
        return fail(CaseError.unknown(syntax.span, text: text, enumeration))
      }
      if parameterText(syntax) == nil { noteUse(syntax.span, of: enumeration, text) }
      return .literal(.string(text), type)
    case (.literal(.string(let text)), .date), (.literal(.string(let text)), .uuid),
      (.literal(.string(let text)), .data), (.literal(.string(let text)), .decimal):
      return read(text, as: type, syntax.span)
    case (_, .decimal) where expression.type == .double:
      return numberText(syntax).flatMap { read($0, as: .decimal, syntax.span) }
    case (.literal(.decimal), .int):
      _ = isWithinRange(syntax, type)
      return nil
    case (.literal(.decimal), .double):
      // A whole number too large for an Int was read as a Decimal before it was known to be a
      // Double.
      guard let number = numberText(syntax), Self.isWhole(number) else { return nil }
      return Double(number).map { .literal(.double($0), .double) }
    case (.literal(.int(let value)), .double):
      return .literal(.double(Double(value)), .double)
    case (_, .double) where expression.type == .int, (_, .decimal) where expression.type == .int:
      return TypedExpression(.widen(expression), type)
    default:
      return nil
    }
  }

  private func read(_ text: String, as type: ValueType, _ span: SourceSpan) -> TypedExpression? {
    guard let value = LiteralText.value(text, as: type, timeZone: options.timeZone) else {
      return fail(TypeError.unreadable(span, text: text, type))
    }
    return .literal(value, type)
  }

  private static func type(of keyword: TypedLiteralKeyword) -> ValueType {
    switch keyword {
    case .uuid: .uuid
    case .data: .data
    case .decimal: .decimal
    }
  }

  private static func isWhole(_ number: String) -> Bool {
    !number.contains { ".e".contains($0) }
  }

  /// Whether a large number fits in `type`; reports it if not.
  func isWithinRange(_ syntax: ExpressionSyntax, _ type: ValueType) -> Bool {
    guard type == .int, let number = numberText(syntax), Self.isWhole(number) else { return true }
    findings.report(TypeError.integerTooLarge(syntax.span))
    return false
  }

  /// The digits of a number literal, for an exact Decimal.
  func numberText(_ syntax: ExpressionSyntax) -> String? {
    switch syntax.kind {
    case .literal(.number(let text)): text
    case .parameter(let name) where options.parameters[name.text]?.expression.type == .double:
      parameterText(syntax)?.replacing("_", with: "")
    case .parenthesized(let inner): numberText(inner)
    case .unary(.negate, _, let inner):
      numberText(inner).map { $0.hasPrefix("-") ? String($0.dropFirst()) : "-" + $0 }
    default: nil
    }
  }
}
