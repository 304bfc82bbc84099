import Diagnostics
import Model
import Syntax

/// The brackets around the cursor that open a scope: a shape, the argument of an aggregate or a
/// quantifier, a query in parentheses, a window.
struct CompletionScopes {
  enum Form {
    case statement
    /// `(` … `)` with names of the surrounding record
    case group
    /// `count(expenses`, before and after `where`
    case argument
    /// `(Budget where …)`
    case query
    /// `expenses { … }`
    case shape
    /// `over ( … )`
    case window
  }

  struct Scope {
    var form: Form
    /// The entity whose members names mean.
    var entity: Entity?
    /// The clause at the cursor.
    var clause: Keyword?
    /// The clauses used so far.
    var clauses: Set<Keyword> = []
    /// The first token within.
    var start: Int
  }

  let schema: Schema
  /// The alias of the statement's record.
  private(set) var alias: String?
  private var stack: [Scope]
  /// The names of selected values.
  private(set) var selectedNames: [String] = []
  private let reader: TokenReader
  let uses: [WordUses.Use]

  /// Reads the tokens of a statement about `entity`, from the token `start` after its source.
  init(_ reader: TokenReader, from start: Int, entity: Entity?, schema: Schema) {
    self.reader = reader
    self.schema = schema
    uses = WordUses(reader.tokens).uses
    stack = [Scope(form: .statement, entity: entity, start: 0)]
    for index in reader.tokens.indices.dropFirst(start) { read(index) }
    settleQuery(end: reader.tokens.count)
  }

  /// The entity of the statement.
  var outermost: Entity? { stack.first?.entity }

  /// The scope at the cursor.
  var innermost: Scope { stack[stack.count - 1] }

  private mutating func read(_ index: Int) {
    let token = reader.tokens[index]
    if token.symbol?.closing != nil {
      stack.append(opened(index))
    } else if token.symbol?.isClosing == true {
      if stack.count > 1 { stack.removeLast() }
    } else if uses[index] == .keyword, let keyword = token.keyword, keyword.roles.contains(.clause)
    {
      begin(keyword, index)
    } else if stack.count == 1, index > 2, reader.tokens[index - 1].keyword == .as {
      if stack[0].clauses.isEmpty { alias = reader.name(index) }
      if stack[0].clauses.contains(.select) { selectedNames.append(reader.name(index)) }
    }
  }

  private func opened(_ index: Int) -> Scope {
    let entity = innermost.entity
    let path = CompletionPath(reader, before: index)
    if reader.tokens[index].symbol == .leftBrace, let entity, !path.isEmpty,
      case .entity(let shown)? = path.owner(from: entity, self)
    {
      return Scope(form: .shape, entity: schema.entity(shown), start: index + 1)
    }
    if index > 0, uses[index - 1] == .keyword, reader.tokens[index - 1].keyword == .over {
      return Scope(form: .window, entity: entity, start: index + 1)
    }
    let isCall = index > 0 && reader.tokens[index - 1].opensArgument
    return Scope(form: isCall ? .argument : .group, entity: entity, start: index + 1)
  }

  private mutating func begin(_ keyword: Keyword, _ index: Int) {
    settleQuery(end: index)
    switch innermost.form {
    case .statement, .query, .shape: break
    case .group: return
    case .window: guard [.group, .sort].contains(keyword) else { return }
    case .argument:
      guard keyword == .where, let entity = innermost.entity,
        let elements = CompletionPath(reader, before: index).elements(from: entity, self)
      else { return }
      stack[stack.count - 1].entity = elements
    }
    stack[stack.count - 1].clause = keyword
    stack[stack.count - 1].clauses.insert(keyword)
  }

  /// Treats a group that starts with the name of an entity as a query.
  private mutating func settleQuery(end: Int) {
    let scope = innermost
    guard scope.form == .group else { return }
    let inside = scope.start..<max(scope.start, end)
    let first = inside.first { reader.tokens[$0].keyword != .only }
    guard let first, let entity = schema.entity(reader.name(first)),
      scope.entity?.property(entity.name) == nil,
      inside.upperBound == first + 1 || reader.tokens[first + 1].keyword == .as
    else { return }
    stack[stack.count - 1].form = .query
    stack[stack.count - 1].entity = entity
  }
}

extension Token {
  /// Whether a parenthesis after the token opens the argument of a call or a quantifier.
  fileprivate var opensArgument: Bool {
    if keyword?.roles.contains(.quantifier) == true { return true }
    if case .quotedName = kind { return true }
    return isPlainName && keyword.map { $0.roles.isDisjoint(with: [.operator, .clause]) } ?? true
  }
}
