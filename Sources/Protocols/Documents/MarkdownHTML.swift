import Rendering

/// Translates Markdown to HTML: headings, paragraphs, lists, code, emphasis and links.
struct MarkdownHTML {
  private let lines: [String]
  private var next = 0
  private var output = ""

  /// The HTML of a text.
  static func elements(_ text: String) -> String {
    var translation = MarkdownHTML(
      lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    )
    while translation.next < translation.lines.count { translation.block() }
    return translation.output
  }

  private init(lines: [String]) { self.lines = lines }

  private mutating func block() {
    let line = lines[next]
    if line.allSatisfy(\.isWhitespace) {
      next += 1
    } else if line.hasPrefix("```") {
      code()
    } else if let level = Self.headingLevel(line) {
      next += 1
      let title = line.drop { $0 == "#" }.trimmed
      output += "<h\(level)>\(Self.inline(title))</h\(level)>\n"
    } else if Self.item(line) != nil {
      list(isOrdered: line.first?.isNumber == true)
    } else {
      paragraph()
    }
  }

  private mutating func code() {
    next += 1
    let start = next
    while next < lines.count, !lines[next].hasPrefix("```") { next += 1 }
    let code = lines[start..<next].joined(separator: "\n")
    output += "<pre class=\"text\">\(htmlEscaped(code))</pre>\n"
    next += 1
  }

  private mutating func list(isOrdered: Bool) {
    let tag = isOrdered ? "ol" : "ul"
    output += "<\(tag)>\n"
    while next < lines.count, let first = Self.item(lines[next]) {
      guard (lines[next].first?.isNumber == true) == isOrdered else { break }
      var text = first
      next += 1
      // Indented lines continue the item.
      while next < lines.count, lines[next].hasPrefix("  "), !lines[next].trimmed.isEmpty {
        text += " " + lines[next].trimmed
        next += 1
      }
      output += "<li>\(Self.inline(text))</li>\n"
    }
    output += "</\(tag)>\n"
  }

  private mutating func paragraph() {
    var text: [String] = []
    while next < lines.count, !lines[next].trimmed.isEmpty, !lines[next].hasPrefix("```"),
      Self.headingLevel(lines[next]) == nil, text.isEmpty || Self.item(lines[next]) == nil
    {
      text.append(lines[next].trimmed)
      next += 1
    }
    output += "<p>\(Self.inline(text.joined(separator: "\n")))</p>\n"
  }

  /// 1 for `# Title`; nil for other lines.
  private static func headingLevel(_ line: String) -> Int? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level), line.dropFirst(level).first == " " else { return nil }
    return level
  }

  /// The text after `- `, `* ` or `1. `; nil for other lines.
  private static func item(_ line: String) -> String? {
    if line.hasPrefix("- ") || line.hasPrefix("* ") { return line.dropFirst(2).trimmed }
    let digits = line.prefix(while: \.isNumber)
    guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
    return line.dropFirst(digits.count + 2).trimmed
  }

  // MARK: Within a line

  /// Code, strong text, emphasis and links.
  private static func inline(_ text: String) -> String {
    var output = ""
    var rest = Substring(text)
    while let first = rest.first {
      if let (element, length) = span(rest) {
        output += element
        rest = rest.dropFirst(length)
      } else {
        output += htmlEscaped(String(first))
        rest = rest.dropFirst()
      }
    }
    return output
  }

  /// The element that starts a text, and the length of its source.
  private static func span(_ text: Substring) -> (String, Int)? {
    for (mark, tag) in [("`", "code"), ("**", "strong"), ("*", "em")] where text.hasPrefix(mark) {
      let inner = text.dropFirst(mark.count)
      guard let end = inner.firstRange(of: mark)?.lowerBound, end > inner.startIndex,
        inner.first?.isWhitespace == false
      else { continue }
      let content = String(inner[..<end])
      let shown = tag == "code" ? htmlEscaped(content) : inline(content)
      return ("<\(tag)>\(shown)</\(tag)>", content.count + 2 * mark.count)
    }
    guard text.first == "[", let link = text.prefixMatch(of: /\[([^\[\]]*)\]\(([^()\s]*)\)/),
      isSafe(link.2)
    else { return nil }
    let element = "<a href=\"\(htmlEscaped(String(link.2)))\">\(inline(String(link.1)))</a>"
    return (element, link.0.count)
  }

  /// Whether a page may link to an address: no scripts.
  private static func isSafe(_ address: Substring) -> Bool {
    ["https://", "http://", "mailto:", "#"].contains { address.hasPrefix($0) }
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
