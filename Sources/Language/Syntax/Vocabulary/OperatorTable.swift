/// A prefix operator.
public enum UnaryOperator: String, Sendable, CaseIterable {
  case negate = "-"
  case not = "not"
}

/// An infix operator between two expressions, by its canonical spelling.
///
/// Precedence, associativity and other spellings are in ``OperatorTable``.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case or = "or"
  case and = "and"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case looselyContains = "~"
  case notLooselyContains = "!~"
  case looselyEquals = "=~"
  case contains = "contains"
  case startsWith = "starts with"
  case endsWith = "ends with"
  case like = "like"
  case matches = "matches"
  case coalesce = "??"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

/// One operator: what it does, how it is spelt, how strongly it binds.
public struct OperatorEntry: Sendable, Hashable {
  /// What the operator makes of its operands.
  public enum Operation: Sendable, Hashable {
    /// `if c then a else b`
    case conditional
    /// Between two expressions.
    case infix(BinaryOperator)
    /// Before an expression.
    case prefix(UnaryOperator)
    /// `x between a and b`
    case between
    /// `x in [1, 2]`, `x in 1...5`
    case membership
    /// `x is nil`
    case nullTest
    /// `7 days`
    case unit
    /// `budget.name`, `count(expenses)`
    case path
  }

  /// To which side a row of equal operators is gathered.
  public enum Associativity: String, Sendable, Hashable {
    case left
    case right
    /// A row is an error.
    case none
  }

  /// What the operator does.
  public let operation: Operation
  /// All spellings, the canonical one first; the words of one are parted by single spaces.
  public let spellings: [String]
  /// How strongly it binds: a higher number binds more strongly.
  public let precedence: Int
  /// How a row of operators of this precedence is gathered.
  public let associativity: Associativity
  /// Whether `not` may stand before it (`not in`); for `is`, behind it.
  public let isNegatable: Bool
  /// Whether `[c]`, `[d]`, `[cd]` may follow.
  public let takesOptions: Bool

  /// The spelling that the printer writes.
  public var canonical: String { spellings[0] }

  /// Whether it is spelt with letters.
  public var isWord: Bool { canonical.utf8.first.map(WordBytes.isLetter) ?? false }
}

/// All operators from weak to strong; lexer, parser, printer and completion read this table.
public enum OperatorTable {
  /// The table's rows.
  public static let entries: [OperatorEntry] = rows.flatMap { row in
    row.operators.map { row.entry(for: $0) }
  }

  /// The weakest precedence.
  public static let weakest = 1

  /// The precedence above which an expression is the operand of a comparison.
  public static let comparison = precedence(of: .membership)

  /// How strongly `operation` binds.
  public static func precedence(of operation: OperatorEntry.Operation) -> Int {
    entry(for: operation).precedence
  }

  /// The row of `operation`.
  public static func entry(for operation: OperatorEntry.Operation) -> OperatorEntry {
    guard let entry = entries.first(where: { $0.operation == operation }) else {
      preconditionFailure("the operator table lacks \(operation)")
    }
    return entry
  }

  /// The spellings with letters that follow a complete operand, for suggestions.
  public static let infixWords: [String] = entries.filter { $0.isInfix && $0.isWord }
    .flatMap(\.spellings)

  /// The operators that compare a text with another: all that take options, and the signs that ignore case.
  public static let textOperators: [OperatorEntry] = entries.filter {
    switch $0.operation {
    case .infix(.looselyContains), .infix(.notLooselyContains), .infix(.looselyEquals): true
    default: $0.takesOptions
    }
  }

  /// The words that operators are spelt with.
  static let words: Set<String> = Set(
    entries.filter { $0.isInfix || $0.isPrefix }.flatMap(\.spellings)
      .flatMap { $0.split(separator: " ").map(String.init) }
      .filter { $0.utf8.first.map(WordBytes.isLetter) ?? false }
  )

  /// The infix operator that is spelt as a sign.
  static func infix(_ symbol: Symbol) -> OperatorEntry? { infixByFirstWord[symbol.rawValue] }

  /// The infix operator by the word, or the first of the words, that it is spelt with.
  static func infix(_ keyword: Keyword) -> OperatorEntry? { infixByFirstWord[keyword.rawValue] }

