import Binding
import Context
import Diagnostics
import Execution
import Model
import Session
import Storage
import Syntax

/// Binds the statements of a program to the current models.
struct TextBinder {
  private let binder: Binder
  private let options: BindingOptions
  private let container: ModelContainer
  private let source: SourceText?

  init(_ context: ModelContext, _ text: ParsedText) {
    self.init(context, parameters: text.parameters, source: text.source)
  }

  init(
    _ context: ModelContext,
    parameters: [String: ParameterValue] = [:],
    source: SourceText? = nil
  ) {
    container = context.container
    var options = BindingOptions(timeZone: context.timeZone, parameters: parameters)
    options.answers = StatementAnswers { request in
      let executor = try context.executor(for: request, context.evaluation)
      return try executor.rows(of: executor.plan(request))
    }
    self.options = options
    binder = Binder(schema: container.store.schema, options: options)
    self.source = source
  }

  /// The result of `bind`. Its errors become query errors.
  func bound<Result>(_ bind: (Binder) throws -> Result) throws -> Result {
    do {
      do {
        return try bind(binder)
      } catch let list as DiagnosticList {
        // A model takes precedence over a saved query of the same name.
        let current = container.currentDeclarations
        guard !current.queries.isEmpty else { throw list }
        var options = options
        options.savedQueries = current.queries
        return try bind(Binder(schema: current.schema, options: options))
      }
    } catch let list as DiagnosticList {
      throw QueryError(list.all, in: source)
    }
  }

  /// The change request of a statement.
  func change(_ statement: Statement) throws -> ChangeRequest {
    try bound { binder in
      switch statement.kind {
      case .insert(let insert): .insert(try binder.bindInsert(insert))
      case .update(let update): .update(try binder.bindUpdate(update))
      case .upsert(let upsert): .upsert(try binder.bindUpsert(upsert))
      case .delete(let delete): .delete(try binder.bindDelete(delete))
      default:
        throw DiagnosticList([
          Diagnostic(
            "this statement does not change records",
            at: statement.span,
            help: ["use `insert`, `update`, `upsert` or `delete`"]
          )
        ])
      }
    }
  }

  /// The request of a `fetch` statement, with its syntax.
  func fetch(_ statement: Statement) throws -> (request: FetchRequest, query: QuerySyntax) {
    guard case .fetch(let query) = statement.kind else {
      throw QueryError(
        [
          Diagnostic(
            "this is not a query",
            at: statement.span,
            help: ["queries begin with `fetch`"]
          )
        ],
        in: source
      )
    }
    return (try bound { try $0.bindFetch(query) }, query)
  }
}

extension QuerySyntax {
  /// Whether the query returns records, not columns or groups.
  var queriesRecords: Bool {
    selection == nil && groupKeys.isEmpty && groupPredicate == nil
  }
}
