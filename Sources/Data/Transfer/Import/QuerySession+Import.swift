import Binding
public import ColumnImages
import Context
public import Diagnostics
import Expressions
public import Formats
import MemoryStore
import Model
import Rendering
public import Session
import Storage
import Syntax

/// Importing files of records.
extension QuerySession {
  /// Imports the file at `path` into a new entity, named `entity` or after the file.
  ///
  /// If the entity exists, the records are added to it. Returns warnings about fields whose types
  /// may be unexpected.
  ///
  /// - Parameter images: The images of columns, which are read in place of a file that has not
  ///   changed; only for stores in memory.
  /// - Parameter scripts: All statements that the session will run, if they are known. Columns of a
  ///   large file that they do not seem to need are then read only if they do; only for stores in
  ///   memory. If the file has changed by then, that statement fails.
  public func importFile(
    path: String,
    entity: String? = nil,
    format: FileFormat? = nil,
    options: ReadingOptions = ReadingOptions(),
    images: ColumnImageCache? = nil,
    scripts: [String]? = nil
  ) throws(SessionError) -> [Diagnostic] {
    cancellation.reset()
    var order = ImportOrder(paths: [path])
    (order.format, order.entity, order.options) = (format, entity, options)
    if store is InMemoryStore {
      order.images = images
      order.statements = scripts.flatMap(ImportOrder.statements)
    }
    defer { schemaBefore = schema }
    do {
      return try load(order).typeNotes(of: path).map { Diagnostic(.warning, $0, at: nil) }
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
      return .message(try load(order).message(isUpdating: order.updating != nil))
    } catch {
      throw Self.placed(error, at: statement.sourceSpan)
    }
  }

  /// Reports problems of a file as an error of the statement.
  static func placed(_ error: any Error, at span: SourceSpan) -> any Error {
    guard case .unreadable(let findings) = SessionError(error, in: span),
      let diagnostic = findings.diagnostic(at: span)
    else { return error }
    return DiagnosticList([diagnostic])
  }

  private func load(_ order: ImportOrder) throws -> ImportReport {
    var order = order
    let isNew = schema.entity(order.entity ?? order.name) == nil
    order.options.needsFields = isNew
    let images = isNew ? DataFileImages(order) : nil
    if let images, let records = DeferredRecords(order, images, self) {
      let needed = order.needed(records.table.attributes.map(\.name)) ?? []
      return try addImages(order, of: records.table, areRead: images.mayHave(Array(needed))) {
        try $0.store(records, &$1)
      }
    }
    if let records = images?.records() {
      return try addImages(order, of: records, areRead: true) { try $0.store(records, &$1) }
    }
    let files = try order.paths.map { path in
      try RecordFile(
        path: path,
        format: order.format,
        options: order.options,
        cancellation: cancellation
      )
    }
    return try changingModels {
      try untilUnchanged {
        for file in files { file.forgetSkipped() }
        return try load(files, order, images)
      }
    }
  }

  private func load(
    _ files: [RecordFile],
    _ order: ImportOrder,
    _ images: DataFileImages?
  ) throws -> ImportReport {
    let name = order.entity ?? order.name
    guard let entity = schema.entity(name) else {
      return try makeModels(called: name, ImportSource(files: files), order, images)
    }
    return try add(to: entity, files, order)
  }

  /// Repeats a failed import if the store changed meanwhile: it may now succeed, or its message may
  /// differ.
  private func untilUnchanged(_ body: () throws -> ImportReport) throws -> ImportReport {
    var version = try store.snapshot().version
    return try OptimisticRetry.run(cancellation: cancellation) { error in
      let before = version
      version = try store.snapshot().version
      return !(error is Cancellation) && hasCurrentModels && version != before
    } _: {
      try body()
    }
  }

