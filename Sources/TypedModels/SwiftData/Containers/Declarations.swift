#if SwiftData
  import Foundation
  import Model

  /// The models of a schema as Martlet declarations.
  enum Declarations {
    static func text(_ schema: Schema) throws -> String {
      let structs = StructNames(schema.classes)
      let models = try schema.classes.map { try text($0, structs) }
      return (structs.declarations + models).joined(separator: "\n")
    }

    private static func text(_ model: ModelClass, _ structs: StructNames) throws -> String {
      let inherited = model.superclass?.properties.count ?? 0
      var members = try model.properties.dropFirst(inherited).filter { !$0.isEphemeral }
        .map { try text($0, of: model, structs) }
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
          throw SwiftDataError.unsavedProperty(model, KeyPathNames(key).members.first ?? "")
        }
        return "`\(property.name)`"
      }.joined(separator: ", ")
    }

    private static func text(
      _ property: ModelProperty,
      of model: ModelClass,
      _ structs: StructNames
    ) throws -> String {
      let name = "`\(property.name)`: "
      switch property.kind {
      case .attribute(let coding):
        if let failure = coding.failure { throw failure.of(property, model) }
        var text = name + structs.type(coding)
        if let attribute = property.attribute {
          if attribute.isUnique { text += " unique" }
          let old = attribute.originalName
          if !old.isEmpty { text += " was `\(old)`" }
        }
        if !coding.isOptional, let value = property.defaultValue?(),
          let literal = try coding.stored(value).literal
        {
          text += " = \(literal)"
        }
        return text
      case .toOne(let type, let isOptional):
        return try name + "`\(ModelClass.of(type).name)`" + (isOptional ? "?" : "")
          + options(property, of: model)
      case .toMany(let type, _):
        return try name + "[`\(ModelClass.of(type).name)`]\(bounds(property))"
          + options(property, of: model)
      }
    }

    /// The bounds of a relationship: `(1...3)`.
    private static func bounds(_ property: ModelProperty) -> String {
      let least = max(0, property.relationship?.minimumModelCount ?? 0)
      let most = max(0, property.relationship?.maximumModelCount ?? 0)
      if most > 0 { return "(\(least)...\(max(least, most)))" }
      return least > 0 ? "(\(least)...)" : ""
    }

    private static func options(
      _ property: ModelProperty,
      of model: ModelClass
    ) throws -> String {
      if property.relationship?.inverseKeyPath != nil, model.inverse(of: property) == nil {
        throw SwiftDataError.missingInverse(model, property.name)
      }
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
      let old = property.relationship?.originalName ?? ""
      if !old.isEmpty { text += " was `\(old)`" }
      return text
    }
  }

  /// The structs of a schema, and their names in the store.
  private struct StructNames {
    private var names: [ObjectIdentifier: String] = [:]
    private(set) var declarations: [String] = []

    init(_ classes: [ModelClass]) {
      var all: [StructFields] = []
      for property in classes.flatMap(\.storedProperties) {
        guard case .attribute(let coding) = property.kind, let fields = coding.composite else {
          continue
        }
        for fields in fields.nested + [fields] where !all.contains(where: { $0.id == fields.id }) {
          all.append(fields)
        }
      }
      for fields in all {
        let isTaken =
          classes.contains { $0.name == fields.name }
          || all.contains { $0.id != fields.id && $0.name == fields.name }
        names[fields.id] = isTaken ? fields.longName : fields.name
      }
      declarations = all.map { fields in
        let members = fields.fields.map { "`\($0.name)`: \(type($0.coding))" }
        return "struct `\(names[fields.id] ?? fields.name)` { \(members.joined(separator: ", ")) }"
      }
    }

    func type(_ coding: ValueCoding) -> String {
      let name = coding.composite.map { "`\(names[$0.id] ?? $0.name)`" } ?? coding.storedType
      return name + (coding.isOptional ? "?" : "")
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
