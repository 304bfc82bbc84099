import Foundation
import Model

/// Models and records as Swift source: a class for each model, objects with what a session holds.
struct SwiftModelSource {
  let schema: Schema

  /// The classes of all models.
  var classes: String { schema.entities.map(type).joined(separator: "\n") }

  private func type(_ entity: Entity) -> String {
    let attributes = entity.attributes.map {
      "  var \(name($0.name)): \($0.type)\($0.isOptional ? "?" : "") = \(initial($0))"
    }
    let relationships = entity.relationships.filter { !$0.isAnonymous }.map {
      $0.isToMany
        ? "  var \(name($0.name)): [\($0.destination)] = []"
        : "  var \(name($0.name)): \($0.destination)?"
    }
    return """
      final class \(entity.name): Equatable {
        let number: Int
        init(_ number: Int) { self.number = number }
        static func == (left: \(entity.name), right: \(entity.name)) -> Bool { left === right }
      \((attributes + relationships).joined(separator: "\n"))
      }
      """
  }

  private func name(_ name: String) -> String { "`\(name)`" }

  private func initial(_ attribute: Attribute) -> String {
    attribute.isOptional ? "nil" : Self.text(Self.zero(attribute.type))
  }

  private static func zero(_ type: ValueType) -> Value {
    switch type {
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0)
    case .decimal: .decimal(0)
    case .date: .date(Timestamp(microseconds: 0))
    case .uuid: .uuid(UUID())
    case .data: .data(Data())
    default: .string("")
    }
  }

  /// A value as Swift writes it outside predicates.
  static func text(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .decimal(let number): "Decimal(string: \"\(number)\")!"
    case .string(let text): text.debugDescription
    case .date(let moment):
      "Date(timeIntervalSince1970: \(Double(moment.microseconds) / 1_000_000))"
    case .uuid(let uuid): "UUID(uuidString: \"\(uuid.uuidString)\")!"
    case .data(let data): "Data(base64Encoded: \"\(data.base64EncodedString())\")!"
    default: "nil"
    }
  }
}
