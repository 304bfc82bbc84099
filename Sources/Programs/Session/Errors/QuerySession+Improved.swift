public import Binding
public import Diagnostics
import Syntax

/// Help from the advisor for input that the session does not understand.
extension QuerySession {
  /// The diagnostics with better help, if there is any.
  public func improved(_ findings: [Diagnostic], in source: SourceText) -> [Diagnostic] {
    findings.map { namingParameters(advisor?.improved($0, in: source) ?? $0, in: source) }
  }

  /// An answer for input at `span` that does not parse; nil if there is none.
  public func foreignInput(at span: SourceSpan, in source: SourceText) -> InputAnswer? {
    advisor?.answer(to: source, at: span, schema: schema)
  }

  /// The offset of the first line in another language within `span`, if the lines before it are a
  /// complete statement; otherwise nil.
  public func foreignLine(within span: SourceSpan, of source: SourceText) -> Int? {
    advisor?.foreignLine(within: span, of: source, schema: schema)
  }

  func improved(_ error: SessionError, in source: SourceText) -> SessionError {
    guard case .failed(let findings) = error else { return error }
    return .failed(improved(findings, in: source))
  }
}
