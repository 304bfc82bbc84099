import Diagnostics
import Model
import Syntax

/// What the tokens before the cursor say about what may follow.
struct CompletionContext {
  /// What kind of thing may stand at the cursor.
  enum Expectation: Equatable {
    /// One of some words.
    case keywords([Keyword])
    /// A model's name.
    case entity
    /// A model's name, or that of a saved query.
    case source
    /// The name of a saved query behind that of its entity.
    case savedQuery(of: String)
    /// The name of an argument.
    case argument([String])
    /// `$name`
    case parameter
    /// A model, or the word behind which a time stands.
    case historySelection
    /// What an update can set.
    case assignedMember
    /// The name of something that an insert gives a value.
    case insertedMember
    /// A value: the beginning of an expression.
    case operand
    /// A value that reads no record.
    case constant
    /// What may follow a complete value.
    case continuation
    /// A member of the composite or the entity that a path has reached.
    case member(PathOwner)
    /// A case of the enum, or of any.
    case enumCase(of: EnumerationType?)
    /// What follows `@`.
    case special
    /// What follows `is`.
    case kind
    /// The relationship of an entity, which a backlink follows.
    case backlink(String)
    case sortOption
    /// A column that is drawn, or what follows the kind of a chart.
    case chartColumn
    case type
    /// The name of an open store that is not the current one.
    case store
    /// A model of another store; `all` instead of the first.
    case copiedModel(orAll: Bool)
    case nothing
  }

  /// What a path has reached, and whose members may follow its dot.
  enum PathOwner: Equatable {
    case entity(String)
    case composite([CompositeField])
  }

  /// The beginning of a word that stands before the cursor; empty between words.
  let written: String
  /// What may stand there.
  private(set) var expectation = Expectation.nothing
  /// The scope that the cursor stands in: whose members names mean, and which clauses were begun.
  let scope: CompletionScopes.Scope
  /// The word that begins the statement.
  let statement: Keyword?

  /// The parameters that can be named, without `$`.
  let parameters: [String]

  let wrapper: StatementTokens.Wrapper?
  let names: CompletionNames
  let scopes: CompletionScopes
  let reader: TokenReader
  var tokens: [Token] { reader.tokens }

  /// Reads `text`, which ends at the cursor; nil inside of literals and comments.
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
    self.names = names
    wrapper = read.wrapper
    statement = read.tokens.first?.keyword.flatMap { $0.roles.contains(.statement) ? $0 : nil }
    reader = TokenReader(tokens: read.tokens, source: source)
    let entity = CompletionSource(reader, statement, names).entity
    scopes = CompletionScopes(reader, entity: entity, schema: names.knownSchema)
    scope = scopes.innermost
    if case .save(let declared) = read.wrapper {
      parameters = declared
    } else {
      parameters = names.parameters
    }
    expectation = expected(runs: read.runs)
    if isParameter {
      let takesValue = [.operand, .constant].contains(expectation)
      expectation = takesValue ? .parameter : .nothing
    }
  }
}
