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

/// One import into a model that is there.
final class ImportRun {
  let order: ImportOrder
  let entity: Entity
  let matches: [KeyMatch]
  private let session: QuerySession
  private let evaluation: EvaluationContext
  private var lookups: [String: KeyLookup] = [:]
  /// What is told at the end.
  var report = ImportReport()
  /// Whether there are several batches, of which all are looked at before anything is refused.
  var isDivided = false
  /// The records that earlier batches have updated.
  private var updatedKeys: Set<RecordKey> = []
  /// The numbers of the records that earlier batches have added.
  private var addedNumbers = ReservedNumbers()

  init(_ order: ImportOrder, into entity: Entity, _ session: QuerySession) throws {
    self.order = order
    self.entity = entity
    self.session = session
    evaluation = session.settings.evaluationContext()
    matches = try order.keys.map { try KeyMatch($0, of: entity, session.binder) }
  }

  /// The types as which columns are read at least, by their names: what is kept as a text, or as a type
  /// that no file knows, is read as it is written.
  var types: [String: ValueType] {
    var types: [String: ValueType] = [:]
    let renames = mapping?.renames ?? []
    let mapped = Set(order.mappings?.map(\.name.text) ?? [])
    let fields = entity.storedFields.filter { $0.path.components.count > 1 }
    let own = (entity.properties.map(\.name) + fields.map(\.path.description)).filter {
      !mapped.contains($0)
    }
    for (source, target) in renames + own.map({ (source: $0, target: $0) })
    where isRead(asTextFor: target) {
      types[source] = .string
    }
    return types
  }

  /// Where the numbers of JSON become Decimals, of which no digit is lost.
  var exactNumbers: ExactNumbers {
    DecimalPlaces.places(
      of: entity,
      in: session.schema,
      keys: matches,
      mappings: order.mappings ?? []
    )
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

  /// Whether values of a type are read from files as the texts that they are written as.
  static func isRead(asTextFor type: ValueType) -> Bool {
    switch type {
    case .bool, .int, .double, .date, .uuid: false
    default: true
    }
  }

  private var mapping: SourceMapping? { order.mapping(in: session, evaluation) }

  /// Puts the records of a batch into the store.
  func store(_ batch: ImportBatch, in context: ModelContext) throws {
    var batch = batch
    let conversion = ImportConversion(
      schema: session.schema,
      context: evaluation,
      keys: matches,
      leavesOutUnknown: order.mappings != nil
    ) { [batch] in batch.isDelimited || batch.isQuoted($0, $1) }
    var origins: [String: [String]] = [:]
    if let mapping {
      try checkTargets()
      let mapped = try mapping.applied(to: batch.table) { entity.property($0) != nil }
      batch.table = mapped.table
      origins = mapped.origins
      report.note(leftOut: mapped.unused)
    }
    try session.cancellation.check()
    var tables = conversion.tables(of: batch.table, into: entity, origins: origins)
    try session.cancellation.check()
    try checkRefusals(conversion, batch)
    report.mixed = batch.table.mixedNames
    report.note(leftOut: conversion.leftOut)
    tables = leavingOut(conversion.problems, of: tables, batch)
    for match in matches where tables[0].keys[match.relationship.name] != nil {
      let problems = tables.resolve(match, try lookup(match, in: context))
      tables = leavingOut(problems, of: tables, batch)
    }
    try insert(tables, batch, context)
  }

  /// Throws where a `map` gives what the entity has not.
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

  /// Throws what was wrong with any batch, where that is not to be skipped.
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
      let rows = try numbered(tables, holders, batch, context, isTrial: isTrial)
      if isTrial {
        let found = try context.problems(inserting: rows.changes, evaluation)
        let problems = try own(found, rows)
        isChecked = problems.isEmpty
        tables = leavingOut(problems, of: tables, batch)
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
        tables = leavingOut(try own(all, rows), of: tables, batch)
        if !isDivided { throw report.failure }
      }
    }
  }

  /// The records that are there already for those of the first table, of which the later ones with a key stay; none
  /// where nothing is updated. Nil where some were left out, so that it has to be asked again.
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
    tables = leavingOut(problems, of: tables, batch)
    return nil
  }

  private func note(_ tables: [ImportedTable], _ holders: [RecordKey?], _ rows: ImportedRows) {
    let held = holders.compactMap { $0 }
    let root = session.schema.root(of: entity.name)
    // Records of earlier batches count as imported, and others once.
    let updated = held.filter { key in
      if addedNumbers.contains(RecordID(entity: root, key: key)) { return false }
      return !isDivided || updatedKeys.insert(key).inserted
    }
    addedNumbers.add(rows.rows)
    report.note(tables, heldCount: held.count, updatedCount: updated.count)
  }

  /// What the models do not allow, said of the records of the file; throws where others are at fault.
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
      in: context.container.store,
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
    var help = near.first.map { "`map { \(name): \(quotedIfNeeded($0)) }` takes it from there" }
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
