import Binding
import Columns
import Context
import Diagnostics
import Expressions
public import Formats
import Model
import Rendering
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
    if let refusal = settings.fileRefusal {
      throw DiagnosticList([
        Diagnostic(refusal.message, at: statement.path.span, help: [refusal.help])
      ])
    }
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
    do {
      return try load(statement.path.text, entity, format, ReadingOptions())
    } catch {
      throw Self.placed(error, at: statement.path.span)
    }
  }

  /// What is wrong with a file, said of the statement that names it as well.
  private static func placed(_ error: any Error, at span: SourceSpan) -> any Error {
    guard case .unreadable(let problems) = SessionError(error, in: span), let first = problems.first
    else { return error }
    return DiagnosticList([
      Diagnostic(
        "the file was not read: \(first.replacing(": error: ", with: ": ", maxReplacements: 1))",
        at: span,
        help: problems.dropFirst().map { $0.replacing(": error: ", with: ": ", maxReplacements: 1) }
      )
    ])
  }

  private func load(
    _ path: String,
    _ name: String?,
    _ format: FileFormat?,
    _ options: ReadingOptions
  ) throws -> StatementOutcome {
    let table = try FileReader(path: path, format: format, options: options)
      .read(cancellation: cancellation)
    cancellation.progress.begin(.storing)
    let name = name ?? EntityName.name(forFile: path)
    let tables =
      if let existing = schema.entity(name) {
        try add(table, to: existing, path)
      } else {
        try makeModels(of: table, called: name)
      }
    return .message(
      tables.enumerated().map { index, table in
        "\(groupedDigits(table.count)) \(index == 0 ? "imported " : "")into \(table.entity)"
      }.joined(separator: ", ") + Self.remark(on: table)
    )
  }

  /// Adds records to a model, as an insert of all of them would.
  private func add(
    _ table: ReadTable,
    to entity: Entity,
    _ path: String
  ) throws -> [ImportedTable] {
    let context = settings.evaluationContext()
    let columns = ImportedColumns(schema: schema, file: path, context: context)
    let tables = try columns.tables(of: table, into: entity)
    let records = try ImportedRows(tables, of: schema, binder, in: store)
    do {
      try modelContext.insert(records.rows, context, title: title)
    } catch let failure as ChangeFailure {
      throw SessionError.unreadable(
        ChangeProblemWording.lines(failure, of: records, file: escapedForTerminal(path))
      )
    }
    return tables
  }

  /// Makes models for records that have none, with the records in them.
  private func makeModels(of table: ReadTable, called name: String) throws -> [ImportedTable] {
    guard !modelContext.hasChanges else {
      throw DiagnosticList([
        Diagnostic(
          .error,
          "a file that makes models cannot be read while changes wait to be saved",
          at: nil,
          help: ["`save` or `rollback` first; `changes` lists them"]
        )
      ])
    }
    let models = ImportedModels(table, called: name, in: schema)
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: models.tables).rows
    let schemaChange = SchemaChange(entities: models.entities, types: models.types)
    try store.apply(schemaChange, changes)
    return models.tables
  }

  /// Says which attributes are texts because their values did not go together.
  private static func remark(on table: ReadTable) -> String {
    func mixed(_ table: ReadTable) -> [String] {
      table.mixed.map { "`\($0)`" } + table.children.flatMap { mixed($0.table) }
    }
    let names = mixed(table)
    if names.isEmpty { return "" }
    return "; \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") String, "
      + "as the file has values of several kinds there"
  }
}
