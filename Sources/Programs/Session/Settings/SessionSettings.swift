package import Binding
package import Expressions
public import Foundation
public import Model

/// Why statements cannot use files.
public struct FileRefusal: Sendable {
  /// The message, without a period.
  public let message: String
  /// An alternative.
  public let help: String

  /// Creates a reason.
  public init(message: String, help: String) {
    (self.message, self.help) = (message, help)
  }
}

/// The settings of a session.
public struct SessionSettings: Sendable {
  /// The time zone for date literals without one, and for showing dates.
  public var timeZone: TimeZone = .gmt
  /// The values of `$name` parameters: literals or unquoted strings.
  public var parameters: [String: String] = [:]
  /// Values of parameters that a program binds; they take precedence.
  package var boundParameters: [String: ParameterValue] = [:]
  /// Why statements cannot use files; nil if they can.
  public var fileRefusal: FileRefusal?
  /// Whether `explain` leaves out how the store evaluates its part of a query.
  package var hidesStorePlans = false
  /// The size of batches for importing large files, in bytes.
  public var importBatchSize = 1 << 25

  /// The current time; a statement reads it once.
  public var clock: @Sendable () -> Timestamp = {
    Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }

  /// What `random` and `sample` depend on; nil for a new seed in each statement.
  public var seed: Int64?

  /// The seed of the running statement, if ``seed`` is nil.
  package var statementSeed: Int64 = 0

  /// Creates the default settings.
  public init() {}

  /// The type of a parameter's value; nil if it has none.
  public func typeOfParameter(_ name: String) -> ValueType? {
    parameters[name].map { ParameterText.value($0, timeZone: timeZone).expression.type }
  }

  /// The error in a parameter's value, such as an unclosed string; nil if there is none.
  public func fault(ofParameter text: String) -> String? {
    ParameterText.fault(text, timeZone: timeZone)
  }

  /// The evaluation context of a statement that starts now.
  package func evaluationContext() -> EvaluationContext {
    EvaluationContext(
      now: clock(),
      timeZone: timeZone,
      seed: seed ?? statementSeed
    )
  }

  /// The options for binding statements.
  package var bindingOptions: BindingOptions {
    BindingOptions(
      timeZone: timeZone,
      parameters: parameters.mapValues { ParameterText.value($0, timeZone: timeZone) }
        .merging(boundParameters) { $1 }
    )
  }
}
