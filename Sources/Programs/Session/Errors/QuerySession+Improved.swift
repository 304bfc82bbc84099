public import Binding
public import Diagnostics
import Syntax

/// What others know about input that the session does not understand.
extension QuerySession {
  /// The findings with better help, where there is some.
  public func improved(_ findings: [Diagnostic], in source: SourceText) -> [Diagnostic] {
    findings.map { namingParameters(advisor?.improved($0, in: source) ?? $0, in: source) }
  }

  /// What was meant by the stretch of `source` at `span`, which does not parse; nil if that cannot be told.
  public func foreignInput(at span: SourceSpan, in source: SourceText) -> InputAnswer? {
    advisor?.answer(to: source, at: span, schema: schema)
  }

  /// The offset of the first line within `span` that is in another language, where the lines before it are a whole
  /// statement; nil where there is none.
  public func foreignLine(within span: SourceSpan, of source: SourceText) -> Int? {
    advisor?.foreignLine(within: span, of: source, schema: schema)
  }

  func improved(_ error: SessionError, in source: SourceText) -> SessionError {
    guard case .failed(let findings) = error else { return error }
    return .failed(improved(findings, in: source))
  }
}
