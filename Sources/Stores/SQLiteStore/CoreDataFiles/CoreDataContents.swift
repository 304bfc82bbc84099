import Storage

/// What is to be known of a file of Core Data besides its models and where they lie.
struct CoreDataContents: Sendable {
  /// Where the model was found.
  let modelOrigin: CoreDataFacts.ModelOrigin
  /// Whose changes its history tells; nil where it keeps none.
  let history: TrackedEntities?
}
