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
        ? "an identity of \(root) is needed" : "records of \(model) have identities of \(root)"
    case .badNumber: "identities are numbers from 1 on"
    case .repeatedIdentity: "\(record) is there twice"
    case .unknownProperty(let model): "\(model) stores no `\(property ?? "")`"
    case .computedProperty: "`\(property ?? "")` is computed"
    case .repeatedProperty: "`\(property ?? "")` is there twice"
    case .mismatch(let type): "the value is no \(type)"
    case .forbidden:
      "it holds NaN or a text with NUL, which no store takes; `.check` lists all such"
    case .noCase(let text, let type): "\(text.debugDescription) is no case of \(type.name)"
    case .wrongTarget(.record(let id), let model): "\(id) is no \(model)"
    case .wrongTarget(_, let model): "the value is no record of \(model)"
    case .missingTarget(let id): "\(id) is not in the graph"
    case .contradiction(let id, let other): "\(id) leads to \(other) and not to \(record)"
    case .repeatedMember(let id): "\(id) is there twice"
    }
  }
}

extension GraphProblems: CustomStringConvertible {
  /// The problems, one on each line.
  public var description: String {
    let rest = total - problems.count
    return problems.map(\.description).joined(separator: "\n")
      + (rest > 0 ? "\n… and \(rest) more like these" : "")
  }
}

extension GraphRefusal: CustomStringConvertible {
  /// Why the records cannot be restored.
  public var description: String {
    switch self {
    case .pendingChanges: "records cannot be restored while changes wait to be saved"
    case .recordsInTheWay(let first, let total):
      "the store has "
        + first.map(\.description).joined(separator: ", ")
        + (total > first.count ? " and \(total - first.count) more" : "")
        + " already"
    }
  }

  /// How to solve the problem.
  public var help: [String] {
    switch self {
    case .pendingChanges: ["`save` or `rollback` first; `changes` lists them"]
    case .recordsInTheWay:
      ["records are restored under their own identities, best into an empty store"]
    }
  }
}
