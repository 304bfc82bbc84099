/// How a store carries out its part of a plan, for `explain`.
public struct StoreExplanation: Hashable, Sendable {
  /// The language of the statement: `SQL`.
  public let language: String
  /// The statement, line by line.
  public let statement: [String]
  /// What is bound to its parameters, in their order, as text.
  public let bindings: [String]
  /// The store's own plan, line by line, each with its depth.
  public let steps: [Step]
  /// The attributes whose index would spare a look at all records; empty where one serves or none
  /// would.
  public let wantedIndex: [String]

  /// One line of the store's own plan.
  public struct Step: Hashable, Sendable {
    /// What the store says.
    public let text: String
    /// How deep it lies.
    public let depth: Int

    /// Makes a line.
    public init(_ text: String, depth: Int) {
      self.text = text
      self.depth = depth
    }
  }

  /// Makes an explanation.
  public init(
    language: String,
    statement: [String],
    bindings: [String],
    steps: [Step],
    wantedIndex: [String] = []
  ) {
    self.language = language
    self.statement = statement
    self.bindings = bindings
    self.steps = steps
    self.wantedIndex = wantedIndex
  }
}
