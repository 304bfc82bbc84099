import Diagnostics
import Model
import Syntax

/// `INSERT INTO … VALUES …` as a statement of the language.
enum SQLInsert {
  static func statement(_ reader: SQLReader, _ schema: Schema) -> Statement.Kind? {
    var reader = reader
    guard reader.take("INSERT", "INTO"), let table = SQLTables.tableName(&reader),
      let entity = SQLNames.entity(table, in: schema)
    else { return nil }
    let names = SQLNames(entity: entity, qualifiers: [])
    guard let columns = columns(&reader, entity), reader.take("VALUES") else { return nil }
    var records: [RecordSyntax] = []
    repeat {
      guard let values = reader.takeParenthesized() else { return nil }
      let parts = values.commaParts.compactMap { SQLExpressions.whole($0, names) }
      guard parts.count == values.commaParts.count, parts.count <= columns.count else { return nil }
      let fields = zip(columns, parts).map {
        RecordField(name: .sql($0), value: .expression($1))
      }
      records.append(RecordSyntax(fields: fields, span: SourceSpan(at: 0)))
    } while reader.take(symbol: ",")
    guard reader.isAtEnd else { return nil }
    return .insert(InsertStatement(entity: .sql(entity.name), records: records))
  }

  /// The written columns; without any, what an insert may name.
  private static func columns(_ reader: inout SQLReader, _ entity: Entity) -> [String]? {
    guard let written = reader.takeParenthesized() else {
      return entity.properties.compactMap { property in
        if case .computed = property { return nil }
        return property.name.hasPrefix("@") ? nil : property.name
      }
    }
    let names = written.commaParts.compactMap { part -> String? in
      var part = part
      return part.takeName().map { SQLNames.attribute($0, of: entity) ?? $0 }
    }
    return names.count == written.commaParts.count ? names : nil
  }
}

/// `CREATE TABLE …` as a model.
enum SQLCreateTable {
  private static let types: [String: String] = [
    "INT": "Int", "INTEGER": "Int", "BIGINT": "Int", "SMALLINT": "Int", "TINYINT": "Int",
    "SERIAL": "Int", "REAL": "Double", "FLOAT": "Double", "DOUBLE": "Double",
    "NUMERIC": "Decimal", "DECIMAL": "Decimal", "MONEY": "Decimal", "TEXT": "String",
    "VARCHAR": "String", "CHAR": "String", "CHARACTER": "String", "NVARCHAR": "String",
    "CLOB": "String", "STRING": "String", "BOOL": "Bool", "BOOLEAN": "Bool", "BIT": "Bool",
    "DATE": "Date", "DATETIME": "Date", "TIMESTAMP": "Date", "TIMESTAMPTZ": "Date", "UUID": "UUID",
    "BLOB": "Data", "BYTEA": "Data", "BINARY": "Data",
  ]
  private static let constraints: Set<String> = [
    "PRIMARY", "FOREIGN", "UNIQUE", "CHECK", "CONSTRAINT", "INDEX", "KEY",
  ]

  static func statement(_ reader: SQLReader) -> Statement.Kind? {
    var reader = reader
    guard reader.take("CREATE") else { return nil }
    _ = reader.take("TEMP") || reader.take("TEMPORARY")
    guard reader.take("TABLE") else { return nil }
    _ = reader.take("IF", "NOT", "EXISTS")
    guard let table = SQLTables.tableName(&reader), let body = reader.takeParenthesized() else {
      return nil
    }
    let columns = body.commaParts.filter { part in
      !(part.next?.keyword.map(constraints.contains) ?? false)
    }
    let members = columns.compactMap(property)
    guard members.count == columns.count, !members.isEmpty else { return nil }
    let name = table.prefix(1).uppercased() + table.dropFirst()
    return .model(
      ModelDeclaration(
        name: .sql(name),
        documentation: nil,
        members: members.map(ModelMember.property)
      )
    )
  }

  private static func property(_ column: SQLReader) -> PropertyDeclaration? {
    var reader = column
    guard let name = reader.takeName(), let type = reader.takeName(),
      let known = types[type.uppercased()]
    else { return nil }
    let words = reader.tokens.compactMap(\.keyword)
    let isKey = words.contains("PRIMARY")
    let isRequired = isKey || zip(words, words.dropFirst()).contains { $0 == ("NOT", "NULL") }
    var property = PropertyDeclaration(
      name: .sql(name),
      type: TypeSyntax(
        name: .sql(known),
        isList: false,
        isOptional: !isRequired,
        span: SourceSpan(at: 0)
      )
    )
    if isKey || words.contains("UNIQUE") { property.unique = SourceSpan(at: 0) }
    return property
  }
}
