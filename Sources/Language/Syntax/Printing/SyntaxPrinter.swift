/// Writes a tree as text in the one canonical way: keywords in lower case, one spelling an operator,
/// backticks and parentheses only where they are needed, clauses in the order of ``Clause``.
///
/// The text reads back as the same tree, but for parentheses and places.
public struct SyntaxPrinter: Sendable {
  /// Makes a printer.
  public init() {}

  /// `limit - spent > 0`
  public func text(of expression: ExpressionSyntax) -> String {
    var writer = SyntaxWriter()
    writer.expression(expression)
    return writer.output
  }

  /// `Budget where limit > 0 sort name`
  public func text(of query: QuerySyntax) -> String {
    var writer = SyntaxWriter()
    writer.query(query)
    return writer.output
  }

  /// How wide a text should be if nothing else is said.
  public static let usualWidth = 80

  /// A whole statement without a `;`, where it is wider than `width` with a line for each clause of a
  /// query and for each record of an insert.
  public func text(of statement: Statement, width: Int) -> String {
    let text = text(of: statement)
    guard text.split(separator: "\n").contains(where: { $0.count > width }) else { return text }
    var writer = SyntaxWriter()
    writer.breaksLines = true
    writer.statement(statement.kind)
    return writer.output
  }

  /// A whole statement without a `;`; a model has a line for each member.
  public func text(of statement: Statement) -> String {
    var writer = SyntaxWriter()
    writer.statement(statement.kind)
    return writer.output
  }

  /// `model Budget { … }` with a line for each member.
  public func text(of declaration: ModelDeclaration) -> String {
    var writer = SyntaxWriter()
    writer.model(declaration)
    return writer.output
  }
}

/// Text in the making.
struct SyntaxWriter {
  private(set) var output = ""
  /// Whether the clauses of the query that is written next, or the records, begin lines.
  var breaksLines = false

  /// What each line begins with.
  private var indentation = ""

  mutating func write(_ text: String) {
    output += indentation.isEmpty ? text : text.replacing("\n", with: "\n" + indentation)
  }

  mutating func write(_ keyword: Keyword) { output += keyword.rawValue }

  mutating func write(_ symbol: Symbol) { output += symbol.rawValue }

  /// Writes what stands on one line, whatever stands around it.
  mutating func unbroken(_ write: (inout SyntaxWriter) -> Void) {
    let outer = breaksLines
    breaksLines = false
    write(&self)
    breaksLines = outer
  }

  /// Writes lines two spaces further to the right.
  mutating func indented(_ write: (inout SyntaxWriter) -> Void) {
    let outer = indentation
    indentation += "  "
    output += indentation
    write(&self)
    indentation = outer
  }

  /// Writes a keyword and a space.
  mutating func word(_ keyword: Keyword) { output += keyword.rawValue + " " }

  /// Writes a keyword that begins a clause.
  mutating func beginClause(_ keyword: Keyword, then end: String = "") {
    write((breaksLines ? "\n  " : " ") + keyword.rawValue + end)
  }

  /// A word with a space on both sides.
  mutating func spaced(_ text: String) {
    output += " "
    output += text
    output += " "
  }

  mutating func name(_ name: NameSyntax) { write(quotedIfNeeded(name.text)) }

  /// A name behind a dot, where no word is reserved.
  mutating func dotted(_ name: NameSyntax) {
    write(.dot)
    write(quotedCase(name.text))
  }

  /// A case of an enum, where no word is reserved.
  mutating func caseName(_ name: NameSyntax) { write(quotedCase(name.text)) }

  /// A name right behind a statement's keyword, where some more words are none.
  mutating func entityName(_ name: NameSyntax) { write(quotedBehindKeyword(name.text)) }

  /// Writes `elements` with `, ` between them.
  mutating func list<Element>(
    _ elements: [Element],
    _ write: (inout SyntaxWriter, Element) -> Void
  ) {
    for (index, element) in elements.enumerated() {
      if index > 0 { self.write(", ") }
      write(&self, element)
    }
  }
}
