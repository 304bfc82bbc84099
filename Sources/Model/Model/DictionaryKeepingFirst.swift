extension Dictionary {
  /// Creates a dictionary that keeps the first value of each key.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
