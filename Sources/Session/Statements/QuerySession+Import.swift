import Binding
import Columns
import Diagnostics
import Expressions
public import Formats
import Model
import Storage
import Syntax

/// Reading files of records.
extension QuerySession {
  /// Reads the file at `path` into a new entity, called `entity` or after the file.
  ///
  /// With `entity` the name of one that is there, the records are added to it.
  public func importFile(
    path: String,
    entity: String? = nil,
    format: FileFormat? = nil,
    options: ReadingOptions = ReadingOptions()
  ) throws(SessionError) -> StatementOutcome {
    cancellation.reset()
    do {
      return try load(path, entity, format, options)
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// Runs `import "file" as format into Entity`.
  func importFile(_ statement: ImportStatement) throws -> StatementOutcome {
    let format = try statement.format.map { name in
      guard let format = FileFormat(rawValue: name.text.lowercased()) else {
        let names = FileFormat.allCases.map(\.rawValue)
        throw DiagnosticList([
          Diagnostic(
            "no format is called `\(name.text)`",
            at: name.span,
            help: ["there are " + names.map { "`\($0)`" }.joined(separator: " ")]
          )
        ])
      }
      return format
    }
    let entity = try statement.entity.map { name in
      try binder.existingEntity(name) ?? name.text
    }
    return try load(statement.path.text, entity, format, ReadingOptions())
  }

  private func load(
    _ path: String,
    _ name: String?,
    _ format: FileFormat?,
    _ options: ReadingOptions
  ) throws -> StatementOutcome {
    let table = try FileReader(path: path, format: format, options: options)
      .read(cancellation: cancellation)
    let name = name ?? EntityName.name(forFile: path)
    var changes = ChangeSet()
    if let existing = schema.entity(name) {
      let columns = ImportedColumns(
        table: table,
        file: path,
        context: settings.evaluationContext()
      )
      changes.loads = [try columns.load(into: existing)]
      _ = try store.apply(changes)
    } else {
      try store.apply(SchemaChange(entities: [EntityName.entity(name, of: table)]))
      changes.loads = [ColumnLoad(entity: name, count: table.count, columns: table.columns)]
      _ = try store.apply(changes)
    }
    return .message("\(table.count) imported into \(name)")
  }
}

/// What a file's entity is called.
enum EntityName {
  /// The file's name without folders and ending, every other character than a letter, a digit or
  /// `_` replaced by `_`.
  static func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let base = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init)
    let cleaned = (base ?? "data").map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    guard let first = cleaned.first, !first.isNumber else { return "_" + String(cleaned) }
    return String(cleaned)
  }

  /// The entity that a file's columns make.
  static func entity(_ name: String, of table: ReadTable) -> Entity {
    Entity(name: name, properties: table.attributes.map(Property.attribute))
  }
}

/// The columns of a file on their way into an entity that is there.
struct ImportedColumns {
  let table: ReadTable
  let file: String
  /// What defaults are evaluated in.
  let context: EvaluationContext

  /// The load, if every column has a stored field of its type and no required field is missing.
  ///
  /// Attributes that the file does not have get their defaults, as in an insert.
  func load(into entity: Entity) throws -> ColumnLoad {
    let fields = entity.storedFields
    var columns: [AttributePath: Column] = [:]
    for source in table.attributes.flatMap(StoredField.leaves) {
      guard let field = fields.first(where: { $0.path == source.path }) else {
        throw failure("\(entity.name) has no attribute `\(source.path)`")
      }
      columns[field.path] = try column(source, field, entity)
    }
    for attribute in entity.attributes {
      let path = AttributePath([attribute.name])
      guard let value = attribute.defaultValue, columns[path] == nil else { continue }
      columns[path] = try defaults(value, attribute.type)
    }
    for field in fields where !field.isOptional && columns[field.path] == nil {
      throw failure("\(entity.name) needs a value for `\(field.path)`")
    }
    return ColumnLoad(entity: entity.name, count: table.count, columns: columns)
  }

  private func column(
    _ source: StoredField,
    _ field: StoredField,
    _ entity: Entity
  ) throws -> Column? {
    let column = table.columns[source.path]
    if source.isOptional, !field.isOptional {
      throw failure("`\(field.path)` must have a value, and some records have none")
    }
    if source.type == field.type { return column }
    if case .int(let numbers)? = column, field.type == .double {
      return .double(
        FixedColumn(values: numbers.values.map { Double($0) }, validity: numbers.validity)
      )
    }
    throw failure(
      "\(entity.name).\(field.path) takes \(field.type); the file has \(source.type)"
    )
  }

  /// A default for every row; each is evaluated, as `uuid()` is never the same.
  private func defaults(_ value: DefaultValue, _ type: ValueType) throws -> Column? {
    guard let builder = Column.empty(of: type).map(makeColumnBuilder) else { return nil }
    let evaluator = ScalarEvaluator(source: NoRecords(), context: context)
    for _ in 0..<table.count {
      guard builder.append(try evaluator.evaluate(value.expression, scopes: [])) else { return nil }
    }
    return builder.column
  }

  private func failure(_ message: String) -> SessionError {
    .unreadable(["\(file): error: \(message)"])
  }
}
