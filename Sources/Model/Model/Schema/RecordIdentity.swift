/// What identifies the records of an entity, and whether they can be changed.
public enum RecordIdentity: Hashable, Sendable {
  /// A number that the store gives each of them.
  case number
  /// The number in this member: an attribute, or a to-one relationship whose record has it too. Where an
  /// insert does not set the attribute the store gives a number.
  case numberIn(String)
  /// The values of these members, in the order of the key.
  case values([IdentityPart])
  /// Nothing by which a store could change one of them: its records can only be read.
  case fixed

  /// The parts of the identity that are members, which no record changes in its life.
  public var parts: [IdentityPart] {
    switch self {
    case .number, .fixed: []
    case .numberIn(let member): [IdentityPart(member)]
    case .values(let parts): parts
    }
  }

  /// Whether the member called `name` is part of the identity.
  public func contains(_ name: String) -> Bool { parts.contains { $0.member == name } }
}

/// A part of an identity that is made of values.
public struct IdentityPart: Hashable, Sendable {
  /// The attribute or to-one relationship.
  public let member: String
  /// Of a relationship, the place in the key of the record that it leads to.
  public let place: Int

  /// Makes a part.
  public init(_ member: String, place: Int = 0) {
    self.member = member
    self.place = place
  }
}

extension RecordKey {
  /// The value in place `place` of the key; nil where it has fewer.
  public func part(_ place: Int) -> Value? {
    switch self {
    case .number(let number): place == 0 ? .int(number) : nil
    case .values(let values): values.indices.contains(place) ? values[place] : nil
    }
  }
}
