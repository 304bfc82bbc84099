import Charts
import Explaining
import Generation
import Migrations
public import Session
import Transfer

/// The handlers of the features. To add or remove a feature, edit the list.
public enum StatementHandlers {
  /// The handlers of all features.
  public static let all: [any StatementHandler] = [
    ChartHandler(), ExplainHandler(), TransferHandler(), GenerateHandler(), MigrationHandler(),
  ]
}
