import Binding
public import Rendering
public import Session
import Storage
public import Syntax

/// What is said where a fetch finds nothing.
extension QuerySession {
  /// Which conditions left nothing over, with counts; nil where there is nothing to say.
  ///
  /// The query is looked at again, so this is worth asking only where a person reads the answer.
  public func noRowsHint(for query: QuerySyntax) throws(SessionError) -> Report? {
    do {
      let request = try binder.bindFetch(query).innermost
      let analysis = NoRowsAnalysis(
        request: request,
        executor: try executor()
      )
      let hint = NoRowsHint(request: request, analysis: analysis, texts: texts(of: request))
      return try hint.blocks().map { Report([Report.Section("", $0)]) }
    } catch {
      throw SessionError(error, in: query.entity.span)
    }
  }
}
