import Binding
import Columns
import Context
import Diagnostics
import Expressions
import Formats
import Model
import Session
import Storage
import Syntax

/// An import into an existing model.
final class ImportRun {
  let order: ImportOrder
  let entity: Entity
  let matches: [KeyMatch]
  private let session: QuerySession
  private let evaluation: EvaluationContext
  private var lookups: [String: KeyLookup] = [:]
  /// The final report.
  var report = ImportReport()
  /// Whether there are several batches; all are checked before the import is refused.
  var isDivided = false
  /// The records updated by earlier batches.
  private var updatedKeys: Set<RecordKey> = []
  /// The numbers of the records added by earlier batches.
  private var addedNumbers = ReservedNumbers()

  init(_ order: ImportOrder, into entity: Entity, _ session: QuerySession) throws {
    self.order = order
    self.entity = entity
    self.session = session
    evaluation = session.settings.evaluationContext()
    matches = try order.keys.map { try KeyMatch($0, of: entity, session.binder) }
  }

  /// The types as which columns are read if possible, by name. Columns for strings, and for types
  /// that files do not have, are read as written.
  var types: [String: ValueType] {
    var types: [String: ValueType] = [:]
    for (source, target) in columns where isRead(asTextFor: target) { types[source] = .string }
    return types
  }

  /// The columns that become strings which must not be nil.
  var requiredStrings: Set<String> {
    let columns = columns.filter { column in
      let field = entity.storedFields.first { $0.path.description == column.target }
      return field?.type == .string && field?.isOptional == false
    }
    return Set(columns.map(\.source))
  }

  /// The names of columns in the file, with the properties that they fill.
  private var columns: [(source: String, target: String)] {
    let mapped = Set(order.mappings?.map(\.name.text) ?? [])
    let fields = entity.storedFields.filter { $0.path.components.count > 1 }
    let own = entity.properties.map(\.name) + fields.map(\.path.description)
    return (mapping?.renames ?? []) + own.filter { !mapped.contains($0) }.map { ($0, $0) }
  }

  /// The keys of JSON numbers that become Decimals, which keep all digits.
  var exactNumbers: Set<String> {
    DecimalKeys(of: entity, in: session.schema)
      .mapped(by: order.mappings ?? [], keys: matches)
  }

  private func isRead(asTextFor name: String) -> Bool {
    if let match = matches.first(where: { $0.relationship.name == name }) {
      return Self.isRead(asTextFor: match.key.type)
    }
    if let field = entity.storedFields.first(where: { $0.path.description == name }) {
      return Self.isRead(asTextFor: field.type)
    }
    switch entity.property(name) {
    case .attribute(let attribute): return Self.isRead(asTextFor: attribute.type)
    case .relationship(let relationship): return relationship.isToMany
    default: return false
    }
  }

  /// Whether values of a type are read as strings, exactly as written.
  private static func isRead(asTextFor type: ValueType) -> Bool {
    switch type {
    case .bool, .int, .double, .date, .uuid: false
    default: true
    }
  }

  private var mapping: SourceMapping? { order.mapping(in: session, evaluation) }

  /// Adds the records of a batch to the store.
  func store(_ batch: ImportBatch, in context: ModelContext) throws {
    var batch = batch
    let file = batch
    var origins: [String: [String]] = [:]
    if let mapping {
      try checkTargets()
      let mapped = try mapping.applied(to: batch.table) { entity.property($0) != nil }
      batch.table = mapped.table
      origins = mapped.origins
      report.note(leftOut: mapped.unused)
    }
    let conversion = ImportConversion(
      schema: session.schema,
      keys: matches,
      leavesOutUnknown: order.mappings != nil,
      isUpdating: order.updating != nil,
      computedNames: Set(order.mappings?.map(\.name.text) ?? []).subtracting(origins.keys),
      presence: file.presence
    ) { file.isDelimited || file.isQuoted($0, $1) }
    try session.cancellation.check()
    var tables = conversion.tables(of: batch.table, into: entity, origins: origins)
    try session.cancellation.check()
    try checkRefusals(conversion, batch)
    report.mixed = batch.table.mixedNames
    report.note(leftOut: conversion.leftOut)
    tables = report.leaveOut(conversion.problems, of: tables, batch)
    for match in matches where tables[0].keys[match.relationship.name] != nil {
      let problems = tables.resolve(match, try lookup(match, in: context))
      tables = report.leaveOut(problems, of: tables, batch)
    }
    try insert(tables, batch, context)
  }

  /// Throws if a `map` names an unknown or computed property.
  private func checkTargets() throws {
    let unknown = (order.mappings ?? []).map(\.name).filter { name in
      if case .computed? = entity.property(name.text) { return true }
      return entity.property(name.text) == nil
    }
    guard !unknown.isEmpty else { return }
    throw DiagnosticList(
      unknown.map { name in
        if entity.property(name.text) != nil {
          return Diagnostic(
            "\(entity.name).\(name.text) is computed from other attributes",
            at: name.span
          )
        }
        return Diagnostic(
          "\(entity.name) has no attribute `\(name.text)`",
          at: name.span,
          help: [
            entity.suggestion(for: name.text)
              ?? "`extend \(entity.name) { \(quotedIfNeeded(name.text)): … }` adds one"
          ]
        )
      }
    )
  }