  /// Adds records to an existing model, like one insert of all records.
  private func add(
    to entity: Entity,
    _ files: [RecordFile],
    _ order: ImportOrder
  ) throws -> ImportReport {
    let run = try ImportRun(order, into: entity, self)
    let source = ImportSource(
      files: files,
      types: run.types,
      emptyStrings: run.requiredStrings,
      exactNumbers: run.exactNumbers
    )
    let size = settings.importBatchSize
    if isLoaded(source), run.mayBeDivided(modelContext), let shape = try source.shape(size) {
      run.isDivided = true
      try modelContext.load { context in
        try source.forEachBatch(shape) { batch in
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
    return run.finished(files)
  }

  /// Whether the records exceed the memory for one batch, and the store supports loading in
  /// batches.
  private func isLoaded(_ source: ImportSource) -> Bool {
    source.byteCount > settings.importBatchSize && modelContext.mayLoad
  }

  /// Adds the records of a file, whose fields are known from images, to a new model.
  ///
  /// - Parameter areRead: Whether the columns are read from images, too.
  private func addImages(
    _ order: ImportOrder,
    of records: ReadTable,
    areRead: Bool,
    _ store: (ImportedSchema, inout ImportReport) throws -> Void
  ) throws -> ImportReport {
    let name = order.entity ?? order.name
    try checkMayMakeModels()
    var report = ImportReport()
    try changingModels {
      try store(ImportedSchema(name: name, order: order, session: self), &report)
    }
    if areRead {
      (self.store as? InMemoryStore)?
        .note(origin: "column images: \(records.count) rows of \(name)", of: name)
    }
    return report
  }

  private func checkMayMakeModels() throws {
    guard !modelContext.hasChanges, !modelContext.isInTransaction else {
      throw DiagnosticList([
        Diagnostic(
          .error,
          modelContext.hasChanges
            ? "a file cannot create models while there are unsaved changes"
            : "a file cannot create models after `begin`, since `rollback` could not remove them",
          at: nil,
          help: [
            "`save` or `rollback` first" + (modelContext.hasChanges ? "; `changes` lists them" : "")
          ]
        )
      ])
    }
  }

  /// Creates models for the records and adds them.
  private func makeModels(
    called name: String,
    _ source: ImportSource,
    _ order: ImportOrder,
    _ images: DataFileImages?
  ) throws -> ImportReport {
    try checkMayMakeModels()
    try order.checkFitsNewModel(called: name)
    var report = ImportReport()
    let made = ImportedSchema(name: name, order: order, session: self)
    if isLoaded(source), let shape = try source.shape(settings.importBatchSize) {
      try made.load(source, shape, &report)
    } else {
      var source = source
      source.needed = order.needed(of: source.files[0])
      let batch = try source.all()
      let deferred = DeferredRecords(batch.table, of: source.files[0], order, images, self)
      cancellation.progress.begin(.storing)
      try made.store(batch, deferred, &report)
      report.finish(source.files)
      if !report.hasNotes { images?.note(batch.table, from: source.files[0]) }
      return report
    }
    report.finish(source.files)
    return report
  }
}

extension ImportStatement {
  /// The place of the files in the statement.
  var sourceSpan: SourceSpan {
    switch source {
    case .standardInput(let span): span
    case .files(let files): files.dropFirst().reduce(files[0].span) { $0.joined(with: $1.span) }
    }
  }
}

extension ImportOrder {
  /// Throws for clauses that need an existing model.
  fileprivate func checkFitsNewModel(called name: String) throws {
    if let updating {
      throw DiagnosticList([
        Diagnostic("there is no model `\(name)` with records to update", at: updating.span)
      ])
    }
    guard let key = keys.first else { return }
    let names = [name, key.relationship.text].map(quotedIfNeeded).joined(separator: ".")
    let target = [key.target.entity.text, key.target.attribute.text].map(quotedIfNeeded)
    throw DiagnosticList([
      Diagnostic(
        "`key` needs an existing model, and there is no model `\(name)`",
        at: key.relationship.span,
        help: [
          "import without `key`, then `relate \(names) to \(target.joined(separator: "."))`"
        ]
      )
    ])
  }
}
