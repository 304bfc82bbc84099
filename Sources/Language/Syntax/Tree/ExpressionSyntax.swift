public import Diagnostics

/// An expression as it was written: no types, no resolved names.
public struct ExpressionSyntax: Sendable {
  /// What stands there.
  public let kind: Kind
  /// From the first to the last token, parentheses around it included.
  public let span: SourceSpan
  /// How many expressions lie within one another, this one included; the parser bounds it by
  /// ``SyntaxLimits/height``, so that passes over the tree may recurse.
  public let height: Int

  /// Makes an expression.
  public init(_ kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
    height = 1 + kind.heightOfChildren
  }

  /// The forms of an expression, each with the text it stands for.
  public indirect enum Kind: Sendable {
    /// `42`, `"Oslo"`, `2026-11-21`
    case literal(LiteralSyntax)
    /// `name`
    case name(NameSyntax)
    /// `self`
    case selfRecord
    /// `budget.name`, `budget?.name`
    case member(ExpressionSyntax, NameSyntax)
    /// `.food`
    case enumCase(NameSyntax)
    /// `@id`, `budget.@id`
    case identity(of: ExpressionSyntax?)
    /// `@inverse(Expense.budget)`, `owner.@inverse(Budget.owner)`
    case backlink(of: ExpressionSyntax?, entity: NameSyntax, relationship: NameSyntax)
    /// `any expenses.amount`, the left side of a comparison with what stands behind the path
    case quantified(QuantifierUse, ExpressionSyntax)
    /// `any(expenses where amount > 10 and quantity > 1)`
    case quantifier(QuantifierUse, CallArgument)
    /// `count(expenses)`, `lower(name)`; an argument may bear `where`
    case call(NameSyntax, [CallArgument])
    /// `-x`, `not x`
    case unary(UnaryOperator, operatorSpan: SourceSpan, ExpressionSyntax)
    /// `a + b`, `a ~ b`, `p and q`
    case binary(BinaryOperatorUse, ExpressionSyntax, ExpressionSyntax)
    /// `x between 1 and 5`, `x not between 1 and 5`
    case between(
      ExpressionSyntax,
      from: ExpressionSyntax,
      to: ExpressionSyntax,
      isNegated: Bool,
      operatorSpan: SourceSpan
    )
    /// `x in 1...5`, `x not in [1, 2]`, `x in $list`
    case membership(
      ExpressionSyntax,
      MembershipSet,
      isNegated: Bool,
      operatorSpan: SourceSpan
    )
    /// `x is nil`, `x is not nil`
    case isNull(ExpressionSyntax, isNegated: Bool)
    /// `self is Car`, `self is not Car`
    case typeTest(ExpressionSyntax, NameSyntax, isNegated: Bool)
    /// `(self as Car)`
    case cast(ExpressionSyntax, NameSyntax)
    /// `[1, 2]`
    case list([ExpressionSyntax])
    /// `7 days`
    case unit(ExpressionSyntax, NameSyntax)
    /// `if c then a else b`
    case conditional(ExpressionSyntax, then: ExpressionSyntax, otherwise: ExpressionSyntax)
    /// `$name`
    case parameter(NameSyntax)
    /// `Budget#3`, `Item#(7, "a")`, `Budget#"app://…/p3"`
    case recordLiteral(NameSyntax, RecordKeySyntax)
    /// `(Budget where name == "Trip")`
    case subquery(QuerySyntax)
    /// `( x )`; kept so that messages and carets are right, the printer drops it where it can
    case parenthesized(ExpressionSyntax)
  }
}

/// What tells a record from the others of its model.
public enum RecordKeySyntax: Sendable {
  /// `3`
  case number(Int64)
  /// `(7, "a")`
  case values([ExpressionSyntax])
  /// `"app://…/Budget/p3"`: the text, and where it stands
  case uri(String, SourceSpan)

  /// The values; none where the key is a number or a URI.
  public var values: [ExpressionSyntax] {
    if case .values(let values) = self { values } else { [] }
  }
}

/// The right side of `in`.
public indirect enum MembershipSet: Sendable {
  /// `[1, 2, nil]`, or anything that yields a list
  case values(ExpressionSyntax)
  /// `1...5`, `1..<5`
  case range(ExpressionSyntax, ExpressionSyntax, isClosed: Bool)
}

/// One argument of a call: `expenses`, `expenses where amount > 10`, `distinct city`.
public struct CallArgument: Sendable {
  /// The argument.
  public let expression: ExpressionSyntax
  /// The filter on what an aggregate reduces.
  public let filter: ExpressionSyntax?
  /// `distinct`, with its place.
  public let distinct: SourceSpan?

  /// Makes an argument.
  public init(
    _ expression: ExpressionSyntax,
    filter: ExpressionSyntax? = nil,
    distinct: SourceSpan? = nil
  ) {
    self.expression = expression
    self.filter = filter
    self.distinct = distinct
  }
}

/// `any`, `all`, `none`
public enum Quantifier: String, Sendable, CaseIterable {
  case any
  case all
  case none
}

/// A quantifier where it was used.
public struct QuantifierUse: Sendable {
  /// Which quantifier.
  public let quantifier: Quantifier
  /// Where the word stands.
  public let span: SourceSpan
}

/// A literal as it was written; the binder gives it its type.
public enum LiteralSyntax: Sendable {
  /// `nil`, `null`
  case null
  /// `true`, `false`
  case bool(Bool)
  /// `1_000`, `0xFF`: the value
  case int(Int64)
  /// `3.14`, `1e-9`, a whole number too large for an Int: the digits as written without `_`, so that
  /// Decimal reads them exactly
  case number(String)
  /// `"…"` with its escapes resolved
  case string(String)
  /// `/^V.*n$/` behind `matches`, without its slashes and with `\/` resolved
  case regex(String)
  /// `2026-11-21T12:30:00Z`; a missing zone is the session's
  case date(DateLiteral)
  /// `uuid "…"`, `data "…"`, `decimal "…"`: the keyword and the text, checked by the binder
  case typed(TypedLiteralKeyword, String)
}

/// The keywords that give a string a type.
public enum TypedLiteralKeyword: String, Sendable, CaseIterable {
  case uuid
  case data
  case decimal
}

/// A date literal's parts, which were checked to exist.
public struct DateLiteral: Sendable, Hashable {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month.
  public let day: Int
  /// The microseconds since midnight; nil without a time part.
  public let timeOfDay: Int64?
  /// The zone's offset in seconds east of UTC; nil without a zone.
  public let zoneOffset: Int?

  /// Makes a date literal.
  public init(year: Int, month: Int, day: Int, timeOfDay: Int64? = nil, zoneOffset: Int? = nil) {
    self.year = year
    self.month = month
    self.day = day
    self.timeOfDay = timeOfDay
    self.zoneOffset = zoneOffset
  }
}
