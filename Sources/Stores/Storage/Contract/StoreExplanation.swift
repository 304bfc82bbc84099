/// How a store carries out its part of a plan, for `explain`.
public struct StoreExplanation: Hashable, Sendable {
  /// The language of the statement, such as `SQL`.
  public let language: String
  /// The statement, line by line.
  public let statement: [String]
  /// The values bound to parameters, in order, as text.
  public let bindings: [String]
  /// The store's plan, line by line.
  public let steps: [Step]
  /// The attributes whose index would avoid a full scan; empty if there is one or none would help.
  public let wantedIndex: [String]
  /// Whether records that the engine reads come from another process or machine.
  public let isRemote: Bool

  /// A line of the store's plan.
  public struct Step: Hashable, Sendable {
    /// What the store says.
    public let text: String
    /// The nesting depth.
    public let depth: Int

    /// Creates a line.
    public init(_ text: String, depth: Int) {
      self.text = text
      self.depth = depth
    }
  }

  /// Creates an explanation.
  public init(
    language: String,
    statement: [String],
    bindings: [String],
    steps: [Step],
    wantedIndex: [String] = [],
    isRemote: Bool = false
  ) {
    self.language = language
    self.statement = statement
    self.bindings = bindings
    self.steps = steps
    self.wantedIndex = wantedIndex
    self.isRemote = isRemote
  }
}
