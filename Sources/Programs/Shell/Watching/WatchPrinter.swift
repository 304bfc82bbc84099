import Diagnostics
import Formats
import Foundation
import Model
import Rendering
import Session
import Storage

/// Prints the state of a watched query and its changes: lines on a terminal, otherwise JSON lines.
struct WatchPrinter {
  private let console: Console
  private let isForPeople: Bool

  init(_ console: Console) {
    self.console = console
    isForPeople = console.printsToTerminal && console.settings.mode.isForPeople
  }

  /// Prints the first result: a table, or inserted rows as JSON.
  func printFirst(_ watched: WatchedQuery) throws {
    guard isForPeople else { return try printObjects(watched.firstChanges) }
    try ResultPrinter(console: console).print(.rows(watched.rows))
    for line in console.session.invalidValueNotes() { console.printRemark(line) }
    let time = watched.duration.map { " for \(elapsedText($0))" } ?? ""
    let names = watched.entitiesRead.sorted().joined(separator: ", ")
    console.printRemark(escapedForTerminal("watching \(names)\(time); Ctrl-C ends it"))
  }

  /// Prints what has changed.
  func print(_ changes: ResultChanges) throws {
    if isForPeople { printLines(changes) } else { try printObjects(changes) }
  }

  private func printLines(_ changes: ResultChanges) {
    let context = ResultPrinter(console: console).renderingContext
    let lines = ChangeLine(context)
    console.printLine(StyledText("\(timeOfDay)  \(lines.summary(changes))", .dim))
    let shown = changes.changes.prefix(context.maxRows ?? .max)
    for change in shown { console.printLine(lines.line(change)) }
    let rest = changes.changes.count - shown.count
    if rest > 0 { console.printRemark("and \(counted(rest, "change")) more") }
  }

  private var timeOfDay: String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = console.session.settings.timeZone
    let parts = calendar.dateComponents([.hour, .minute, .second], from: Date())
    return [parts.hour, parts.minute, parts.second].map { part in
      let digits = String(part ?? 0)
      return digits.count < 2 ? "0" + digits : digits
    }.joined(separator: ":")
  }

  /// Prints an object for each change, followed by a `complete` object.
  private func printObjects(_ changes: ResultChanges) throws {
    let last = [
      ObjectField("change", .string("complete")),
      ObjectField("rows", .int(Int64(changes.rowCount))),
    ]
    var same: [[ObjectField]] = []
    for object in changes.changes.map(\.fields) + [last] {
      if let first = same.first, first.map(\.name) != object.map(\.name) {
        try write(same)
        same = []
      }
      same.append(object)
    }
    try write(same)
  }

  /// Writes objects with the same fields.
  private func write(_ objects: [[ObjectField]]) throws {
    let headers = (objects.first ?? []).map { ResultHeader(name: $0.name, type: .null) }
    let rows = ListedRows(headers: headers, rows: objects.map { $0.map(\.value) })
    let writer = JSONWriter.jsonLines
    let cancellation = console.session.cancellation
    guard console.printsToTerminal else {
      return try writer.write(rows, cancellation: cancellation) { console.output.write($0) }
    }
    var bytes = TerminalBytes(.jsonLines)
    try writer.write(rows, cancellation: cancellation) { console.output.write(bytes.add($0)) }
    console.output.write(bytes.rest)
  }
}

extension RowChange {
  /// The fields of a change's JSON object.
  fileprivate var fields: [ObjectField] {
    var fields = [ObjectField("change", .string(kind.rawValue))]
    switch key {
    case .record(let id): fields.append(ObjectField("id", .string(id.description)))
    case .group(let keys) where !keys.isEmpty: fields.append(ObjectField("group", .list(keys)))
    case .group, .values: break
    }
    if let place { fields.append(ObjectField("at", .int(Int64(place)))) }
    if !old.isEmpty { fields.append(ObjectField("old", .object(old))) }
    if !new.isEmpty { fields.append(ObjectField("new", .object(new))) }
    return fields
  }
}
