import Diagnostics
import Model
import Syntax

/// What stands behind `FROM`: a table, perhaps with one that a relationship leads to.
struct SQLTables {
  var names: SQLNames
  /// What an inner join asks besides: that there is a record at the other end.
  private(set) var condition: ExpressionSyntax?

  private struct Table {
    let entity: Entity
    let qualifiers: [String]
  }

  init?(_ from: SQLReader, schema: Schema) {
    var reader = from
    guard let first = Self.table(&reader, schema) else { return nil }
    names = SQLNames(entity: first.entity, qualifiers: first.qualifiers)
    if reader.isAtEnd { return }
    let isOuter = reader.take("LEFT")
    _ = reader.take("OUTER") || reader.take("INNER")
    guard reader.take("JOIN"), let second = Self.table(&reader, schema),
      reader.take("ON") || reader.take("USING"),
      !reader.tokens.contains(where: { $0.keyword == "JOIN" || $0.keyword == "AND" })
    else { return nil }
    join(first, second, isOuter: isOuter)
    if condition == nil, !isOuter { return nil }
  }

  /// Two tables are one entity and a relationship of it: the one that has the to-one is asked.
  private mutating func join(_ first: Table, _ second: Table, isOuter: Bool) {
    let sides = isOuter ? [(first, second)] : [(first, second), (second, first)]
    for (owner, other) in sides {
      guard let path = Self.relationship(from: owner.entity, to: other.entity) else { continue }
      names = SQLNames(entity: owner.entity, qualifiers: owner.qualifiers)
      names.join(other.entity, at: path, qualifiers: other.qualifiers)
      let record = ExpressionSyntax.sql(.name(.sql(path)))
      if !isOuter { condition = .sql(.isNull(record, isNegated: true)) }
      return
    }
  }

  private static func relationship(from entity: Entity, to other: Entity) -> String? {
    let paths = entity.relationships.filter { !$0.isToMany && $0.destination == other.name }
    return paths.count == 1 ? paths[0].name : nil
  }

  private static func table(_ reader: inout SQLReader, _ schema: Schema) -> Table? {
    guard let name = tableName(&reader), let entity = SQLNames.entity(name, in: schema) else {
      return nil
    }
    _ = reader.take("AS")
    let words = [
      "JOIN", "LEFT", "RIGHT", "INNER", "OUTER", "FULL", "CROSS", "NATURAL", "ON", "USING",
    ]
    let isAlias = reader.next?.keyword.map { !words.contains($0) } ?? true
    let alias = isAlias ? reader.takeName() : nil
    return Table(entity: entity, qualifiers: alias.map { [$0, name] } ?? [name])
  }

  /// `budget`, `main.budget`
  static func tableName(_ reader: inout SQLReader) -> String? {
    guard var name = reader.takeName() else { return nil }
    while reader.take(symbol: ".") {
      guard let next = reader.takeName() else { return nil }
      name = next
    }
    return name
  }
}
