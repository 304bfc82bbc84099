import Diagnostics
import Model
import Syntax

/// What the tokens before the cursor allow to follow.
struct CompletionContext {
  /// The kind of text that is expected at the cursor.
  enum Expectation: Equatable {
    /// One of the given keywords.
    case keywords([Keyword])
    case entity
    /// The name of a model or a saved query.
    case source
    /// The name of a saved query after that of its entity.
    case savedQuery(of: String)
    /// The name of a change, after that of its entity if it has one.
    case change(of: String?)
    case argument([String])
    /// `$name`
    case parameter
    /// A model, or `since`.
    case historySelection
    /// A model, or the words of `diff`.
    case differenceSelection
    /// A moment in the past.
    case moment
    /// A member that an update can set.
    case assignedMember
    /// A member that an insert gives a value.
    case insertedMember
    /// The start of an expression.
    case operand
    /// An expression that reads no record.
    case constant
    /// Whatever can follow a complete value.
    case continuation
    /// A member of the struct or the entity that a path has reached.
    case member(PathOwner)
    /// A case of the given enum, or of any enum.
    case enumCase(of: EnumerationType?)
    /// The names after `@`.
    case special
    /// The words after `is`.
    case kind
    /// The number of a record, after `#`.
    case recordNumber(of: String)
    /// The relationship of a backlink.
    case backlink(String)
    case sortOption
    /// A number of rows, or `all`, in the frame of a window.
    case frameBound
    /// The side of the frame after a number: `before` or `after`.
    case frameSide([Keyword], isRange: Bool)
    /// A column to draw, or an option of the chart.
    case chartColumn
    case type
    /// Whether a unique key ignores case and accents, after `unique[`.
    case matchOptions
    /// The name of an open store other than the current one.
    case store
    /// A model of another store, or `all` in first place.
    case copiedModel(orAll: Bool)
    case nothing
  }

  /// The owner of the members that can follow a path's dot.
  enum PathOwner: Equatable {
    case entity(String)
    case composite([CompositeField])
  }

  /// The part of a word before the cursor; empty between words.
  let written: String
  private(set) var expectation = Expectation.nothing
  /// The innermost scope at the cursor, which determines the meaning of names and the clauses used
  /// so far.
  let scope: CompletionScopes.Scope
  /// The keyword that starts the statement.
  let statement: Keyword?

  /// The names of parameters, without `$`.
  let parameters: [String]

  let wrapper: StatementTokens.Wrapper?
  let names: CompletionNames
  let scopes: CompletionScopes
  let reader: TokenReader
  var tokens: [Token] { reader.tokens }

  /// Reads `text`, which ends at the cursor. Nil within literals and comments.
  init?(_ text: String, names: CompletionNames) {
    let source = SourceText(name: "", text: text)
    var read = StatementTokens(source)
    var isParameter = false
    if let last = read.tokens.last, last.span.upperBound == source.bytes.count {
      let text = source.text(in: last.span)
      isParameter = text.hasPrefix("$")
      switch last.kind {
      case .word, .parameter: read.removeLast()
      case .invalid where isParameter: read.removeLast()
      case .symbol: break
      default: return nil
      }
      written = last.isWord || isParameter ? text : ""
    } else {
      written = ""
    }
    wrapper = read.wrapper
    statement = read.tokens.first?.keyword.flatMap { $0.roles.contains(.statement) ? $0 : nil }
    reader = TokenReader(tokens: read.tokens, source: source)
    let asked = CompletionSource(reader, statement, names)
    let (rows, entity) = (asked.rows, asked.entity)
    var known = names
    if rows != nil, let entity { known.rows = entity }
    self.names = known
    scopes = CompletionScopes(
      reader,
      from: rows?.end ?? 2,
      entity: entity,
      schema: known.knownSchema
    )
    scope = scopes.innermost
    if case .save(let declared) = read.wrapper {
      parameters = declared
    } else {
      parameters = names.parameters
    }
    expectation = expected(runs: read.runs)
    if isParameter {
      let takesValue = [.operand, .constant, .frameBound].contains(expectation)
      expectation = takesValue ? .parameter : .nothing
    }
  }
}
