import Charts
import Explaining
import Generation
import Migrations
public import Session
import Transfer

/// The list of the features' handlers: a feature is added or removed with its line here.
public enum StatementHandlers {
  /// Those of all features.
  public static let all: [any StatementHandler] = [
    ChartHandler(), ExplainHandler(), TransferHandler(), GenerateHandler(), MigrationHandler(),
  ]
}
