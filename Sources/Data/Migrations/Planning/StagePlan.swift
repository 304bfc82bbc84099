import Model
import Storage

/// What one stage of a migration does: from one version of the models to the next.
struct StagePlan {
  /// The number of the new version.
  let number: VersionNumber
  /// The new models.
  let schema: Schema
  /// The change of the store.
  var change = SchemaChange()
  /// The number of existing records of each model.
  var counts: [(entity: String, count: Int)] = []
  /// The number of existing records of each submodel.
  var kindCounts: [(entity: String, count: Int)] = []
  /// Notes about models and members.
  var notes: [StageRemark<StageNote>] = []
  /// Data that is lost.
  var losses: [StageRemark<StageLoss>] = []
  /// Problems that prevent the stage.
  var problems: [StageRemark<StageProblem>] = []
  /// The updated saved queries.
  var queries: [MigratedQuery] = []
}
