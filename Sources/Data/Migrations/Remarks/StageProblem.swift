import Execution
import Model
import Rendering
import Session
import Storage
import Syntax

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
