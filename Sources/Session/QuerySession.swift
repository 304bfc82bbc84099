public import Diagnostics
public import Foundation
public import Model
public import Storage
public import Syntax

/// One conversation with a store: a statement goes in, an outcome comes out.
///
/// A statement that fails leaves the session and the store as they were.
public final class QuerySession {
  /// The store that is asked.
  public let store: any Store
  /// What the user can set.
  public var settings: SessionSettings
  /// Raise it from anywhere to stop the statement that runs.
  public let cancellation = CancellationFlag()

  /// Opens a session on `store`.
  public init(store: any Store, settings: SessionSettings = SessionSettings()) {
    self.store = store
    self.settings = settings
  }

  /// The entities that can be asked.
  public var schema: Schema { store.schema }

  /// Runs one statement of `source`.
  public func run(
    _ statement: Statement,
    in source: SourceText
  ) throws(SessionError) -> StatementOutcome {
    throw .failed([Diagnostic("nothing runs yet", at: statement.span)])
  }

  /// Reads the file at `path` into a new entity called `entity`, or after the file's name.
  public func importFile(path: String, entity: String?) throws(SessionError) -> StatementOutcome {
    throw .failed([])
  }
}

/// Why a statement did not go through; nothing was changed.
public enum SessionError: Error, Sendable {
  /// What is wrong; spans count in the statement's source, diagnostics without a span have none.
  case failed([Diagnostic])
  /// The cancellation flag was raised.
  case cancelled
}

/// What a statement answers.
public enum StatementOutcome: Sendable {
  /// Rows to print.
  case rows(any ResultRows)
  /// A single value to print: of `=` and `count`.
  case value(Value, ValueType)
  /// What was done, in one line: `1 inserted`.
  case message(String)
}

/// What the user can set for a session.
public struct SessionSettings: Sendable {
  /// The zone of date literals that name none, and of dates as people are shown them.
  public var timeZone: TimeZone = .gmt
  /// The values of `$name` parameters, as texts that adapt to what they meet.
  public var parameters: [String: String] = [:]

  /// The settings at first.
  public init() {}
}
