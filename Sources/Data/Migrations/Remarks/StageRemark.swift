import Execution
import Model
import Rendering
import Session
import Storage
import Syntax

/// A fact about a model or a member that can be described.
protocol StageFact {
  /// The description.
  var text: String { get }
}

/// A fact about a model or a member in a stage of a migration.
struct StageRemark<Fact: StageFact> {
  let entity: String
  /// The member; nil if the fact is about the model.
  let member: String?
  let fact: Fact

  /// `Budget.limit`
  var subject: String { member.map { "\(entity).\($0)" } ?? entity }
  /// `Budget.limit: 9 values would be lost`
  var sentence: String { "\(subject): \(fact.text)" }
}

enum MemberContent: String {
  case value
  case link
}

/// The old and the new type; equal if only an enum's cases change.
struct TypeChange {
  let before: ValueType
  let after: ValueType

  /// `Double → Int`
  var text: String {
    let (before, after) = ("\(before)", "\(after)")
    return before == after ? "other cases" : "\(before) → \(after)"
  }
}

/// An example of a value, and its record.
struct ValueExample {
  let value: Value
  let record: RecordID?

  /// `9.5 of Expense#1`
  var text: String { FailureWording.text(value) + (record.map { " of \($0)" } ?? "") }
}

/// A member of an old model.
struct OldMember {
  let entity: String
  let name: String

  /// ``Car.doors``
  var text: String { "`\(entity).\(name)`" }
  /// The member as written in a statement.
  var quoted: String { "\(quotedIfNeeded(entity)).\(quotedIfNeeded(name))" }
}

/// Data that is lost in a stage.
enum StageLoss: StageFact {
  /// Why data is lost although its member stays.
  enum Reason: String {
    /// Another model declares the member.
    case otherModel = "in records of other models"
    case toOne = "because a record can reference only one"
  }

  case records(Int)
  case members(MemberContent, Int, Reason? = nil)
  case order(records: Int)
  case rounded(TypeChange, values: Int, ValueExample)
  /// Values that do not fit the new type.
  case invalidValues(ValueType, values: Int, ValueExample)
  /// Why a saved query no longer works.
  case query(String)

  var text: String {
    switch self {
    case .records(let count): "is removed with \(counted(count, "record"))"
    case .members(let content, let count, let reason):
      "\(counted(count, content.rawValue)) would be lost"
        + (reason.map { ", \($0.rawValue)" } ?? "")
    case .order(let records): "the order in \(counted(records, "record")) would be lost"
    case .rounded(let types, let values, let example):
      "\(counted(values, "value")) would lose precision (\(types.text)), "
        + "such as \(example.text)"
    case .invalidValues(let type, let values, let example):
      StageProblem.invalidValues(type, values: values, example).text + "; nil after the migration"
    case .query(let fault): "no longer works: \(fault)"
    }
  }
}

/// A change that loses no data but may be of interest.
enum StageNote: StageFact {
  case added
  /// The default for existing records; nil if there is none.
  case addedTo(records: Int, default: String?)
  case removed
  case removedAfterStep
  case removedWithout(MemberContent)
  case specializes(String)
  /// The old name, and the number of values with it, if counted.
  case renamed(String, values: Int? = nil)
  /// A computed attribute becomes a stored one.
  case stored
  case converted(TypeChange, values: Int)
  case defaulted(String, records: Int)
  case set(records: Int)
  case linksKept(Int)
  /// A step deletes records.
  case deleted(Int)

  var text: String {
    switch self {
    case .added: "is new"
    case .addedTo(let records, let value):
      "is new, \(value.map { "`\($0)`" } ?? "nil") in \(counted(records, "record"))"
    case .removed: "is removed"
    case .removedAfterStep: "is removed after a step has read it"
    case .removedWithout(let content): "is removed; no record had a \(content)"
    case .specializes(let parent): "is now a submodel of `\(parent)`"
    case .renamed(let name, let values):
      "was `\(name)`" + (values.map { ", \(counted($0, "value"))" } ?? "")
    case .stored: "stores the computed values"
    case .converted(let types, let values): "\(types.text), \(counted(values, "value"))"
    case .defaulted(let value, let records):
      "`\(value)` in \(counted(records, "record")) that had none"
    case .deleted(let count):
      "\(counted(count, "record")) \(count == 1 ? "is" : "are") deleted by a step"
    case .set(let records): "is set in \(counted(records, "record"))"
    case .linksKept(let count):
      "\(counted(count, "link")) \(count == 1 ? "is" : "are") carried over"
    }
  }
}

