import Model
import Storage

/// What one stage of a migration does: from one version of the models to the next.
struct StagePlan {
  /// The number of the version that is reached.
  let number: Int
  /// The models that are reached.
  let schema: Schema
  /// What the store is told to do.
  var change = SchemaChange()
  /// How many records each model has that is there before.
  var counts: [(entity: String, count: Int)] = []
  /// How many records each model has that specialises another one.
  var kindCounts: [(entity: String, count: Int)] = []
  /// What becomes of members and models.
  var notes: [StageRemark<StageNote>] = []
  /// What is lost.
  var losses: [StageRemark<StageLoss>] = []
  /// What is in the way, whatever is allowed.
  var problems: [StageRemark<StageProblem>] = []
  /// The saved queries as they are from then on.
  var queries: [MigratedQuery] = []

  init(number: Int, schema: Schema) {
    self.number = number
    self.schema = schema
  }
}
