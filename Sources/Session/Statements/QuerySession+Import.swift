import Binding
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
    var order = ImportOrder(paths: [path])
    (order.format, order.entity, order.options) = (format, entity, options)
    do {
      return try load(order)
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// Runs `import "file" as format into Entity …`.
  func importFile(_ statement: ImportStatement) throws -> StatementOutcome {
    if let refusal = settings.fileRefusal {
      throw DiagnosticList([
        Diagnostic(refusal.message, at: statement.sourceSpan, help: [refusal.help])
      ])
    }
    let order = try ImportOrder(statement, binder)
    do {
      return try load(order)
    } catch {
      throw Self.placed(error, at: statement.sourceSpan)
    }
  }

  /// What is wrong with a file, said of the statement that names it as well.
  private static func placed(_ error: any Error, at span: SourceSpan) -> any Error {
    guard case .unreadable(let problems) = SessionError(error, in: span), let first = problems.first
    else { return error }
    func plain(_ line: String) -> String {
      let bare = line.hasPrefix("help: ") ? String(line.dropFirst("help: ".count)) : line
      return bare.replacing(": error: ", with: ": ", maxReplacements: 1)
    }
    return DiagnosticList([
      Diagnostic(
        "the file was not read: \(plain(first))",
        at: span,
        help: problems.dropFirst().map(plain)
      )
    ])
  }

  private func load(_ order: ImportOrder) throws -> StatementOutcome {
    let files = try order.paths.map { path in
      try RecordFile(
        path: path,
        format: order.format,
        options: order.options,
        cancellation: cancellation
      )
    }
    let name = order.entity ?? order.name
    guard let entity = schema.entity(name) else {
      return try makeModels(called: name, ImportSource(files: files), order)
    }
    return try add(to: entity, files, order)
  }

  /// Adds records to a model, as an insert of all of them would.
  private func add(
    to entity: Entity,
    _ files: [RecordFile],
    _ order: ImportOrder
  ) throws -> StatementOutcome {
    let run = try ImportRun(order, into: entity, self)
    let source = ImportSource(files: files, types: run.types)
    let size = settings.importBatchSize
    if isLoaded(source), run.mayBeDivided(modelContext), let shape = try source.shape(size) {
      run.isDivided = true
      try modelContext.load { context in
        try source.forEachBatch(of: size, shape) { batch in
          try run.store(batch, in: context)
          cancellation.progress.begin(.storing)
        }
        try run.refuseWhatIsWrong()
      }
    } else {
      let batch = try source.all()
      cancellation.progress.begin(.storing)
      try run.store(batch, in: modelContext)
    }
    return .message(run.finished(files).message(isUpdating: order.updating != nil))
  }

  /// Whether there is more than is kept in memory at once, and a store that need not have it there.
  private func isLoaded(_ source: ImportSource) -> Bool {
    source.byteCount > settings.importBatchSize && modelContext.mayLoad
  }

  /// Makes models for records that have none, with the records in them.
  private func makeModels(
    called name: String,
    _ source: ImportSource,
    _ order: ImportOrder
  ) throws -> StatementOutcome {
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
    try order.checkFitsNewModel(called: name)
    var report = ImportReport()
    let made = ImportedSchema(name, order, self)
    if isLoaded(source), let shape = try source.shape(settings.importBatchSize) {
      try made.load(source, shape, &report)
    } else {
      let batch = try source.all()
      cancellation.progress.begin(.storing)
      let models = try made.models(of: batch.table, &report)
      var changes = ChangeSet()
      changes.inserted = ImportedRows(ofNewModels: models.tables).rows
      try store.apply(SchemaChange(entities: models.entities, types: models.types), changes)
      report.note(models.tables)
    }
    report.note(unread: source.files.flatMap(\.skipped))
    return .message(report.message(isUpdating: false))
  }
}

extension ImportStatement {
  /// Where the files are named.
  var sourceSpan: SourceSpan {
    switch source {
    case .standardInput(let span): span
    case .files(let files): files.dropFirst().reduce(files[0].span) { $0.joined(with: $1.span) }
    }
  }
}

extension ImportOrder {
  /// Throws where something is wanted that only a model which is there has.
  fileprivate func checkFitsNewModel(called name: String) throws {
    if let key = keys.first {
      throw DiagnosticList([
        Diagnostic(
          "there is no model `\(name)` with a relationship `\(key.relationship.text)`",
          at: key.relationship.span,
          help: [
            "without `key` the import makes the model, and then `relate \(name).\(key.relationship.text) to "
              + "\(key.target.entity.text).\(key.target.attribute.text)` makes the relationship"
          ]
        )
      ])
    }
    if let updating {
      throw DiagnosticList([
        Diagnostic("there is no model `\(name)` with records to update", at: updating.span)
      ])
    }
  }
}
