import Binding
import Context
import Diagnostics
import Model
import Session
import Storage
import Syntax

/// Gives what a program asks its meaning in the models as they are now.
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
    options = BindingOptions(timeZone: context.timeZone, parameters: parameters)
    binder = Binder(schema: container.store.schema, options: options)
    self.source = source
  }

  /// What `bind` makes; its errors as those of the program's text.
  func bound<Result>(_ bind: (Binder) throws -> Result) throws -> Result {
    do {
      do {
        return try bind(binder)
      } catch let list as DiagnosticList {
        // Models stand before saved queries, which are looked up where models are not enough.
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

  /// The change that a statement makes.
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
            "this changes no records",
            at: statement.span,
            help: ["`insert`, `update`, `upsert` and `delete` do"]
          )
        ])
      }
    }
  }

  /// The records that a `fetch` asks for, and whether it shows them or columns of its own.
  func fetch(_ statement: Statement) throws -> (request: FetchRequest, query: QuerySyntax) {
    guard case .fetch(let query) = statement.kind else {
      throw QueryError(
        [Diagnostic("this is no query", at: statement.span, help: ["queries begin with `fetch`"])],
        in: source
      )
    }
    return (try bound { try $0.bindFetch(query) }, query)
  }
}

extension QuerySyntax {
  /// Whether the query yields records, and not columns of its own or groups.
  var asksRecords: Bool {
    selection == nil && groupKeys.isEmpty && groupPredicate == nil
  }
}
