import Context
import Formats
import Model
import Session
import Storage

/// The models created by an import.
struct ImportedSchema {
  let name: String
  let order: ImportOrder
  let session: QuerySession

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
  func store(_ batch: ImportBatch, _ report: inout ImportReport) throws -> ImportedKeys {
    var numbers = NumbersAsStrings()
    numbers.note(batch)
    report.tooLarge = numbers.problems
    let models = try self.models(of: batch.table, &report)
    report.leaveTooLargeOutOfMixed(numbers.names)
    let keys = try ImportedKeys(order.keys, models, session)
    let tables = try resolved(models.tables, keys, batch, &report)
    try refuseWhatIsWrong(report)
    var changes = ChangeSet()
    changes.inserted = ImportedRows(ofNewModels: tables).rows
    let change = SchemaChange(entities: keys.entities(models.entities), types: models.types)
    try session.applyShared(change, changes)
    report.note(tables)
    return keys
  }

  /// Creates the models for `shape`, then adds the records batch by batch.
  func load(
    _ source: ImportSource,
    _ shape: InferredTable,
    _ report: inout ImportReport
  ) throws -> ImportedKeys {
    let size = session.settings.importBatchSize
    let empty = ReadTable(joining: [], as: shape)
    var known = ImportReport()
    let models = try self.models(of: empty, &known)
    let keys = try ImportedKeys(order.keys, models, session)
    let change = SchemaChange(entities: keys.entities(models.entities), types: models.types)
    var counted = report
    var numbers = NumbersAsStrings()
    try session.sharing(change) { change in
      try session.modelContext.load(declaring: change) { context in
        let store = context.container.store
        try source.forEachBatch(of: size, shape) { batch in
          numbers.note(batch)
          let made = try self.models(of: batch.table, &counted)
          let tables = try resolved(made.tables, keys, batch, &counted)
          let rows = try ImportedRows(
            tables,
            holders: [],
            of: store.schema,
            session.binder,
            in: store,
            isTrial: false
          ) { _ in }
          var changes = ChangeSet()
          changes.inserted = rows.rows
          try store.writable().apply(changes)
          counted.note(tables)
        }
        try refuseWhatIsWrong(counted)
      }
    }
    report = counted
    report.tooLarge = numbers.problems
    report.leaveTooLargeOutOfMixed(numbers.names)
    return keys
  }

  private func resolved(
    _ tables: [ImportedTable],
    _ keys: ImportedKeys,
    _ batch: ImportBatch,
    _ report: inout ImportReport
  ) throws -> [ImportedTable] {
    try keys.resolve(tables) { report.leaveOut($0, of: $1, batch) }
  }

  private func refuseWhatIsWrong(_ report: ImportReport) throws {
    if !order.skipsBad, report.hasProblems { throw report.failure }
  }
}
