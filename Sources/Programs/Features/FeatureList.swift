public import Binding
import Charts
import Explaining
import ForeignInput
import Generation
import Migrations
public import Session
import Transfer

/// The features of the product. To add or remove one, edit these lists.
public enum FeatureList {
  /// The handlers of all features.
  public static let handlers: [any StatementHandler] = [
    ChartHandler(), ExplainHandler(), TransferHandler(), GenerateHandler(), MigrationHandler(),
  ]

  /// Helps with input in other languages.
  public static let advisor: (any InputAdvisor)? = ForeignInputAdvisor()
}
