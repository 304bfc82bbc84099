import Execution
import Model
import Rendering
import Session
import Storage
import Syntax

/// What is in the way of a stage, whatever may be lost.
enum StageProblem: StageFact {
  /// A member is required, and some records have no value.
  case lacksValues(records: Int)
  /// A member is required, and some records would have no value of what was computed.
  case computesNil(records: Int)
  /// A relationship is required, and some records lead nowhere.
  case lacksLinks(records: Int)
  /// Values that are none of the new type.
  case misfits(ValueType, values: Int, ValueExample)
  /// The relationship would have the links of two.
  case mergedLinks(OldMember)
  /// A step has several records lead to one of the model, which may have one only.
  case sharedRecord(of: String)
  /// A step would replace links.
  case replacedLinks
  /// A query finds so many records where there is one.
  case severalRecords(Int)
  case tooManyLinks(from: Int, to: Int)
  /// A step cannot be computed.
  case failure(ExecutionError)
  case notStorable
  case setToMisfit(ValueType, ValueExample)
  case setToNil(records: Int, first: RecordID?)
  /// Values of other models are of another type.
  case movedTypes([OldMember])
  /// Values of other models are none of the new type.
  case movedMisfits([OldMember], ValueType, records: Int, first: RecordID)
  /// Records would share values of a key, whose last attribute is at `path`.
  case sharedValues([Value], records: Int, between: [RecordID], path: [String])
  /// Records break what their model demands; a query may find them.
  case conflict(SchemaConflict, query: String?)

  var text: String {
    switch self {
    case .lacksValues(let count):
      "is required, and \(counted(count, "record")) \(count == 1 ? "lacks" : "lack") it"
    case .computesNil(let count):
      "is required, and \(counted(count, "record")) would have none"
    case .lacksLinks(let count):
      "is required, and \(counted(count, "record")) \(count == 1 ? "leads" : "lead") nowhere"
    case .misfits(let type, let count, let example):
      "\(counted(count, "value")) \(count == 1 ? "is" : "are") no \(type), such as \(example.text)"
    case .mergedLinks(let member):
      "would have the links of \(member.quoted) and those of another relationship"
    case .sharedRecord(let entity): "is set to one record in several, and \(entity) has one only"
    case .replacedLinks: "has links already, which a step does not replace"
    case .severalRecords(let count): "leads to one record, and the query finds \(count)"
    case .tooManyLinks(let owners, let members):
      "would lead from each of \(counted(owners, "record")) to \(members)"
    case .failure(let error): FailureWording.message(error)
    case .notStorable: "is set to what cannot be stored there"
    case .setToMisfit(let type, let example): "is set to \(example.text), which is no \(type)"
    case .setToNil(let count, let first):
      "is required, and set to nil in \(counted(count, "record"))"
        + (first.map { ", the first of them \($0)" } ?? "")
    case .movedTypes(let members): "takes the values of \(members.text), which have another type"
    case .movedMisfits(let members, let type, let count, let first):
      "takes the values of \(members.text), and \(counted(count, "record")) "
        + "\(count == 1 ? "has" : "have") what is no \(type), such as \(first)"
    case .sharedValues(let values, let count, let records, _):
      "is unique, and \(counted(count, "record")) would share \(count == 1 ? "a value" : "values")"
        + " with others, such as \(records.map(\.description).joined(separator: " and ")) with "
        + values.map(FailureWording.text).joined(separator: ", ")
    case .conflict(let conflict, _): FailureWording.reason(conflict)
    }
  }
}

extension StageRemark<StageProblem> {
  /// What could be done about it.
  var help: String? {
    switch fact {
    case .lacksValues, .computesNil, .misfits:
      "a step says what they get: `set \(quotedSubject) = …`"
    case .lacksLinks: "a step says where they lead: `set \(quotedSubject) = …`"
    case .mergedLinks:
      "a version between, in which one of them is left out, says whose links stay"
    case .replacedLinks: "`update` sets them after `migrate`"
    case .movedTypes, .movedMisfits:
      "a version between changes the type, or who declares the member"
    case .sharedValues(_, _, _, let path):
      "a step can make them different: `set \(Self.quoted([entity] + path)) = …`"
    case .conflict(_, let query): query.map { "`\($0)` finds them" }
    case .sharedRecord, .severalRecords, .tooManyLinks, .failure, .notStorable, .setToMisfit,
      .setToNil:
      nil
    }
  }

  /// The member as a statement names it.
  private var quotedSubject: String {
    Self.quoted([entity] + (member?.split(separator: ".").map(String.init) ?? []))
  }

  private static func quoted(_ names: [String]) -> String {
    names.map(quotedIfNeeded).joined(separator: ".")
  }
}
