public import Model

/// Which columns a changed entity keeps.
extension TableLayout {
  /// Whether the column at `path` of this layout can become the column of `field` in another
  /// layout.
  public func keeps(_ field: StoredField, at path: AttributePath) -> Bool {
    place(of: path).map { fields[$0].type.isStored(like: field.type) } ?? false
  }

  /// Whether the column of the relationship `name` in this layout can become the column of
  /// `reference` in another layout.
  ///
  /// The inverse of a one-to-one relationship has a column too, so it must stay the same.
  public func keeps(_ reference: ReferenceLayout, as name: String) -> Bool {
    guard let place = referencePlace(of: name) else { return false }
    let (own, other) = (references[place], reference)
    return own.relationship.hasSameDestination(as: other.relationship)
      && own.inverse.isToMany == other.inverse.isToMany
      && (own.inverse.isToMany || own.inverse.isRenamed(other.inverse))
  }
}

extension Relationship {
  /// Whether both reference the same entity, even if it was renamed.
  fileprivate func hasSameDestination(as other: Relationship) -> Bool {
    destination == other.destination || oldDestination == other.destination
      || other.oldDestination == destination
  }

  /// Whether the two are one relationship before and after a change.
  fileprivate func isRenamed(_ other: Relationship) -> Bool {
    name == other.name || oldName == other.name || other.oldName == name
  }
}
