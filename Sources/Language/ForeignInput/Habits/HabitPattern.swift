import Diagnostics

/// A pattern of tokens around an error at `^`: `in ( VALUE ^, REST )`.
///
/// Words and symbols match in any case; `a|b` matches either. The placeholders are `NAME` (a word),
/// `MODEL` (a capitalized word), `PATH` (words separated by dots, without a leading `$0.`), `TEXT`
/// (a string, without its quotes), `LIKE` (the same, without outer `%`), `NUMBER`, `THOUSAND`
/// (three digits), `DATE` (a token that begins with a digit), `VALUE` (a token that is not a
/// symbol), `REST` (everything up to the closing bracket or the end) and `FIELDS` (the same, with
/// `:` for `=`). `START` and `END` match the ends of the statement. `&a|b` matches like `a|b`, and
/// its word fills a placeholder.
struct HabitPattern: Sendable {
  private let before: [Element]
  private let after: [Element]

  init(_ text: String) {
    let sides = text.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
    before = Self.elements(sides.first)
    after = Self.elements(sides.dropFirst().first)
  }

  /// The values of the placeholders in order; nil if the pattern does not match.
  func filling(of context: ErrorContext) -> [String]? {
    var earlier = context.before[...]
    var left: [String] = []
    for element in before.reversed() {
      guard let taken = element.takeLast(&earlier) else { return nil }
      if let taken = taken.filling { left.append(taken) }
    }
    var later = context.after[...]
    var right: [String] = []
    for element in after {
      guard let taken = element.takeFirst(&later) else { return nil }
      if let taken = taken.filling { right.append(taken) }
    }
    return left.reversed() + right
  }

  private static func elements(_ text: Substring?) -> [Element] {
    (text ?? "").split(separator: " ").map(Element.init)
  }
}

/// An element of a pattern.
private enum Element: Sendable {
  case words(Set<String>)
  case captured(Set<String>)
  case name
  case model
  case path
  case text
  case like
  case number
  case thousand
  case value
  case rest
  case fields
  case start
  case end

  /// The result of a match; `filling` is nil for literal words.
  struct Taken {
    let filling: String?
  }

  init(_ text: Substring) {
    if let placeholder = Self.byName[text] {
      self = placeholder
    } else if text.count > 1, text.hasPrefix("&") {
      self = .captured(Self.choices(text.dropFirst()))
    } else {
      self = .words(Self.choices(text))
    }
  }

  /// The words between bars; a bar alone is itself.
  private static func choices(_ text: Substring) -> Set<String> {
    text == "|" ? ["|"] : Set(text.split(separator: "|").map(String.init))
  }

  private static let byName: [Substring: Element] = [
    "NAME": .name, "MODEL": .model, "PATH": .path, "TEXT": .text, "LIKE": .like,
    "NUMBER": .number, "DATE": .number, "THOUSAND": .thousand, "VALUE": .value, "REST": .rest,
    "FIELDS": .fields,
    "START": .start, "END": .end,
  ]

  /// Matches at the end of `tokens`.
  func takeLast(_ tokens: inout ArraySlice<WrittenToken>) -> Taken? {
    if case .start = self { return tokens.isEmpty ? Taken(filling: nil) : nil }
    guard let last = tokens.last, fits(last) else { return nil }
    tokens.removeLast()
    guard case .path = self else { return Taken(filling: filling(last)) }
    var path = last.text
    while let dot = tokens.last, [".", "?."].contains(dot.text), let name = tokens.dropLast().last,
      name.isName
    {
      path = name.text + dot.text + path
      tokens.removeLast(2)
    }
    if path.hasPrefix("$0.") { path.removeFirst(3) }
    return Taken(filling: path)
  }

  /// Matches at the start of `tokens`.
  func takeFirst(_ tokens: inout ArraySlice<WrittenToken>) -> Taken? {
    if case .rest = self { return Taken(filling: HabitText.rest(&tokens)) }
    if case .fields = self { return Taken(filling: HabitText.rest(&tokens, isFields: true)) }
    if case .end = self { return tokens.isEmpty ? Taken(filling: nil) : nil }
    guard let first = tokens.first, fits(first) else { return nil }
    tokens.removeFirst()
    guard case .path = self else { return Taken(filling: filling(first)) }
    var path = first.text
    while let dot = tokens.first, [".", "?."].contains(dot.text),
      let name = tokens.dropFirst().first,
      name.isName
    {
      path += dot.text + name.text
      tokens.removeFirst(2)
    }
    return Taken(filling: path)
  }

  private func fits(_ token: WrittenToken) -> Bool {
    switch self {
    case .words(let words), .captured(let words): words.contains(token.text.lowercased())
    case .name, .path: token.isName
    case .model: token.isName && token.text.first?.isUppercase ?? false
    case .text, .like: token.isText
    case .thousand: token.text.utf8.count == 3 && token.text.utf8.allSatisfy(digits.contains)
    case .start, .end: false
    case .number: token.text.first?.isNumber ?? false
    case .value: token.isValue
    case .rest, .fields: true
    }
  }

  private func filling(_ token: WrittenToken) -> String? {
    switch self {
    case .words: nil
    case .text: String(token.text.dropFirst().dropLast())
    case .like: token.text.trimming { "\"'%".contains($0) }
    default: token.text
    }
  }
}

private let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

extension String {
  /// The string without the characters at its ends that match.
  fileprivate func trimming(_ matches: (Character) -> Bool) -> String {
    var rest = self[...]
    while let last = rest.last, matches(last) { rest.removeLast() }
    return String(rest.drop(while: matches))
  }
}

extension WrittenToken {
  fileprivate var isName: Bool {
    text.first.map { $0.isLetter || $0 == "_" || $0 == "`" || $0 == "$" && text.count > 1 } ?? false
  }

  fileprivate var isValue: Bool {
    guard let first = text.first else { return false }
    return isName || isText || first.isNumber || first == "/" && text.count > 1
  }

  fileprivate var isText: Bool { text.first == "\"" || text.first == "'" }
}

/// Formats parts of a statement for help.
enum HabitText {
  /// Consumes everything up to the closing bracket or the end, and normalizes white space.
  ///
  /// - Parameter isFields: Whether to write `=` as `:`.
  static func rest(_ tokens: inout ArraySlice<WrittenToken>, isFields: Bool = false) -> String {
    var text = ""
    var depth = 0
    var end: Int?
    while let token = tokens.first {
      if "([{".contains(token.text) { depth += 1 }
      if ")]}".contains(token.text) {
        depth -= 1
        if depth < 0 { break }
      }
      let isSign = isFields && token.text == "="
      if let end, end < token.span.lowerBound, !isSign { text += " " }
      text += isSign ? ":" : token.text
      end = token.span.upperBound
      tokens.removeFirst()
    }
    return text.replacing("$0.", with: "").replacing("$0", with: "self")
  }
}
