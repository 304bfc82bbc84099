import Columns
import Context
import Diagnostics
import Formats
import Model
import Rendering
import Session
import Storage
import Syntax

/// `apply`
extension QuerySession {
  func apply(_ statement: ApplyStatement) throws -> StatementOutcome {
    let (stated, file) = try stated(by: statement)
    let changes = stated.changes
    if changes.isEmpty { return .message(Self.nothing) }
    try file.placing(stated, statement) {
      _ = try modelContext.apply(changes, settings.evaluationContext(), title: title)
    }
    return .message("applied: \(ChangeWording.counts(changes))")
  }

  func previewApply(_ statement: ApplyStatement) throws -> StatementOutcome {
    let (stated, file) = try stated(by: statement)
    let changes = stated.changes
    if changes.isEmpty { return .message(Self.nothing) }
    let context = settings.evaluationContext()
    let preview = try file.placing(stated, statement) {
      try modelContext.previewApplying(changes, context)
    }
    let message = "apply \(statement.path.debugDescription): \(ChangeWording.counts(changes))"
    return .report(PreviewReport(preview, message: message).report)
  }

  private static var nothing: String { "nothing to apply" }

  private func stated(
    by statement: ApplyStatement
  ) throws -> (changes: ChangeFile, file: LocatedFile) {
    if let refusal = settings.fileRefusal {
      throw DiagnosticList([
        Diagnostic(refusal.message, at: statement.sourceSpan, help: [refusal.help])
      ])
    }
    if statement.path == "-", statement.format == nil {
      throw DiagnosticList([
        Diagnostic(
          "standard input needs a format",
          at: statement.sourceSpan,
          help: ["as in `apply stdin as jsonl`"]
        )
      ])
    }
    let file: LocatedFile
    do {
      file = try LocatedFile(
        path: statement.path,
        format: try statement.format.map(ImportOrder.format),
        cancellation
      )
    } catch let error as FileReadingError {
      let findings = error.findings(for: Keyword.apply.rawValue)
      guard let found = findings?.diagnostic(at: statement.sourceSpan) else { throw error }
      throw DiagnosticList([found])
    }
    let table = try file.table()
    try cancellation.check()
    let changes = ChangeFile(table, schema, binder)
    guard changes.problems.isEmpty else { throw file.failure(changes.problems) }
    return (changes, file)
  }
}

/// A file of changes whose errors show its lines.
struct LocatedFile {
  private let file: RecordFile

  init(
    path: String,
    format: FileFormat?,
    _ cancellation: CancellationFlag
  ) throws {
    var options = ReadingOptions()
    options.needsFields = false
    file = try RecordFile(
      path: path,
      format: format,
      options: options,
      cancellation: cancellation
    )
  }

  /// The rows of the file.
  func table() throws -> ReadTable {
    try checkHeader()
    do throws(FileReadingError) {
      let table = try file.read(
        file.whole,
        as: Dictionary(uniqueKeysWithValues: ChangeFile.columns.map { ($0, .string) }),
        emptyStrings: ["old", "new"],
        keeping: ["old", "new"]
      )
      try check(table)
      return table
    } catch {
      guard case .failed(let problems, let furtherCount) = error else { throw error }
      // Two equal states differ in nothing.
      if problems.map(\.fact) == [.empty] {
        return ReadTable(attributes: [], count: 0, columns: [:])
      }
      throw failure(problems, furtherCount: furtherCount, help: [])
    }
  }

  /// Throws if a delimited file does not begin with the header of a `diff`.
  private func checkHeader() throws {
    guard let names = file.columnNames else { return }
    let header = names.filter { $0 != file.rowNameColumn }
    if Set(header) == Set(ChangeFile.columns) { return }
    let expected = ChangeFile.columns.joined(separator: ",")
    throw DiagnosticList([
      Diagnostic(
        .error,
        "\(file.name): not a file that `diff` wrote: its first line must be \(expected)",
        at: nil
      )
    ])
  }

  /// Throws if the file has other columns than those of a `diff`.
  private func check(_ table: ReadTable) throws(FileReadingError) {
    guard table.count > 0 else { return }
    let strays = table.attributes.map(\.name).filter { !ChangeFile.columns.contains($0) }
    let nested =
      table.attributes.filter { attribute in
        switch attribute.type {
        case .composite, .list: true
        default: false
        }
      }.map(\.name) + table.children.map { $0.path.components[0] }
    var found: [(String?, String)] = strays.prefix(1).map { stray in
      if stray == file.rowNameColumn {
        let count = ChangeFile.columns.count
        return (nil, "\(count + 1) fields where only \(count) fit")
      }
      // Records that are not objects are read as `value`.
      if file.columnNames == nil, stray == "value" {
        return (nil, "expected an object with `change`, `record`, `property`, `old` and `new`")
      }
      return (
        stray,
        "a `diff` has no column `\(stray)`, but `change`, `record`, `property`, `old` and `new`"
      )
    }
    found += nested.prefix(1).map { ($0, "`\($0)` must be a string") }
    if found.isEmpty { return }
    throw .failed(
      file.problems(found.map { (place(0, $0.0), $0.1) }),
      furtherCount: 0
    )
  }

