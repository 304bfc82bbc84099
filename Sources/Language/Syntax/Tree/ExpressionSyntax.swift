public import Diagnostics

/// A parsed expression, without types and resolved names.
public struct ExpressionSyntax: Sendable {
  /// The form of the expression.
  public let kind: Kind
  /// The position, including surrounding parentheses.
  public let span: SourceSpan
  /// The height of the tree, at least 1. The parser limits it to ``SyntaxLimits/height``, so that
  /// passes over the tree can recurse.
  public let height: Int

  /// Creates an expression.
  public init(_ kind: Kind, span: SourceSpan) {
    self.kind = kind
    self.span = span
    height = 1 + kind.heightOfChildren
  }

  /// The forms of expressions.
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
    /// `any expenses.amount`, an operand of a comparison
    case quantified(QuantifierUse, ExpressionSyntax)
    /// `any(expenses where amount > 10 and quantity > 1)`
    case quantifier(QuantifierUse, CallArgument)
    /// `count(expenses)`, `lower(name)`; an argument may have `where`
    case call(NameSyntax, [CallArgument])
    /// `rank() over (group by owner sort amount)`
    case window(ExpressionSyntax, WindowSyntax)
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
    /// `(count Budget)`, `(fetch Budget select max(limit))`: the only value of a result
    case queryValue(QuerySyntax, isCount: Bool)
    /// `( x )`; kept for the positions of messages, the printer omits it if possible
    case parenthesized(ExpressionSyntax)
  }
}

/// The key of a record literal.
public enum RecordKeySyntax: Sendable {
  /// `3`
  case number(Int64)
  /// `(7, "a")`
  case values([ExpressionSyntax])

  /// The values; empty if the key is a number.
  public var values: [ExpressionSyntax] {
    if case .values(let values) = self { values } else { [] }
  }
}

/// The right side of `in`.
public indirect enum MembershipSet: Sendable {
  /// `[1, 2, nil]`, or another expression whose value is a list
  case values(ExpressionSyntax)
  /// `1...5`, `1..<5`
  case range(ExpressionSyntax, ExpressionSyntax, isClosed: Bool)
}

/// One argument of a call: `expenses`, `expenses where amount > 10`, `distinct city`,
/// `name sort date desc limit 3`.
public struct CallArgument: Sendable {
  /// The argument expression.
  public let expression: ExpressionSyntax
  /// The position of `distinct`; nil if it was not written.
  public let distinct: SourceSpan?
  /// The rest, which most arguments do not have. An array keeps arguments small on the parser's
  /// stack.
  private var clauses: [Clauses] = []

  /// What can follow the expression.
  private struct Clauses: Sendable {
    var upperBound: ExpressionSyntax?
    var filter: ExpressionSyntax?
    var sort: [SortKeySyntax] = []
    var limit: ExpressionSyntax?
  }

  /// Creates an argument.
  public init(
    _ expression: ExpressionSyntax,
    filter: ExpressionSyntax? = nil,
    distinct: SourceSpan? = nil
  ) {
    self.expression = expression
    self.distinct = distinct
    if filter != nil { clauses = [Clauses(filter: filter)] }
  }

  /// The upper bound of a range: `random(1...6)`.
  public var upperBound: ExpressionSyntax? {
    get { clauses.first?.upperBound }
    set { change { $0.upperBound = newValue } }
  }

  /// The filter of an aggregate.
  public var filter: ExpressionSyntax? {
    get { clauses.first?.filter }
    set { change { $0.filter = newValue } }
  }

  /// The sort keys of an aggregate.
  public var sort: [SortKeySyntax] {
    get { clauses.first?.sort ?? [] }
    set { change { $0.sort = newValue } }
  }

  /// The maximum number of values of an aggregate.
  public var limit: ExpressionSyntax? {
    get { clauses.first?.limit }
    set { change { $0.limit = newValue } }
  }

  private mutating func change(_ body: (inout Clauses) -> Void) {
    if clauses.isEmpty { clauses = [Clauses()] }
    body(&clauses[0])
  }
}

/// `any`, `all`, `none`
public enum Quantifier: String, Sendable, CaseIterable {
  case any
  case all
  case none
}

/// A quantifier in the source.
public struct QuantifierUse: Sendable {
  /// The quantifier.
  public let quantifier: Quantifier
  /// The position of the keyword.
  public let span: SourceSpan
}

/// A parsed literal; the binder determines its type.
public enum LiteralSyntax: Sendable {
  /// `nil`, `null`
  case null
  /// `true`, `false`
  case bool(Bool)
  /// `1_000`, `0xFF`: the value
  case int(Int64)
  /// `3.14`, `1e-9`, a whole number too large for an Int: the digits without `_`, so that a Decimal
  /// reads them exactly
  case number(String)
  /// `"…"` with its escapes resolved
  case string(String)
  /// `/^V.*n$/` after `matches`, without its slashes and with `\/` resolved
  case regex(String)
  /// `2026-11-21T12:30:00Z`; without a time zone, the session's zone is used
  case date(DateLiteral)
  /// `uuid "…"`, `data "…"`, `decimal "…"`: the keyword and the string, which the binder checks
  case typed(TypedLiteralKeyword, String)
}

/// The keywords of typed literals.
public enum TypedLiteralKeyword: String, Sendable, CaseIterable {
  case uuid
  case data
  case decimal
}

/// The parts of a valid date literal.
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

  /// Creates a date literal.
  public init(year: Int, month: Int, day: Int, timeOfDay: Int64? = nil, zoneOffset: Int? = nil) {
    self.year = year
    self.month = month
    self.day = day
    self.timeOfDay = timeOfDay
    self.zoneOffset = zoneOffset
  }
}
