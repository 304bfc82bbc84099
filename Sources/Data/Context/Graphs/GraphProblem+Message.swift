import Diagnostics
import Model

extension GraphProblem: CustomStringConvertible {
  /// The problem with the record and the property.
  public var description: String {
    property.map { "\(record).\($0): \(message)" } ?? "\(record): \(message)"
  }

  /// The problem without the record and the property.
  public var message: String {
    switch fact {
    case .unknownModel(let model): "there is no model `\(model)`"
    case .wrongEntity(let model, let root):
      model == root
        ? "expected an identity of \(root)" : "records of \(model) have identities of \(root)"
    case .badNumber: "identities must be positive numbers"
    case .repeatedIdentity: "duplicate record \(record)"
    case .unknownProperty(let model): "\(model) has no stored property `\(property ?? "")`"
    case .computedProperty: "`\(property ?? "")` is computed"
    case .repeatedProperty: "duplicate property `\(property ?? "")`"
    case .mismatch(let type): "the value is not of type \(type)"
    case .forbidden:
      "the value contains NaN or a string with NUL, which stores do not accept; `.check` lists "
        + "all such values"
    case .noCase(let text, let type): "\(text.debugDescription) is not a case of \(type.name)"
    case .wrongTarget(.record(let id), let model): "\(id) is not a record of \(model)"
    case .wrongTarget(_, let model): "the value is not a record of \(model)"
    case .missingTarget(let id): "\(id) is not in the graph"
    case .contradiction(let id, let other): "\(id) references \(other) instead of \(record)"
    case .repeatedMember(let id): "\(id) is listed twice"
    }
  }
}

extension GraphProblems: CustomStringConvertible {
  /// The problems, one on each line.
  public var description: String {
    let rest = total - problems.count
    return problems.map(\.description).joined(separator: "\n")
      + (rest > 0 ? "\n… and \(rest) more" : "")
  }
}

extension GraphRefusal: CustomStringConvertible {
  /// Why the records cannot be restored.
  public var description: String {
    switch self {
    case .pendingChanges: "cannot restore records while there are unsaved changes"
    case .existingRecords(let first, let total):
      "the store already has "
        + first.map(\.description).joined(separator: ", ")
        + (total > first.count ? " and \(total - first.count) more" : "")
    }
  }

  /// How to solve the problem.
  public var help: [String] {
    switch self {
    case .pendingChanges: ["`save` or `rollback` first; `changes` lists them"]
    case .existingRecords:
      ["restored records keep their identities; use an empty store"]
    }
  }
}
