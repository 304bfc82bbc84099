import Context
package import Execution
package import Expressions
import Foundation
package import Model
import Storage
import Syntax

/// The wording of what goes wrong while a statement runs.
package enum FailureWording {
  package static func message(_ error: ExecutionError) -> String {
    switch error {
    case .evaluation(let error, _, let record):
      message(error) + (record.map { ", for \($0)" } ?? "")
    case .evaluationOfGroup(let error, let keys):
      message(error)
        + (keys.isEmpty ? "" : ", for the group " + keys.map(text).joined(separator: ", "))
    }
  }

  /// An attribute with its entity; that of a specialised entity bears that one's name already.
  private static func qualified(_ attribute: String, _ entity: String) -> String {
    attribute.contains(".") ? attribute : "\(entity).\(attribute)"
  }

  package static func message(_ error: EvaluationError) -> String {
    switch error {
    case .overflow(let operation, let left, let right):
      "`\(text(left)) \(operation.rawValue) \(text(right))` is out of range"
    case .functionOverflow(let function, let arguments):
      "`\(function.rawValue)(\(arguments.map(text).joined(separator: ", ")))` is out of range"
    case .sumOverflow:
      "the sum is out of range"
    case .durationOverflow(let amount, let unit):
      "\(text(amount)) \(unit.rawValue) are out of range"
    case .badPattern(let pattern, let error):
      "\(text(.string(pattern))) is no regular expression: \(error.message)"
    }
  }

  static func message(_ error: TransactionError) -> String {
    switch error {
    case .alreadyBegun: "a transaction was begun already: `save` or `rollback` ends it"
    case .modelsChanged(let models):
      "the changes that wait do not fit \(models.joined(separator: ", ")) any more: "
        + "another session or process has changed \(models.count == 1 ? "this model" : "these models")"
    case .nothingToUndo(nil): "there is nothing to undo"
    case .nothingToUndo(.modelsChanged):
      "there is nothing to undo: models were changed since the last statement"
    case .nothingToUndo(.migrated(let copy)):
      "there is nothing to undo: the models were migrated to another version"
        + (copy.map { ", and the store as it was is in \($0)" } ?? "")
    case .nothingToUndo(.misfits):
      "there is nothing to undo: the last statement changed values that do not fit their types"
    case .nothingToUndo(.tooLarge):
      "there is nothing to undo: the last statement was too large to keep"
    case .nothingToRedo: "there is nothing to redo"
    }
  }

  /// What can be done about it.
  static func help(_ error: TransactionError) -> [String] {
    guard case .modelsChanged = error else { return [] }
    return [
      "`rollback` gives them up; nothing else is lost",
      "`changes` lists them, and behind `.output file` writes them down",
    ]
  }

  static func message(_ error: StoreError) -> String {
    switch error {
    case .missingRecord(let id): "there is no \(id)"
    case .leftOut(let id): "a trigger of the file leaves the change of \(id) out"
    case .recordExists(let id): "\(id) is there already"
    case .ambiguousRecord(let id): "\(id) cannot be told from others: its key has no value"
    case .outdated: "the store was changed in the meantime"
    case .unknownEntity(let entity):
      "the store has no model \(entity)"
    case .unknownProperty(let entity, let property):
      "the store keeps no \(entity).\(property)"
    case .typeMismatch(let entity, let property):
      "a value does not fit \(qualified(property, entity))"
    case .missingValue(let entity, let property):
      "\(qualified(property, entity)) must have a value"
    case .uniqueConflict(let entity, let attribute, let value, let existing):
      "\(qualified(attribute, entity)) is unique, and \(text(value)) is taken"
        + (existing.map { " by \($0)" } ?? " twice in this statement")
    case .danglingLink(let entity, let relationship):
      "\(qualified(relationship, entity)) is given a record that is not there"
    case .schemaConflict(let entity, let conflicts):
      message(conflicts, of: entity)
    case .fixedModels: "the models of this store cannot be changed"
    case .readOnly: "this store is read-only"
    case .full(let entity):
      "there is no room for more records of \(entity)"
    }
  }

  /// What can be done about it.
  static func help(_ error: StoreError) -> [String] {
    switch error {
    case .schemaConflict(_, let conflicts): help(conflicts)
    case .readOnly, .fixedModels:
      ["`copy all from name` copies it into a store that can be written"]
    case .recordExists:
      [
        "another program, or a trigger of the file, has taken its number: "
          + "`rollback`, and insert it again"
      ]
    case .ambiguousRecord:
      ["`sqlite3` gives its row a key: `UPDATE … SET key = … WHERE key IS NULL`"]
    default: []
    }
  }

  /// A value as the language writes it.
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
