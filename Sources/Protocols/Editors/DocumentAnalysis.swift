import Binding
import Context
import Diagnostics
import MemoryStore
import Model
import Session
import Shell
import Storage
import Syntax

/// What a script says: its statements, what it declares, and its errors.
struct DocumentAnalysis {
  /// A name that the script declares.
  struct Declared {
    /// The name, with that of its model: `Budget.overspent`.
    let fullName: String
    let name: NameSyntax
    /// The whole statement.
    let span: SourceSpan
  }

  let source: SourceText
  private(set) var statements: [Statement] = []
  private(set) var commands: [CommandLine] = []
  private(set) var declared: [Declared] = []
  private(set) var findings: [Diagnostic] = []
  /// The session with the models and saved queries of the store and the script.
  private(set) var session: QuerySession
  /// Whether the session is one for this script, without records.
  private(set) var isScratch = false
  /// Whether the names are no longer known, since the script reads other files.
  private var isUnknown = false

  /// Analyzes a script for an open store.
  init(_ source: SourceText, _ session: QuerySession) {
    (self.source, self.session) = (source, session)
    var parser = ScriptParser(source)
    while let item = parser.next() {
      switch item {
      case .statement(let statement): add(statement)
      case .command(let line):
        commands.append(line)
        if let finding = line.finding { findings.append(finding) }
        if line.changesStores { isUnknown = true }
      case .failure(let errors, let span):
        if case .finding(let finding, _)? = self.session.foreignInput(at: span, in: source) {
          findings.append(finding)
        } else {
          findings += self.session.improved(errors, in: source)
        }
      }
    }
  }

  private mutating func add(_ statement: Statement) {
    statements.append(statement)
    note(statement)
    guard !isUnknown else { return }
    switch statement.kind {
    case .model, .enumeration, .structure, .extend, .relate, .saveQuery: declare(statement)
    case .importFile, .copy, .use, .version, .migrate: isUnknown = true
    default: findings += session.improved(session.checker.findings(statement), in: source)
    }
  }

  /// Runs a declaration in a store without records.
  private mutating func declare(_ statement: Statement) {
    if !isScratch {
      session = Self.scratch(of: session)
      isScratch = true
    }
    do throws(SessionError) {
      _ = try session.run(statement, in: source)
    } catch .failed(let errors) {
      findings += errors
    } catch {}
  }

  /// A session on an empty store with the same models and saved queries.
  private static func scratch(of session: QuerySession) -> QuerySession {
    let store = InMemoryStore()
    let schema = session.schema
    try? store.apply(SchemaChange(entities: schema.entities, types: schema.types))
    let scratch = session.fresh(on: store)
    for query in session.namedQueries {
      let text = SourceText(name: "", text: query.text)
      var parser = ScriptParser(text)
      guard case .statement(let statement)? = parser.next() else { continue }
      _ = try? scratch.run(statement, in: text)
    }
    return scratch
  }

  private mutating func note(_ statement: Statement) {
    let (name, owner): (NameSyntax, NameSyntax?)
    switch statement.kind {
    case .model(let declaration): (name, owner) = (declaration.name, nil)
    case .enumeration(let declaration): (name, owner) = (declaration.name, nil)
    case .structure(let declaration): (name, owner) = (declaration.name, nil)
    case .saveQuery(let saved): (name, owner) = (saved.name, saved.entity)
    default: return
    }
    let fullName = (owner.map { $0.text + "." } ?? "") + name.text
    declared.append(Declared(fullName: fullName, name: name, span: statement.span))
  }

  /// The start of the statement or command at an offset, or of the last one before.
  func start(at offset: Int) -> Int {
    let starts = statements.map(\.span.lowerBound) + commands.map(\.span.lowerBound)
    return starts.filter { $0 <= offset }.max() ?? 0
  }
}