  private func place(_ row: Int, _ column: String?) -> RecordPlace {
    RecordPlace(part: file.whole, row: row, path: column.map { [$0] } ?? [])
  }

  // MARK: Errors

  private static let shownLimit = 20
  private static let refusal = "nothing was applied"

  func failure(_ problems: [ChangeFile.Problem], furtherCount: Int = 0) -> DiagnosticList {
    let shown = problems.prefix(Self.shownLimit)
    return failure(
      file.problems(shown.map { (place($0.row, $0.column), $0.message) }),
      furtherCount: problems.count - shown.count + furtherCount,
      help: [Self.refusal]
    )
  }

  /// Broken rules at the rows of their records; at the statement if one has none.
  private func failure(
    _ refused: ChangeFailure,
    _ changes: ChangeFile,
    _ statement: ApplyStatement
  ) -> any Error {
    let found = refused.problems.compactMap { problem -> ChangeFile.Problem? in
      guard let record = problem.record,
        let place = changes.place(stating: problem.properties, of: record)
      else { return nil }
      return ChangeFile.Problem(
        row: place.row,
        column: place.column,
        message: ChangeProblemWording.message(problem)
      )
    }
    guard !found.isEmpty, found.count == refused.problems.count else {
      return failure(refused, statement)
    }
    return failure(found, furtherCount: refused.total - found.count)
  }

  /// An error at the statement.
  private func failure(_ error: any Error, _ statement: ApplyStatement) -> any Error {
    guard case .failed(var all) = SessionError(error, in: statement.sourceSpan),
      let last = all.popLast()
    else { return error }
    return DiagnosticList(all + [last.adding(help: [Self.refusal])])
  }

  /// Errors that mark their places in the file.
  private func failure(
    _ problems: [FileProblem],
    furtherCount: Int,
    help: [String]
  ) -> DiagnosticList {
    let source = file.source
    return DiagnosticList(
      problems.enumerated().map { index, problem in
        let finding = problem.finding
        let isLast = index == problems.count - 1
        return Diagnostic(
          .error,
          finding.location == nil ? "\(finding.file ?? ""): \(finding.message)" : finding.message,
          at: finding.location.flatMap { source.spanOfValue(at: $0) }.map { .init($0) },
          further: isLast && furtherCount > 0 ? ["… and \(furtherCount) more"] : [],
          help: isLast ? help : [],
          in: finding.location == nil ? nil : source
        )
      }
    )
  }

  /// Runs `body`; conflicts and broken rules become errors at their rows.
  func placing<Result>(
    _ changes: ChangeFile,
    _ statement: ApplyStatement,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let conflicts as ChangeConflicts {
      let found = conflicts.all.map { conflict -> ChangeFile.Problem in
        let item = changes.items[conflict.change]
        let row =
          switch conflict.part {
          case .record: item.row
          case .value(let index): item.valueRows[index]
          case .link(let index): item.linkRows[index]
          }
        return ChangeFile.Problem(
          row: row,
          column: conflict.column,
          message: conflict.message
        )
      }
      throw failure(found)
    } catch let refused as ChangeFailure {
      throw failure(refused, changes, statement)
    } catch let error as StoreError {
      switch error {
      case .uniqueConflict, .missingValue, .danglingLink, .typeMismatch, .full:
        throw failure(error, statement)
      default: throw error
      }
    }
  }
}

extension ChangeConflict {
  /// The column of the file that does not fit.
  fileprivate var column: String {
    switch fact {
    case .exists, .tooLarge, .missing, .lacks, .referenced: "record"
    case .differs: part == .record ? "record" : "old"
    case .linked, .dangling, .otherEnd, .members, .otherModel: "new"
    case .notInModel: part == .record ? "record" : "new"
    case .unlinked: "old"
    }
  }

  fileprivate var message: String {
    switch fact {
    case .exists: "\(record) exists already"
    case .tooLarge(let limit): "the number of \(record) is too large: the limit is \(limit)"
    case .missing: "there is no \(record)"
    case .differs(let path, let present, let stated):
      "\(record).\(path) is \(FailureWording.text(present)), not \(FailureWording.text(stated))"
    case .lacks(let path): "\(record) has no value for `\(path)`"
    case .notInModel(let path, let model):
      "\(record) is of model \(model), which does not have `\(path)`"
    case .otherModel(let owner, let name, let target, let model, let wanted):
      "\(owner).\(name) references \(target) of model \(model), not \(wanted)"
    case .linked(let name, let member): "\(record).\(name) contains \(member) already"
    case .unlinked(let name, let member): "\(record).\(name) does not contain \(member)"
    case .dangling(let name, let target):
      "\(record).\(name) references \(target), which does not exist"
    case .referenced(let other, let name): "\(other).\(name) still references \(record)"
    case .otherEnd(let other, let name): "\(other).\(name) must change with it"
    case .members(let name, let members):
      "\(record).\(name) has other members: "
        + "[\(members.map(\.description).joined(separator: ", "))]"
    }
  }
}
