import Expressions
import Model

/// String operators. Exact matches compare scalars as stored; if case or accents are ignored,
/// SQLite decides ASCII strings only and accepts all others.
extension QueryWriter {
  /// Longer patterns exceed SQLite's limit.
  private static let longestNeedle = 1000

  private static let translated: Set<StringMatch.Operation> = [
    .looselyContains, .looselyEquals, .contains, .startsWith, .endsWith,
  ]

  /// `text ~ pattern`
  mutating func match(
    _ match: StringMatch,
    _ text: TypedExpression,
    _ pattern: TypedExpression
  ) throws(Untranslatable) -> SQLCondition {
    guard Self.translated.contains(match.operation) else { throw Untranslatable() }
    guard case .operand(let operand) = try side(text), operand.form == .text else {
      throw Untranslatable()
    }
    switch try side(pattern) {
    case .constant(.string(let needle)):
      guard needle.utf8.count <= Self.longestNeedle, !needle.utf8.contains(0) else {
        throw Untranslatable()
      }
      if match.isExact { return try exact(match.operation, operand, needle) }
      return try loose(match, operand, needle)
    case .constant:
      return .constant(false)
    case .operand(let needle):
      guard match.isExact, match.operation == .contains, needle.form == .text else {
        throw Untranslatable()
      }
      return found(needle.value, in: operand)
    }
  }

  // MARK: - Exact matches

  private func exact(
    _ operation: StringMatch.Operation,
    _ text: SQLOperand,
    _ needle: String
  ) throws(Untranslatable) -> SQLCondition {
    if needle.isEmpty { return nilTest(text, isNil: false) }
    switch operation {
    case .contains:
      return found(.binding(.text(needle)), in: text)
    case .startsWith:
      return try prefixTest(text, needle)
    case .endsWith:
      // `substr` stops at a NUL, which other programs may have stored.
      guard text.guarded == nil else { throw Untranslatable() }
      let count = needle.unicodeScalars.count
      let end =
        switch dialect {
        case .sqlite: "substr(" + text.value + ", " + .binding(.integer(-Int64(count))) + ")"
        case .postgreSQL: "right(" + text.value + ", \(count))"
        }
      return SQLCondition(end + " = " + .binding(.text(needle)))
    default:
      throw Untranslatable()
    }
  }

  /// The condition that `text` contains a string.
  private func found(_ needle: SQLFragment, in text: SQLOperand) -> SQLCondition {
    SQLCondition(
      dialect.position + "(" + text.value + dialect.byBytes + ", " + needle + ") > 0"
    )
  }

  /// A range of strings, which can use an index: from the prefix up to the next prefix.
  private func prefixTest(
    _ text: SQLOperand,
    _ prefix: String
  ) throws(Untranslatable) -> SQLCondition {
    var tests = [try comparison(.greaterOrEqual, text, with: .string(prefix))]
    if let next = Self.textAfterAll(startingWith: prefix) {
      tests.append(try comparison(.less, text, with: .string(next)))
    }
    return .all(tests)
  }

  /// The least string greater than all that start with `prefix`; nil if there is none.
  static func textAfterAll(startingWith prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let following = Unicode.Scalar(next) else { continue }
      scalars.append(following)
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      return text
    }
    return nil
  }

  // MARK: - Without case or accents

  private mutating func loose(
    _ match: StringMatch,
    _ text: SQLOperand,
    _ needle: String
  ) throws(Untranslatable) -> SQLCondition {
    let folded: FoldedNeedle
    do {
      folded = try StringMatcher(match, needle: needle).foldedNeedle
    } catch {
      throw Untranslatable()
    }
    switch folded {
    case .nowhere:
      return .constant(false)
    case .none:
      throw Untranslatable()
    case .folded(let ascii):
      try widen()
      let bytes =
        switch dialect {
        case .sqlite: "length(CAST(" + text.value + " AS BLOB))"
        case .postgreSQL: "octet_length(" + text.value + ")"
        }
      let isBeyondASCII = SQLCondition(bytes + " > length(" + text.value + ")")
      let inASCII = ascii.map { asciiTest(match, text, $0) }
      return .any([inASCII, isBeyondASCII].compactMap { $0 })
    }
  }

  private func asciiTest(
    _ match: StringMatch,
    _ text: SQLOperand,
    _ needle: String
  ) -> SQLCondition {
    // Without `[c]` the pattern accepts too much; the engine filters the result.
    let escaped = needle.reduce(into: "") { pattern, character in
      if "%_\\".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    let pattern =
      switch match.operation {
      case .looselyEquals: escaped
      case .startsWith: escaped + "%"
      case .endsWith: "%" + escaped
      default: "%" + escaped + "%"
      }
    let like = dialect == .sqlite ? " LIKE " : dialect.byBytes + " ILIKE "
    return SQLCondition(text.value + like + .binding(.text(pattern)) + " ESCAPE '\\'")
  }
}

extension StringMatch {
  /// Whether it compares scalars as stored.
  fileprivate var isExact: Bool {
    !ignoresCase && !ignoresDiacritics && [.contains, .startsWith, .endsWith].contains(operation)
  }
}
