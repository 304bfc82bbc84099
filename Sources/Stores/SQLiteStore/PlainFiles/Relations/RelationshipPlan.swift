import Model

/// A foreign key as a relationship with its inverse.
struct RelationshipPlan {
  let key: ResolvedForeignKey
  /// The relationship's name in the table with the foreign key.
  let name: String
  /// The attribute that shows the key itself; nil where the relationship took its name, or the key has
  /// several columns.
  var keyName: String?
  /// The name of the way back.
  var inverse = ""

  /// What a delete of the record that is referred to does, as the foreign key says.
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
  /// The relationship of what the first foreign key refers to: the records of the second.
  var first = ""
  /// The relationship of what the second foreign key refers to.
  var second = ""
}
