/// Prints a syntax tree in canonical form: lowercase keywords, one spelling per operator, backticks
/// and parentheses only if needed, clauses in the order of ``Clause``.
///
/// Parsing the text gives the same tree, except for parentheses and positions.
public struct SyntaxPrinter: Sendable {
  /// Creates a printer.
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

  /// The default line width.
  public static let defaultWidth = 80

  /// A statement without a `;`. If it is wider than `width`, each clause of a query and each record
  /// of an insert is on its own line.
  public func text(of statement: Statement, width: Int) -> String {
    let text = text(of: statement)
    guard text.split(separator: "\n").contains(where: { $0.count > width }) else { return text }
    var writer = SyntaxWriter()
    writer.breaksLines = true
    writer.statement(statement.kind)
    return writer.output
  }

  /// A statement without a `;`; each member of a model is on its own line.
  public func text(of statement: Statement) -> String {
    var writer = SyntaxWriter()
    writer.statement(statement.kind)
    return writer.output
  }

  /// `set Budget.owner = owner ?? "nobody"`
  public func text(of member: VersionMember) -> String {
    var writer = SyntaxWriter()
    writer.member(member)
    return writer.output
  }

  /// `model Budget { … }` with each member on its own line.
  public func text(of declaration: ModelDeclaration) -> String {
    var writer = SyntaxWriter()
    writer.model(declaration)
    return writer.output
  }
}

/// The text being written.
struct SyntaxWriter {
  private(set) var output = ""
  /// Whether the clauses of the next query, or the records, start new lines.
  var breaksLines = false

  /// The length of the output at the start of an `expect`; nil elsewhere.
  var expectationStart: Int?

  private var indentation = ""

  mutating func write(_ text: String) {
    output += indentation.isEmpty ? text : text.replacing("\n", with: "\n" + indentation)
  }

  mutating func write(_ keyword: Keyword) { output += keyword.rawValue }

  mutating func write(_ symbol: Symbol) { output += symbol.rawValue }

  /// Writes on one line.
  mutating func unbroken(_ write: (inout SyntaxWriter) -> Void) {
    let outer = breaksLines
    breaksLines = false
    write(&self)
    breaksLines = outer
  }

  /// Writes lines indented by two spaces.
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

  /// Writes a word between spaces.
  mutating func spaced(_ text: String) {
    output += " "
    output += text
    output += " "
  }

  mutating func name(_ name: NameSyntax) { write(quotedIfNeeded(name.text)) }

  /// A name after a dot, where no word is reserved.
  mutating func dotted(_ name: NameSyntax) {
    write(.dot)
    write(quotedCase(name.text))
  }

  /// A case of an enum, where no word is reserved.
  mutating func caseName(_ name: NameSyntax) { write(quotedCase(name.text)) }

  /// A name right after a statement's keyword, where more words are keywords.
  mutating func entityName(_ name: NameSyntax) { write(quotedAfterKeyword(name.text)) }

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
