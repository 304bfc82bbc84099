import Binding
import Diagnostics
import Execution
import Expressions
import Foundation
import Model
import Planning
import Rendering
import Session
import Storage
import Syntax

/// `explain`: shows what a statement means and how it is executed.
extension QuerySession {
  /// Explains `statement`. With `run`, the span of that word, also runs the query.
  func explain(_ statement: Statement, run: SourceSpan?) throws -> StatementOutcome {
    var sections = [
      Report.Section(
        "statement",
        [.source(SyntaxPrinter().text(of: statement).components(separatedBy: "\n"))]
      )
    ]
    switch statement.kind {
    case .fetch(let query):
      sections += try explained(query, isCount: false, runs: run != nil)
    case .count(let query):
      sections += try explained(query, isCount: true, runs: run != nil)
    case .watch(let watch):
      sections += try explained(watch.query, isCount: watch.isCount, runs: run != nil)
      sections.append(try explainedWatch(watch))
    case .evaluate(let expression):
      if let run { throw Self.runsNoQuery(run) }
      sections.append(try bound(expression))
    case .version(let version):
      if let run { throw Self.runsNoQuery(run) }
      sections += try explained(version)
    case .migrate(let migration):
      if let run { throw Self.runsNoQuery(run) }
      sections += try explained(migration)
    default:
      if let run { throw Self.runsNoQuery(run) }
      if let change = try explainedChange(statement) {
        sections += change
        break
      }
      sections.append(
        Report.Section(
          "",
          [.remark("explain shows more for queries, changes, versions and = statements")]
        )
      )
    }
    return .report(Report(sections))
  }

  private static func runsNoQuery(_ run: SourceSpan) -> DiagnosticList {
    DiagnosticList([
      Diagnostic(
        "`explain run` only works for fetch and count",
        at: run,
        help: ["`explain` without `run` explains any statement and runs nothing"]
      )
    ])
  }

  private func bound(_ expression: ExpressionSyntax) throws -> Report.Section {
    let bound = try binder.bindExpression(expression)
    let texts = FetchTextPrinter(timeZone: settings.timeZone)
    return Report.Section("bound", [.tree([BoundTree(texts: texts).tree(bound)])])
  }

  private func explained(
    _ query: QuerySyntax,
    isCount: Bool,
    runs: Bool
  ) throws -> [Report.Section] {
    let request = try isCount ? binder.bindCount(query) : binder.bindFetch(query)
    // If the query asked questions, its rows come from the same state as the answers.
    let snapshot = takeAskedSnapshot(for: request)
    let explained = try explainedQuery(
      request,
      isCount: isCount,
      selects: query.selection != nil,
      over: snapshot
    )
    let profile = runs ? try profile(explained, over: snapshot) : nil
    let past = try pastRemark(request).map { Report.Section("past", [.source([$0])]) }
    let sections = [
      explained.boundSection, past, explained.planSection(profile), explained.storeSection(profile),
      explained.swiftSection,
    ]
    return sections.compactMap { $0 }
  }

  /// Explains a bound request.
  ///
  /// - Parameter snapshot: The state to read; nil for the current one.
  func explainedQuery(
    _ request: FetchRequest,
    isCount: Bool,
    selects: Bool,
    over snapshot: (any StoreSnapshot)? = nil
  ) throws -> ExplainedQuery {
    let context = settings.evaluationContext()
    let executor = try executor(for: request, context, over: snapshot)
    let plan = executor.plan(request)
    return ExplainedQuery(
      request: request,
      isCount: isCount,
      selects: selects,
      plan: plan,
      store: try settings.hidesStorePlans
        ? nil : executor.explanation(of: plan, isCount: isCount),
      sortsLexically: plan.innermostQuery?.sort.isEmpty == true
        && executor.plan(request.inLexicalOrder).innermostQuery?.sort.isEmpty == false,
      recordCount: try executor.count(of: .scan(entity: request.innermost.entity)),
      schema: schema,
      context: context,
      texts: texts(of: request)
    )
  }

  /// Prints the parts of `request`.
  func texts(of request: FetchRequest) -> FetchTextPrinter {
    let innermost = request.innermost
    let records =
      [innermost.predicate].compactMap { $0 }
      + (innermost.grouping.map(\.parts)
        ?? innermost.sort.map(\.expression) + innermost.columns.map(\.expression)
        + innermost.windows.flatMap(\.parts))
    var texts = FetchTextPrinter(
      names: ComputedNames(schema: schema, expressions: records),
      timeZone: settings.timeZone
    )
    for (name, alias) in innermost.grouping.map({ $0.aliases(texts) }) ?? [] {
      texts.aliases[name] = alias
    }
    for (index, window) in innermost.windows.enumerated() {
      texts.aliases[Windows.name(index)] = texts.text(of: window)
    }
    // A row's record is not written: `name`, not `record.name`.
    if !innermost.windows.isEmpty { texts.aliases[Windows.recordName] = "" }
    return texts
  }

  /// Runs the query and computes the rows that a table would show.
  private func profile(
    _ explained: ExplainedQuery,
    over snapshot: (any StoreSnapshot)?
  ) throws -> ExecutionProfile {
    let profile = ExecutionProfile()
    try executor(for: explained.request, explained.context, over: snapshot, profile: profile)
      .profileRows(of: explained.plan, first: RenderingContext.defaultMaxRows)
    return profile
  }
}

extension Grouping {
  /// The texts of the columns of grouped rows.
  fileprivate func aliases(_ texts: FetchTextPrinter) -> [(String, String)] {
    keys.enumerated().flatMap { index, key in
      let text = texts.text(of: key)
      return [(Self.keyName(index), text), (Self.totalName(index), "isTotal(\(text))")]
    }
      + aggregates.enumerated().map { index, aggregate in
        let text = texts.text(
          of: aggregate.function,
          aggregate.element,
          where: aggregate.filter,
          options: aggregate.options
        )
        return (Self.aggregateName(index), text)
      }
  }
}

extension FetchRequest {
  /// The request with strings in the lexical order.
  fileprivate var inLexicalOrder: FetchRequest {
    var request = self
    request.sort = sort.map { key in
      SortKey(
        expression: key.expression,
        isDescending: key.isDescending,
        nullsFirst: key.nullsFirst,
        order: .lexical
      )
    }
    return request
  }

  /// Whether this queries the rows of another request.
  var queriesRows: Bool {
    if case .rows = source { true } else { false }
  }
}
