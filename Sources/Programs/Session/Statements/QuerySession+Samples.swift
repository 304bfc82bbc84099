import Binding
import Diagnostics
import Execution
import Model
import Rendering
import Storage
import Syntax

/// Sample values for completion.
extension QuerySession {
  /// Distinct values of a string attribute of `entity`, sorted; empty if it is not a readable
  /// string.
  ///
  /// Reads only the first records and stops after `limit`, so values can be missing.
  public func sampleTexts(
    of path: [String],
    in entity: String,
    within limit: Duration = .milliseconds(30)
  ) -> [String] {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    guard let request = sampleRequest(path, entity), let executor = try? executor(),
      let rows = try? executor.rows(of: executor.plan(request))
    else { return [] }
    var texts: Set<String> = []
    for start in stride(from: 0, to: rows.rowCount, by: Self.sampleBatch) where clock.now < deadline
    {
      let range = start..<min(start + Self.sampleBatch, rows.rowCount)
      guard let batch = try? rows.rows(range) else { break }
      for row in 0..<batch.count {
        if case .string(let text) = batch.value(row: row, column: 0) { texts.insert(text) }
      }
    }
    return texts.sorted()
  }

  /// The first records of `entity`, each with its first string as a label.
  public func sampleRecords(of entity: String) -> [(id: String, label: String)] {
    let label = schema.entity(entity)?.attributes.first { $0.type == .string }
    let columns = (["@id"] + [label.map { quotedIfNeeded($0.name) }].compactMap(\.self))
      .joined(separator: ", ")
    let text = "fetch \(quotedAfterKeyword(entity)) select \(columns) limit \(Self.sampleRecords)"
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement) = parser.next(), case .fetch(let query) = statement.kind,
      let request = try? binder.bindFetch(query), let rows = try? rows(of: request),
      let batch = try? rows.rows(0..<rows.rowCount)
    else { return [] }
    return (0..<batch.count).compactMap { row in
      guard case .record(let id) = batch.value(row: row, column: 0) else { return nil }
      guard label != nil, case .string(let text) = batch.value(row: row, column: 1) else {
        return (id.description, "")
      }
      return (id.description, text)
    }
  }

  private func sampleRequest(_ path: [String], _ entity: String) -> FetchRequest? {
    let path = path.map { quotedIfNeeded($0) }.joined(separator: ".")
    let text = "fetch \(quotedAfterKeyword(entity)) select \(path) limit \(Self.sampleSize)"
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement) = parser.next(), case .fetch(let query) = statement.kind,
      let request = try? binder.bindFetch(query), request.columns.first?.expression.type == .string
    else { return nil }
    return request
  }

  private static let sampleSize = 10_000
  private static let sampleBatch = 500
  private static let sampleRecords = 30
}
