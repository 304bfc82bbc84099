/// A prefix operator.
public enum UnaryOperator: String, Sendable, CaseIterable {
  case negate = "-"
  case not = "not"
}

/// An infix operator by its canonical spelling.
///
/// ``OperatorTable`` has precedence, associativity and other spellings.
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

/// An operator with its spellings and precedence.
public struct OperatorEntry: Sendable, Hashable {
  /// The operation of an operator.
  public enum Operation: Sendable, Hashable {
    /// `if c then a else b`
    case conditional
    /// An infix operator.
    case infix(BinaryOperator)
    /// A prefix operator.
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

  /// How a chain of operators of equal precedence is grouped.
  public enum Associativity: String, Sendable, Hashable {
    case left
    case right
    /// A chain is an error.
    case none
  }

  /// The operation.
  public let operation: Operation
  /// All spellings, the canonical one first; words are separated by single spaces.
  public let spellings: [String]
  /// The precedence; operators with a higher number bind more strongly.
  public let precedence: Int
  /// The associativity.
  public let associativity: Associativity
  /// Whether it can be negated by `not` (`not in`, `is not`).
  public let isNegatable: Bool
  /// Whether it takes the options `[c]`, `[d]`, `[cd]`.
  public let takesOptions: Bool

  /// The canonical spelling.
  public var canonical: String { spellings[0] }

  /// Whether it is a word.
  public var isWord: Bool { canonical.utf8.first.map(WordBytes.isLetter) ?? false }
}

/// All operators from weak to strong, for the lexer, parser, printer and completion.
public enum OperatorTable {
  /// All operators.
  public static let entries: [OperatorEntry] = rows.flatMap { row in
    row.operators.map { row.entry(for: $0) }
  }

  /// The lowest precedence.
  public static let weakest = 1

  /// The precedence of comparisons; their operands have a higher one.
  public static let comparison = precedence(of: .membership)

  /// The precedence of `operation`.
  public static func precedence(of operation: OperatorEntry.Operation) -> Int {
    entry(for: operation).precedence
  }

  /// The entry of `operation`.
  public static func entry(for operation: OperatorEntry.Operation) -> OperatorEntry {
    guard let entry = entries.first(where: { $0.operation == operation }) else {
      preconditionFailure("the operator table lacks \(operation)")
    }
    return entry
  }

  /// The word operators that can follow an operand, for suggestions.
  public static let infixWords: [String] = entries.filter { $0.isInfix && $0.isWord }
    .flatMap(\.spellings)

  /// The string operators: those with options, and those that ignore case.
  public static let textOperators: [OperatorEntry] = entries.filter {
    switch $0.operation {
    case .infix(.looselyContains), .infix(.notLooselyContains), .infix(.looselyEquals): true
    default: $0.takesOptions
    }
  }

  /// The words in operators.
  static let words: Set<String> = Set(
    entries.filter { $0.isInfix || $0.isPrefix }.flatMap(\.spellings)
      .flatMap { $0.split(separator: " ").map(String.init) }
      .filter { $0.utf8.first.map(WordBytes.isLetter) ?? false }
  )

  static func infix(_ symbol: Symbol) -> OperatorEntry? { infixByFirstWord[symbol.rawValue] }

  /// The infix operator that starts with a keyword.
  static func infix(_ keyword: Keyword) -> OperatorEntry? { infixByFirstWord[keyword.rawValue] }

  /// The second word of a two-word operator.
  public static func secondWord(after first: Keyword) -> Keyword? { secondWords[first.rawValue] }

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

    /// An infix operator, whose raw value is its canonical spelling.
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
  /// Whether the operator is between two operands.
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
