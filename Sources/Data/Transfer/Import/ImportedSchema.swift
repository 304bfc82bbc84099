import Context
import Expressions
import Formats
import MemoryStore
import Model
import Session
import Storage

/// The models created by an import.
struct ImportedSchema {
  let name: String
  let order: ImportOrder
  let session: QuerySession

  /// The text of the statement for the history.
  private var title: String { session.title.isEmpty ? "import into \(name)" : session.title }

  private var evaluation: EvaluationContext { session.settings.evaluationContext() }

  /// The models for a table, or for the result of a `map`, with their records.
  func models(of table: ReadTable, _ report: inout ImportReport) throws -> ImportedModels {
    var table = table
    if let mapping = order.mapping(in: session, session.settings.evaluationContext()) {
      let mapped = try mapping.applied(to: table) { _ in false }
      table = mapped.table
      report.note(leftOut: mapped.unused)
    }
    report.mixed = table.mixedNames
    return ImportedModels(table, called: name, in: session.schema)
  }

  /// Creates the models and adds all records at once.
  ///
  /// - Parameter deferred: The records, if some columns are read only when they are needed.
  func store(
    _ batch: ImportBatch,
    _ deferred: DeferredRecords?,
    _ report: inout ImportReport
  ) throws {
    var numbers = NumbersAsStrings()
    numbers.note(batch)
    report.tooLarge = numbers.problems
    if let deferred { try store(deferred, &report) } else { try store(batch.table, &report) }
    report.leaveTooLargeOutOfMixed(numbers.names)
  }

  /// Creates the model of records whose columns are read when they are needed.
  func store(_ records: DeferredRecords, _ report: inout ImportReport) throws {
    let models = try self.models(of: records.table, &report)
    let change = SchemaChange(entities: models.entities, types: models.types)
    let entity = models.entities[0].name
    let numbers = 1..<Int64(records.table.count) + 1
    let inserted =
      numbers.isEmpty ? [] : [RecordSelection(entity: entity, keys: .range(numbers))]
    try session.modelContext.saveInserts(inserted, evaluation, title: title) { _ in
      try session.applyShared(change)
      try records.store.add(records.columns, to: entity)
    }
    report.note(models.tables)
  }

  /// Creates the models of a table and adds all its records at once.
  func store(_ table: ReadTable, _ report: inout ImportReport) throws {
    let models = try self.models(of: table, &report)
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: models.tables).rows
    let change = SchemaChange(entities: models.entities, types: models.types)
    let inserted = changes.insertedRuns
    try session.modelContext.saveInserts(inserted, evaluation, title: title) { statements in
      changes.history = statements
      try session.applyShared(change, changes)
    }
    report.note(models.tables)
  }

  /// Creates the models for `shape`, then adds the records batch by batch.
  func load(
    _ source: ImportSource,
    _ shape: ImportShape,
    _ report: inout ImportReport
  ) throws {
    let empty = ReadTable(joining: [], as: shape.fields)
    var known = ImportReport()
    let models = try self.models(of: empty, &known)
    let change = SchemaChange(entities: models.entities, types: models.types)
    var counted = report
    var numbers = NumbersAsStrings()
    try session.sharing(change) { change in
      try session.modelContext.load(declaring: change) { context in
        let store = context.container.store
        var inserted: [RecordSelection] = []
        try source.forEachBatch(shape) { batch in
          numbers.note(batch)
          let made = try self.models(of: batch.table, &counted)
          let rows = try ImportedRows(
            made.tables,
            holders: [],
            of: store.schema,
            session.binder,
            in: context,
            isTrial: false
          ) { _ in }
          var changes = ChangeSet()
          changes.inserted = rows.rows
          try store.writable().apply(changes)
          inserted.extend(by: changes.insertedRuns)
          counted.note(made.tables)
        }
        guard try store.savedHistory != nil else { return }
        var statement = ChangeSet()
        statement.history = [context.statement(inserting: inserted, evaluation, title: title)]
        try store.writable().apply(statement)
      }
    }
    report = counted
    report.tooLarge = numbers.problems
    report.leaveTooLargeOutOfMixed(numbers.names)
  }
}
