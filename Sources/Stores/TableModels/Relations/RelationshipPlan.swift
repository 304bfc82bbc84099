import Model

/// A foreign key as a relationship with its inverse.
struct RelationshipPlan {
  let key: ResolvedForeignKey
  /// The relationship's name in the table with the foreign key.
  let name: String
  /// The attribute with the key itself; nil if the relationship took its name, or the key has
  /// several columns.
  var keyName: String?
  /// The name of the inverse.
  var inverse = ""

  /// The effect of deleting the referenced record, as the foreign key defines it.
  var deleteRule: DeleteRule {
    switch key.deleteAction {
    case "CASCADE": .cascade
    case "SET NULL": key.isRequired ? .deny : .nullify
    default: .deny
    }
  }
}

/// A join table as a relationship from each of its two ends.
struct JoinPlan {
  let table: JoinTable
  /// The relationship of the first foreign key's table: the records of the second.
  var first = ""
  /// The relationship of the second foreign key's table.
  var second = ""
}
