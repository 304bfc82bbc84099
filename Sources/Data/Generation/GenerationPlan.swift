import Demo
import Expressions
import Model

/// How to generate the values of a model's records; prepared once for each model.
struct GenerationPlan {
  struct Attribute {
    /// Whether the value may be nil.
    let canBeLeftOut: Bool
    let isUnique: Bool
    /// The texts of a type of the database; nil for other types.
    let texts: [String]?
    let fields: [Field]
  }

  struct Field {
    /// The index of the value among those of a record.
    let slot: Int
    let type: ValueType
    let canBeLeftOut: Bool
    /// Whether only the database knows such values.
    let isLeftOut: Bool
    let subject: ValueSubject
    let aim: NumericRange
  }

  let attributes: [Attribute]
  /// The index of each field's value, by its stored path.
  private(set) var slots: [AttributePath: Int] = [:]
  /// The index of the attribute that holds the record's number, if there is one.
  private(set) var numberedSlot: Int?

  init(_ entity: Entity, _ schema: Schema, numbered: String?) {
    let ranges = NumericRange.ranges(entity.constraints.checks.map(\.condition))
    var slots: [AttributePath: Int] = [:]
    func slot(_ path: AttributePath) -> Int {
      let place = slots[path] ?? slots.count
      slots[path] = place
      return place
    }
    attributes = entity.attributes.filter { !$0.isReadOnly }.map { attribute in
      let stored = schema.storedName(of: attribute.name, in: entity.name)
      let fields = StoredField.leaves(of: attribute).map { field in
        let rest = field.path.components.dropFirst()
        return Field(
          slot: slot(AttributePath([stored] + rest)),
          type: field.type,
          canBeLeftOut: !rest.isEmpty && field.isOptional && !attribute.isOptional,
          isLeftOut: attribute.type.isOpaque(at: rest),
          subject: ValueSubject(rest.last ?? attribute.name),
          aim: ranges[field.path] ?? NumericRange()
        )
      }
      return Attribute(
        canBeLeftOut: attribute.isOptional && !attribute.isUnique
          && !entity.identity.contains(attribute.name),
        isUnique: attribute.isUnique || entity.folding(of: [attribute.name]) != nil,
        texts: attribute.hasOpaqueTexts ? SampleValues.text(of: attribute.source) ?? [] : nil,
        fields: fields
      )
    }
    numberedSlot = numbered.map { slot(AttributePath([$0])) }
    self.slots = slots
  }

  /// Values for one record, by slot. Optional values are sometimes nil.
  func values(_ makers: inout SampleValues) -> [Value] {
    var made = [Value](repeating: .null, count: slots.count)
    for attribute in attributes {
      if attribute.canBeLeftOut, makers.random.chance(10) { continue }
      for field in attribute.fields {
        if field.isLeftOut || field.canBeLeftOut && makers.random.chance(10) { continue }
        if let texts = attribute.texts {
          made[field.slot] = texts.isEmpty ? .null : .string(makers.random.pick(texts))
          continue
        }
        var value = makers.value(field.type, about: field.subject, within: field.aim)
        if attribute.isUnique { value = makers.unique(value, within: field.aim) }
        made[field.slot] = value
      }
    }
    return made
  }
}

extension ValueType {
  /// Whether values of a field in structs are a database's texts for another type.
  fileprivate func isOpaque(at path: ArraySlice<String>) -> Bool {
    guard case .composite(let type) = self, let name = path.first, let field = type.field(name)
    else { return false }
    return path.count == 1 ? field.isOpaque : field.type.isOpaque(at: path.dropFirst())
  }
}
