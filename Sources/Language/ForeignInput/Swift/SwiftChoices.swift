/// The cases of enums as constants of the language.
struct SwiftChoices {
  private var literals: [String: [String: String]] = [:]

  /// Adds a case of the enum `type`, whose values are stored as `literal`.
  mutating func add(_ name: String, of type: String, literal: String) {
    literals[type, default: [:]][name] = literal
  }

  /// `.calm` of the enum `type`; nil if there is no such enum.
  func literal(_ name: String, of type: String) -> String? { literals[type]?[name] }

  /// The default `.calm` of the enum `type`: a case, or the number of one; nil if it is unknown.
  func constant(_ name: String, of type: String) -> String? {
    guard let literal = literals[type]?[name], literal.first == "\"" else {
      return literals[type]?[name]
    }
    let text = literal.dropFirst().dropLast()
    return text.allSatisfy { $0.isLetter || $0.isNumber } ? ".\(text)" : literal
  }

  /// `.calm` of any enum: its constant if all enums with this case agree.
  func literal(_ name: String) -> String {
    let found = Set(literals.values.compactMap { $0[name] })
    return found.count == 1 ? found.first ?? ".\(name)" : ".\(name)"
  }
}
