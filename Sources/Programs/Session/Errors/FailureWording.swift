import Context
package import Execution
package import Expressions
import Foundation
package import Model
import Rendering
import Storage
import Syntax

/// The messages for errors while a statement runs.
package enum FailureWording {
  package static func message(_ error: ExecutionError) -> String {
    switch error {
    case .evaluation(let error, _, let record):
      message(error) + (record.map { ", for \($0)" } ?? "")
    case .evaluationOfGroup(let error, let keys, false):
      message(error)
        + (keys.isEmpty ? "" : ", for the group " + keys.map(text).joined(separator: ", "))
    case .evaluationOfGroup(let error, let keys, true):
      message(error) + ", for the total"
        + (keys.isEmpty ? "" : " of " + keys.map(text).joined(separator: ", "))
    }
  }

  /// An attribute with its entity, unless it already has one.
  private static func qualified(_ attribute: String, _ entity: String) -> String {
    attribute.contains(".") ? attribute : "\(entity).\(attribute)"
  }

  package static func message(_ error: EvaluationError) -> String {
    switch error {
    case .overflow(let operation, let left, let right):
      "`\(short(left)) \(operation.rawValue) \(short(right))` is out of range"
    case .functionOverflow(let function, let arguments):
      "`\(function.name)(\(arguments.map(short).joined(separator: ", ")))` is out of range"
    case .sumOverflow:
      "the sum is out of range"
    case .textTooLong:
      "the result of `text` is too long"
    case .windowTooLarge:
      "a list for each row would have too many values: "
        + "use a smaller frame, as in `rows 100 before`"
    case .windowTextsTooLong:
      "the results of `text` for each row would be too long: "
        + "use a smaller frame, as in `rows 100 before`"
    case .durationOverflow(let amount, let unit):
      "\(text(amount)) \(unit.rawValue) are out of range"
    case .badPattern(let pattern, let error):
      "\(text(.string(pattern))) is not a regular expression: \(error.message)"
    }
  }

  static func message(_ error: TransactionError) -> String {
    switch error {
    case .alreadyBegun: "a transaction is already open; `save` or `rollback` first"
    case .modelsChanged(let models):
      "the pending changes no longer fit \(models.joined(separator: ", ")): "
        + "another session or process changed \(models.count == 1 ? "this model" : "these models")"
    case .nothingToUndo(nil): "there is nothing to undo"
    case .nothingToUndo(.modelsChanged):
      "cannot undo: the models were changed since the last statement"
    case .nothingToUndo(.migrated(let copy)):
      "cannot undo: the models were migrated to another version"
        + (copy.map { "; the previous store is in \($0)" } ?? "")
    case .nothingToUndo(.invalidValues):
      "cannot undo: the last statement changed invalid values"
    case .nothingToUndo(.tooLarge):
      "cannot undo: the last statement was too large"
    case .nothingToUndo(.tooMany(let limit)):
      "cannot undo: only the last \(groupedDigits(limit)) statements can be undone"
    case .nothingToRedo: "there is nothing to redo"
    }
  }

  /// Help for an error.
  static func help(_ error: TransactionError) -> [String] {
    guard case .modelsChanged = error else { return [] }
    return [
      "`rollback` discards them; nothing else is lost",
      "`changes` lists them; after `.output file`, it writes them to a file",
    ]
  }

  static func message(_ error: StoreError) -> String {
    switch error {
    case .missingRecord(let id): "there is no \(id)"
    case .skippedByTrigger(let id): "a trigger in the file skipped the change to \(id)"
    case .recordExists(let id): "\(id) already exists"
    case .ambiguousRecord(let id): "\(id) cannot be identified: its key has no value"
    case .outdated: "the store was changed in the meantime"
    case .unknownEntity(let entity):
      "the store has no model \(entity)"
    case .unknownProperty(let entity, let property):
      "the store has no \(entity).\(property)"
    case .typeMismatch(let entity, let property):
      "a value does not fit \(qualified(property, entity))"
    case .missingValue(let entity, let property):
      "\(qualified(property, entity)) must have a value"
    case .uniqueConflict(let entity, let attribute, let value, let existing):
      "\(qualified(attribute, entity)) is unique, and \(text(value)) is taken"
        + (existing.map { " by \($0)" } ?? " twice in this statement")
    case .danglingLink(let entity, let relationship):
      "\(qualified(relationship, entity)) references a record that does not exist"
    case .schemaConflict(let entity, let conflicts):
      message(conflicts, of: entity)
    case .fixedModels: "the models of this store cannot be changed"
    case .readOnly: "this store is read-only"
    case .full(let entity):
      "the store cannot hold more records of \(entity)"
    }
  }

  /// Help for an error.
  static func help(_ error: StoreError) -> [String] {
    switch error {
    case .schemaConflict(_, let conflicts): help(conflicts)
    case .readOnly, .fixedModels:
      ["`copy all from name` copies it into a writable store"]
    case .recordExists:
      [
        "another program or a trigger in the file used its number: "
          + "`rollback` and insert it again"
      ]
    case .ambiguousRecord:
      ["give its row a key with `sqlite3`:  `UPDATE … SET key = … WHERE key IS NULL`"]
    default: []
    }
  }

  /// A value as a literal; long strings are cut.
  private static func short(_ value: Value) -> String {
    guard case .string(let text) = value, text.utf8.count > 200 else { return Self.text(value) }
    return stringLiteral(text.prefix(40) + "…")
  }

  /// A value as a literal.
  package static func text(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .int(let number): String(number)
    case .double(let number): String(number)
    case .decimal(let number): "\(number)"
    case .string(let text): stringLiteral(text)
    case .uuid(let uuid): uuid.uuidString
    case .record(let id): id.description
    case .date: FetchTextPrinter().text(of: .literal(value, .date))
    case .duration(let span):
      span.months == 0 ? "\(span.microseconds) microseconds" : "\(span.months) months"
    case .bool(let value): String(value)
    case .data(let data): "\(data.count) bytes"
    case .list(let elements): "[\(elements.map(text).joined(separator: ", "))]"
    case .object: "a nested value"
    }
  }
}
