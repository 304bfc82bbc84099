/// How records of an entity are identified, and whether they can be changed.
public enum RecordIdentity: Hashable, Sendable {
  /// A number that the store assigns.
  case number
  /// A number in this member: an attribute, or a to-one relationship to a record with the same
  /// number. The store assigns one if an insert does not.
  case numberIn(String)
  /// The values of these members, in the order of the key.
  case values([IdentityPart])
  /// No stored identity: records are read-only.
  case fixed

  /// The members that form the identity, which never change.
  public var parts: [IdentityPart] {
    switch self {
    case .number, .fixed: []
    case .numberIn(let member): [IdentityPart(member)]
    case .values(let parts): parts
    }
  }

  /// Whether the member named `name` is part of the identity.
  public func contains(_ name: String) -> Bool { parts.contains { $0.member == name } }
}

/// A part of an identity that consists of values.
public struct IdentityPart: Hashable, Sendable {
  /// The attribute or to-one relationship.
  public let member: String
  /// For a relationship, the position in the key of the related record.
  public let place: Int

  /// Creates a part.
  public init(_ member: String, place: Int = 0) {
    self.member = member
    self.place = place
  }
}

extension RecordKey {
  /// The value at position `place` of the key; nil if the key is shorter.
  public func part(_ place: Int) -> Value? {
    switch self {
    case .number(let number): place == 0 ? .int(number) : nil
    case .values(let values): values.indices.contains(place) ? values[place] : nil
    }
  }
}
