public import Diagnostics
public import Session
public import Syntax

/// Takes what a run would print, piece by piece, to show it elsewhere.
public protocol OutputReceiver: AnyObject {
  /// A statement or a command begins.
  func begin(_ span: SourceSpan, in source: SourceText)

  /// A script or another text with statements ends.
  func end(_ source: SourceText)

  /// Takes the outcome of a statement. Throws the errors of reading its rows.
  func take(_ outcome: StatementOutcome, of statement: Statement, in source: SourceText) throws

  /// Takes text, such as the output of a command, or a remark.
  func take(_ text: String)

  /// Takes errors and warnings.
  func take(_ diagnostics: [Diagnostic], in source: SourceText?)
}
