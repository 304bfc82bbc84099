package import Binding
package import Expressions
public import Foundation
public import Model

/// Why no files are read.
public struct FileRefusal: Sendable {
  /// What is not done, without a final stop.
  public let message: String
  /// What can be done instead.
  public let help: String

  /// Makes a reason.
  public init(message: String, help: String) {
    (self.message, self.help) = (message, help)
  }
}

/// What the user can set for a session.
public struct SessionSettings: Sendable {
  /// The zone of date literals that name none, and of dates as people are shown them.
  public var timeZone: TimeZone = .gmt
  /// The values of `$name` parameters: literals as the language writes them, or bare texts.
  public var parameters: [String: String] = [:]
  /// What to answer statements that read files; nil where they may.
  public var fileRefusal: FileRefusal?
  /// Of files with more bytes so many are read at once, where the store can take them batch by batch.
  public var importBatchSize = 1 << 25

  /// What time it is; statements that run longer keep that of their beginning.
  public var clock: @Sendable () -> Timestamp = {
    Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }

  /// The settings at first.
  public init() {}

  /// The type that the value of the parameter `name` reads as; nil if it has none.
  public func typeOfParameter(_ name: String) -> ValueType? {
    parameters[name].map { ParameterText.value($0, timeZone: timeZone).expression.type }
  }

  /// What is wrong with a parameter's value: it begins like a list or a text in quotes, and is none.
  public func fault(ofParameter text: String) -> String? {
    ParameterText.fault(text, timeZone: timeZone)
  }

  /// What is fixed for a statement that begins now.
  package func evaluationContext() -> EvaluationContext {
    EvaluationContext(now: clock(), timeZone: timeZone)
  }

  /// What statements are bound with.
  package var bindingOptions: BindingOptions {
    BindingOptions(
      timeZone: timeZone,
      parameters: parameters.mapValues { ParameterText.value($0, timeZone: timeZone) }
    )
  }
}