  /// The word that must follow the first word of a two-word operator.
  public static func secondWord(behind first: Keyword) -> Keyword? { secondWords[first.rawValue] }

  private static let infixByFirstWord: [String: OperatorEntry] = entries.filter(\.isInfix)
    .reduce(into: [:]) { result, entry in
      for spelling in entry.spellings {
        guard let first = spelling.split(separator: " ").first else { continue }
        result[first.lowercased()] = entry
      }
    }

  private static let secondWords: [String: Keyword] = entries.filter(\.isInfix)
    .flatMap(\.spellings)
    .reduce(into: [:]) { result, spelling in
      let words = spelling.split(separator: " ").compactMap { Keyword(spelling: String($0)) }
      if words.count == 2 { result[words[0].rawValue] = words[1] }
    }

  /// Operators of one precedence.
  private struct Row {
    let precedence: Int
    let associativity: OperatorEntry.Associativity
    let operators: [Line]

    func entry(for line: Line) -> OperatorEntry {
      OperatorEntry(
        operation: line.operation,
        spellings: line.spellings,
        precedence: precedence,
        associativity: associativity,
        isNegatable: line.isNegatable,
        takesOptions: line.takesOptions
      )
    }
  }

  /// One operator within its row.
  private struct Line {
    let operation: OperatorEntry.Operation
    let spellings: [String]
    var isNegatable = false
    var takesOptions = false

    init(_ operation: OperatorEntry.Operation, _ spellings: String...) {
      self.init(operation, spellings)
    }

    init(_ operation: OperatorEntry.Operation, _ spellings: [String]) {
      self.operation = operation
      self.spellings = spellings
    }

    /// An infix operator; its raw value is its canonical spelling.
    init(_ infix: BinaryOperator, or others: String...) {
      operation = .infix(infix)
      spellings = [infix.rawValue] + others
    }

    var negatable: Line {
      var line = self
      line.isNegatable = true
      return line
    }

    var withOptions: Line {
      var line = negatable
      line.takesOptions = true
      return line
    }
  }

  private static let rows: [Row] = [
    Row(precedence: 1, associativity: .right, operators: [Line(.conditional, "if")]),
    Row(precedence: 2, associativity: .left, operators: [Line(.or, or: "||")]),
    Row(precedence: 3, associativity: .left, operators: [Line(.and, or: "&&")]),
    Row(precedence: 4, associativity: .right, operators: [Line(.prefix(.not), "not", "!")]),
    Row(
      precedence: 5,
      associativity: .none,
      operators: [
        Line(.equal, or: "="),
        Line(.notEqual, or: "<>"),
        Line(.less),
        Line(.lessOrEqual, or: "=<"),
        Line(.greater),
        Line(.greaterOrEqual, or: "=>"),
        Line(.looselyContains),
        Line(.notLooselyContains),
        Line(.looselyEquals),
        Line(.contains).withOptions,
        Line(.startsWith, or: "beginswith").withOptions,
        Line(.endsWith, or: "endswith").withOptions,
        Line(.like).withOptions,
        Line(.matches).withOptions,
        Line(.membership, "in").negatable,
        Line(.between, "between").negatable,
        Line(.nullTest, "is").negatable,
      ]
    ),
    Row(precedence: 6, associativity: .right, operators: [Line(.coalesce)]),
    Row(precedence: 7, associativity: .left, operators: [Line(.add), Line(.subtract)]),
    Row(
      precedence: 8,
      associativity: .left,
      operators: [Line(.multiply), Line(.divide), Line(.remainder)]
    ),
    Row(precedence: 9, associativity: .right, operators: [Line(.prefix(.negate), "-")]),
    Row(
      precedence: 10,
      associativity: .none,
      operators: [Line(.unit, TimeUnitKeyword.allCases.flatMap(\.spellings))]
    ),
    Row(precedence: 11, associativity: .left, operators: [Line(.path, ".", "?.")]),
  ]
}

extension OperatorEntry {
  /// Whether the operator follows a complete operand and an operand follows it.
  var isInfix: Bool {
    switch operation {
    case .infix, .between, .membership, .nullTest: true
    case .conditional, .prefix, .unit, .path: false
    }
  }
  fileprivate var isPrefix: Bool {
    if case .prefix = operation { true } else { false }
  }
}
