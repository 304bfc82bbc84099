extension Entity {
  /// The attributes of each exact unique key; keys of a single attribute come first.
  public var allUniqueKeys: [[String]] {
    attributes.filter(\.isUnique).map { [$0.name] } + constraints.uniqueKeys
  }

  /// The attributes of each unique key, exact or not.
  public var identifyingKeys: [[String]] {
    allUniqueKeys + constraints.foldedKeys.map(\.attributes)
  }

  /// What the strings of a unique key ignore; nil for an exact key.
  public func folding(of key: [String]) -> StringMatch? {
    constraints.foldedKeys.first { $0.attributes == key }?.match
  }
}
