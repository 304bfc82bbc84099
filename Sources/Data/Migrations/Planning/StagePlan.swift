import Model
import Storage

/// What one stage of a migration does: from one version of the models to the next.
struct StagePlan {
  /// Something that becomes of a model, or of a member of it.
  struct Remark {
    /// The model.
    let entity: String
    /// The member; nil where it is about the model as a whole.
    let member: String?
    /// What becomes of it: `is called cap`.
    let text: String
    /// What could be done about it, as help says it.
    var help: String?

    /// `Budget.limit`
    var subject: String { member.map { "\(entity).\($0)" } ?? entity }
    /// `Budget.limit: 9 values are lost`
    var sentence: String { "\(subject): \(text)" }
  }

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
  var notes: [Remark] = []
  /// What is lost.
  var losses: [Remark] = []
  /// What is in the way, whatever is allowed.
  var problems: [Remark] = []
  /// The saved queries as they are from then on.
  var queries: [FollowedQuery] = []

  init(number: Int, schema: Schema) {
    self.number = number
    self.schema = schema
  }
}
