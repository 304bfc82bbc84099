import Binding
public import Rendering
public import Session
import Storage
public import Syntax

/// Hints for fetches without results.
extension QuerySession {
  /// The conditions that eliminated every record, with counts; nil if there is nothing to say.
  ///
  /// Runs the query again, so use it only for interactive sessions.
  public func noRowsHint(for query: QuerySyntax) throws(SessionError) -> Report? {
    do {
      let bound = try binder.bindFetch(query)
      let request = bound.innermost
      let analysis = NoRowsAnalysis(
        request: request,
        executor: try executor(for: bound)
      )
      let hint = NoRowsHint(request: request, analysis: analysis, texts: texts(of: request))
      return try hint.blocks().map { Report([Report.Section("", $0)]) }
    } catch {
      throw SessionError(error, in: query.entity.span)
    }
  }
}
