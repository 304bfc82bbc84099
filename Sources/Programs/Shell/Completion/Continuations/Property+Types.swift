import Model
import Syntax

extension Property {
  /// The type of the member's value.
  var valueType: ValueType {
    switch self {
    case .attribute(let attribute): attribute.type
    case .computed(let computed): computed.type
    case .relationship(let one):
      one.isToMany ? .toMany(entity: one.destination) : .record(entity: one.destination)
    }
  }

  /// The type as written in a model: `String?`.
  var typeText: String {
    switch self {
    // Not known before the query is bound.
    case .attribute(let attribute) where attribute.type == .null: ""
    case .attribute(let attribute): "\(attribute.type)" + (attribute.isOptional ? "?" : "")
    case .computed(let computed): "\(computed.type)"
    case .relationship(let one):
      one.isToMany ? "[\(one.destination)]" : one.destination + (one.isOptional ? "?" : "")
    }
  }
}

extension Entity {
  /// Some members, one of each type.
  var membersOfEachType: [String] {
    var types: Set<ValueType> = []
    return properties.filter { !$0.isAnonymous && types.insert($0.valueType).inserted }
      .map { quotedIfNeeded($0.name) }
  }
}