  /// Throws the problems of all batches, unless they are skipped.
  func refuseWhatIsWrong() throws {
    if !order.skipsBad, report.hasProblems { throw report.failure }
  }

  // MARK: Storing

  private func insert(
    _ tables: [ImportedTable],
    _ batch: ImportBatch,
    _ context: ModelContext
  ) throws {
    var tables = tables
    var isChecked = !order.skipsBad
    while true {
      try session.cancellation.check()
      guard let holders = try holders(&tables, batch, context) else { continue }
      let isRefused = report.hasProblems && !order.skipsBad && !isDivided
      let isTrial = !isChecked || isRefused
      let rows: ImportedRows
      do {
        rows = try numbered(tables, holders, batch, context, isTrial: isTrial)
      } catch let failure as ImportedIdentities.Failure {
        tables = report.leaveOut(failure.problems, of: tables, batch)
        if !order.skipsBad, !isDivided { throw report.failure }
        continue
      }
      if isTrial {
        let found = try context.problems(inserting: rows.changes, evaluation)
        let problems = try own(found, rows)
        isChecked = problems.isEmpty
        tables = report.leaveOut(problems, of: tables, batch)
        if isRefused { throw report.failure }
        continue
      }
      do {
        try context.insert(rows.changes, evaluation, title: session.title)
        return note(tables, holders, rows)
      } catch let failure as ChangeFailure {
        let all =
          failure.total > failure.problems.count
          ? try context.problems(inserting: rows.changes, evaluation)
          : failure.problems
        tables = report.leaveOut(try own(all, rows), of: tables, batch)
        if !isDivided { throw report.failure }
      }
    }
  }

  /// The existing records for those of the first table; of several with the same key the last one
  /// stays. Empty if nothing is updated; nil if records were skipped and this must be repeated.
  private func holders(
    _ tables: inout [ImportedTable],
    _ batch: ImportBatch,
    _ context: ModelContext
  ) throws -> [RecordKey?]? {
    guard let updating = order.updating else { return [] }
    let records = try UpdatedRecords(updating, entity, tables[0])
    tables = try tables.merged(into: records.survivors(in: tables[0]))
    var problems: [RowProblem] = []
    let holders = try records.holders(of: tables[0], session.schema, in: context) {
      problems.append($0)
    }
    if problems.isEmpty { return holders }
    tables = report.leaveOut(problems, of: tables, batch)
    return nil
  }

  private func note(_ tables: [ImportedTable], _ holders: [RecordKey?], _ rows: ImportedRows) {
    let held = holders.compactMap { $0 }
    let root = session.schema.root(of: entity.name)
    // Records of earlier batches count as imported, others once.
    let updated = held.filter { key in
      if addedNumbers.contains(RecordID(entity: root, key: key)) { return false }
      return !isDivided || updatedKeys.insert(key).inserted
    }
    addedNumbers.add(rows.rows)
    report.note(tables, heldCount: held.count, updatedCount: updated.count)
  }

  /// Broken rules, located at the file's records; throws if other records break them.
  private func own(_ problems: [ChangeProblem], _ rows: ImportedRows) throws -> [RowProblem] {
    var numbers = addedNumbers
    numbers.add(rows.rows)
    let own = problems.compactMap { rows.problem($0.ofOwnRecords(numbers)) }
    guard own.count == problems.count else { throw ChangeFailure(problems) }
    return own
  }

  private func numbered(
    _ tables: [ImportedTable],
    _ holders: [RecordKey?],
    _ batch: ImportBatch,
    _ context: ModelContext,
    isTrial: Bool
  ) throws -> ImportedRows {
    let defaults = ImportDefaults(evaluation)
    let hasHolders = holders.contains { $0 != nil }
    var rows = try ImportedRows(
      tables,
      holders: hasHolders ? holders : [],
      of: session.schema,
      session.binder,
      in: context,
      isTrial: isTrial
    ) { table in
      guard let entity = session.schema.entity(table.entity) else { return }
      let missing = try defaults.fill(&table, of: entity).map(\.description)
      let unlinked = entity.relationships.filter { relationship in
        !relationship.isToMany && !relationship.isOptional
          && table.targets[relationship.name] == nil
          && table.owners?.relationship != relationship.name
      }.map(\.name)
      guard let name = (missing + unlinked).first, table.count > 0 else { return }
      throw lacking(name, entity, batch)
    }
    if !isTrial { try rows.keepPlaces(in: context) }
    return rows
  }

  private func lacking(_ name: String, _ entity: Entity, _ batch: ImportBatch) -> any Error {
    let near = nearestNames(to: name, in: batch.table.names)
    var help = near.first.map { "`map { \(name): \(quotedIfNeeded($0)) }` fills it" }
    if let relationship = entity.relationship(name) {
      help =
        "`key \(name) -> \(relationship.destination).…` says which \(relationship.destination) it is"
    }
    return refusal("\(entity.name) needs a value for `\(name)`", help)
  }

  private func lookup(_ match: KeyMatch, in context: ModelContext) throws -> KeyLookup {
    let name = match.relationship.name
    let isOwn = match.destination.name == entity.name
    if let known = lookups[name], !isOwn { return known }
    let lookup = try KeyLookup(match, session.binder, context.executor(evaluation))
    lookups[name] = lookup
    return lookup
  }
}