/// A problem that prevents a stage, even if losses are allowed.
enum StageProblem: StageFact {
  /// The member is required, but records have no value.
  case lacksValues(records: Int)
  /// The member is required, but its expression is nil for some records.
  case computesNil(records: Int)
  /// The relationship is required, but is nil in some records.
  case lacksLinks(records: Int)
  /// Values do not fit the new type.
  case invalidValues(ValueType, values: Int, ValueExample)
  /// Two relationships would become one.
  case mergedLinks(OldMember)
  /// A step lets several records reference the same one in a one-to-one relationship.
  case sharedRecord(of: String)
  /// A step would replace links.
  case replacedLinks
  /// A query for one record finds another number of records.
  case severalRecords(Int)
  case tooManyLinks(from: Int, to: Int)
  /// A step cannot be computed.
  case failure(ExecutionError)
  case notStorable
  case setToInvalidValue(ValueType, ValueExample)
  case setToNil(records: Int, first: RecordID?)
  /// Records would have duplicate values in a key, whose last attribute is at `path`.
  case sharedValues([Value], records: Int, between: [RecordID], path: [String])
  /// Records violate a requirement of their model; a query may find them.
  case conflict(SchemaConflict, query: String?)

  var text: String {
    switch self {
    case .lacksValues(let count):
      "is required but missing in \(counted(count, "record"))"
    case .computesNil(let count):
      "is required but would be nil in \(counted(count, "record"))"
    case .lacksLinks(let count):
      "is required but nil in \(counted(count, "record"))"
    case .invalidValues(let type, let count, let example):
      "\(counted(count, "value")) \(count == 1 ? "is" : "are") not of type \(type), "
        + "such as \(example.text)"
    case .mergedLinks(let member):
      "would combine the links of \(member.quoted) and of another relationship"
    case .sharedRecord(let entity): "is one-to-one but set to the same \(entity) in several records"
    case .replacedLinks: "already has links, which a step cannot replace"
    case .severalRecords(let count): "references one record, but the query finds \(count)"
    case .tooManyLinks(let owners, let members):
      "would link each of \(counted(owners, "record")) to \(members)"
    case .failure(let error): FailureWording.message(error)
    case .notStorable: "is set to a value that cannot be stored there"
    case .setToInvalidValue(let type, let example):
      "is set to \(example.text), which is not of type \(type)"
    case .setToNil(let count, let first):
      "is required but set to nil in \(counted(count, "record"))"
        + (first.map { ", such as \($0)" } ?? "")
    case .sharedValues(let values, let count, let records, _):
      "is unique, but \(counted(count, "record")) would duplicate others, such as \(records.map(\.description).joined(separator: " and ")) with "
        + values.map(FailureWording.text).joined(separator: ", ")
    case .conflict(let conflict, _): FailureWording.reason(conflict)
    }
  }
}

extension StageRemark<StageProblem> {
  /// How to solve the problem.
  var help: String? {
    switch fact {
    case .lacksValues, .computesNil, .invalidValues:
      "set their values in a step: `set \(quotedSubject) = …`"
    case .lacksLinks: "set them in a step: `set \(quotedSubject) = …`"
    case .mergedLinks:
      "remove one of the relationships in an intermediate version"
    case .replacedLinks: "replace them with `update` after `migrate`"
    case .sharedValues(_, _, _, let path):
      "make them unique in a step: `set \(Self.quoted([entity] + path)) = …`"
    case .conflict(_, let query): query.map { "`\($0)` finds them" }
    case .sharedRecord, .severalRecords, .tooManyLinks, .failure, .notStorable, .setToInvalidValue,
      .setToNil:
      nil
    }
  }

  /// The member as written in a statement.
  private var quotedSubject: String {
    Self.quoted([entity] + (member?.split(separator: ".").map(String.init) ?? []))
  }

  private static func quoted(_ names: [String]) -> String {
    names.map(quotedIfNeeded).joined(separator: ".")
  }
}
