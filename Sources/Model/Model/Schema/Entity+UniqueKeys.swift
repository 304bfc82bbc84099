extension Entity {
  /// The attributes of each unique key; keys of a single attribute come first.
  public var allUniqueKeys: [[String]] {
    attributes.filter(\.isUnique).map { [$0.name] } + constraints.uniqueKeys
  }
}
