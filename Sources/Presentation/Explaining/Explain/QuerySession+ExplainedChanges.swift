import Binding
import Expressions
import Model
import Rendering
import Session
import Storage
import SwiftSource
import Syntax

/// `explain` for statements that change records.
extension QuerySession {
  /// The sections about a change; nil for other statements.
  func explainedChange(_ statement: Statement) throws -> [Report.Section]? {
    switch statement.kind {
    case .insert(let insert): return [explained(try binder.bindInsert(insert))]
    case .upsert(let upsert):
      let request = try binder.bindUpsert(upsert)
      return [explained(request.records, request.topLevelCount, isUpsert: true)]
    case .update(let update): return try explained(binder.bindUpdate(update))
    case .delete(let delete): return try explained(binder.bindDelete(delete))
    case .perform(let change):
      return try binder.bindChanges(change).flatMap { request -> [Report.Section] in
        switch request {
        case .insert(let insert): [explained(insert)]
        case .upsert(let upsert): [explained(upsert.records, upsert.topLevelCount, isUpsert: true)]
        case .update(let update): try explained(update)
        case .delete(let delete): try explained(delete)
        }
      }
    default: return nil
    }
  }

  // MARK: - New records

  private func explained(_ request: InsertRequest) -> Report.Section {
    explained(request.records, request.topLevelCount, isUpsert: false)
  }

  /// Nested records follow those that contain them, so those of the statement are not linked to.
  private func explained(
    _ records: [InsertedRecord],
    _ count: Int,
    isUpsert: Bool
  ) -> Report.Section {
    let nested = Set(records.flatMap { $0.links.values.joined() }.compactMap(\.pendingNumber))
    let top = records.filter { !nested.contains($0.number) }
    let texts = FetchTextPrinter(timeZone: settings.timeZone)
    let printed = SwiftChangePrinter(
      schema: schema,
      texts: texts,
      context: settings.evaluationContext()
    ).print(inserting: top.map { swiftRecord($0, records) })
    return section(
      printed,
      remark: isUpsert
        ? "SwiftData updates the record with the same value of a unique attribute" : nil
    )
  }

  private func swiftRecord(_ record: InsertedRecord, _ all: [InsertedRecord]) -> SwiftRecord {
    var swift = SwiftRecord(entity: record.kind)
    for (path, value) in record.values where !record.defaults.contains(path) {
      if path.components.count == 1 {
        swift.values[path.components[0]] = value
      } else {
        swift.omissions.append(
          .init(part: "\(path)", reason: "create the struct, and pass it to the initializer")
        )
      }
    }
    for (name, links) in record.links.sorted(by: { $0.key < $1.key }) {
      let new = links.compactMap(\.pendingNumber).compactMap { number in
        all.first { $0.number == number }
      }
      if !new.isEmpty { swift.records[name] = new.map { swiftRecord($0, all) } }
      if new.count < links.count {
        swift.omissions.append(
          .init(part: name, reason: "fetch the related record, and assign it")
        )
      }
    }
    return swift
  }

  // MARK: - Found records

  private func explained(_ request: UpdateRequest) throws -> [Report.Section] {
    let texts = texts(of: request.selection)
    var assignments: [SwiftAssignment] = []
    var others: [PrintedQuery.Omission] = []
    for assignment in request.assignments {
      switch assignment.change {
      case .field(let path, let value) where path.components.count == 1:
        let text = "\(assignment.name) = \(texts.text(of: value))"
        assignments.append(SwiftAssignment(name: path.components[0], value: value, text: text))
      case .reference(let relationship, let value):
        let text = "\(assignment.name) = \(texts.text(of: value))"
        assignments.append(SwiftAssignment(name: relationship.name, value: value, text: text))
      default:
        others.append(
          .init(
            part: "\(assignment.name)",
            reason: "change the array, struct or relationship itself"
          )
        )
      }
    }
    var printed = printer(texts).print(
      updating: swiftQuery(request.selection),
      assignments
    )
    printed.omissions += others
    return try sections(of: request.selection) + [section(printed)]
  }

  private func explained(_ request: DeleteRequest) throws -> [Report.Section] {
    let printed = printer(texts(of: request.selection))
      .print(deleting: swiftQuery(request.selection))
    return try sections(of: request.selection) + [section(printed)]
  }

  private func printer(_ texts: FetchTextPrinter) -> SwiftChangePrinter {
    SwiftChangePrinter(schema: schema, texts: texts, context: settings.evaluationContext())
  }

  private func swiftQuery(_ request: FetchRequest) -> SwiftQuery {
    var query = SwiftQuery(entity: request.entity)
    query.conjuncts = request.predicate?.conjuncts ?? []
    query.sort = request.sort
    query.limit = request.limit
    query.offset = request.offset
    return query
  }

  /// How the records are found.
  private func sections(of request: FetchRequest) throws -> [Report.Section] {
    let explained = try explainedQuery(request, isCount: false, selects: false)
    return [explained.boundSection, explained.planSection(nil), explained.storeSection(nil)]
      .compactMap { $0 }
  }

  private func section(_ printed: PrintedQuery, remark: String? = nil) -> Report.Section {
    var blocks: [ReportBlock] = [.source(printed.lines)]
    if let remark { blocks.append(.remark(remark)) }
    if !printed.omissions.isEmpty {
      blocks.append(.remark("omitted, because SwiftData expresses it differently:"))
      blocks.append(.tree(printed.omissions.map { ReportTree("· \($0.part)", remark: $0.reason) }))
    }
    return Report.Section("Swift", blocks)
  }
}

extension InsertedLink {
  /// The number of a new record.
  fileprivate var pendingNumber: Int? {
    if case .pending(let number) = self { number } else { nil }
  }
}
