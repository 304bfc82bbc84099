#if SwiftData
  import Foundation
  import Model

  /// The models of a schema as Martlet declarations.
  enum Declarations {
    static func text(_ schema: Schema) throws -> String {
      try schema.classes.map { try text($0) }.joined(separator: "\n")
    }

    private static func text(_ model: ModelClass) throws -> String {
      let inherited = model.superclass?.properties.count ?? 0
      var members = try model.properties.dropFirst(inherited).map { try text($0, of: model) }
      let ancestors = model.superclass
      members += try model.uniques.filter { key in
        !(ancestors?.uniques.contains(key) ?? false)
      }.map { "unique (\(try names($0, model)))" }
      members += try model.indexes.filter { key in
        !(ancestors?.indexes.contains(key) ?? false)
      }.map { "index (\(try names($0, model)))" }
      let parent = model.superclass.map { ": `\($0.name)`" } ?? ""
      return "model `\(model.name)`\(parent) {\n"
        + members.map { "  \($0)" }.joined(separator: "\n") + "\n}"
    }

    private static func names(_ keys: [AnyKeyPath], _ model: ModelClass) throws -> String {
      try keys.map { key in
        guard let property = model.property(key) else {
          throw SwiftDataError.unknownKeyPath(model.name)
        }
        return "`\(property.name)`"
      }.joined(separator: ", ")
    }

    private static func text(_ property: ModelProperty, of model: ModelClass) throws -> String {
      let name = "`\(property.name)`: "
      switch property.kind {
      case .attribute(let coding):
        var text = name + coding.storedType + (coding.isOptional ? "?" : "")
        if let attribute = property.attribute {
          if attribute.isUnique { text += " unique" }
          if let old = attribute.originalName { text += " was `\(old)`" }
        }
        if !coding.isOptional, let value = property.defaultValue?(),
          let literal = try coding.stored(value).literal
        {
          text += " = \(literal)"
        }
        return text
      case .toOne(let type, let isOptional):
        return name + "`\(ModelClass.of(type).name)`" + (isOptional ? "?" : "")
          + options(property, of: model)
      case .toMany(let type, _):
        return name + "[`\(ModelClass.of(type).name)`]" + options(property, of: model)
      }
    }

    private static func options(_ property: ModelProperty, of model: ModelClass) -> String {
      var text = ""
      switch property.relationship?.deleteRule {
      case .cascade: text += " cascade"
      case .deny: text += " deny"
      case .noAction: text += " no action"
      case .nullify, nil: break
      }
      if let inverse = model.inverse(of: property) {
        text += " inverse `\(inverse.model.properties[inverse.slot].name)`"
      }
      if let old = property.relationship?.originalName { text += " was `\(old)`" }
      return text
    }
  }

  extension Value {
    /// The value as a constant of the language, or nil if it has no short form.
    fileprivate var literal: String? {
      switch self {
      case .bool(let flag): flag ? "true" : "false"
      case .int(let number): String(number)
      case .double(let number) where number.isFinite: "\(number)"
      case .string(let text): text.allSatisfy(\.isPlain) ? "\"\(text)\"" : nil
      case .list(let values) where values.isEmpty: "[]"
      default: nil
      }
    }
  }

  extension Character {
    fileprivate var isPlain: Bool { isLetter || isNumber || " .,:;-_!?/()".contains(self) }
  }
#endif
