import CoreDataModels
import Expressions
import Foundation
import KeyedArchives
import Model
import SQLGeneration
import TableModels

/// An attribute with its columns.
struct MappedAttribute {
  let model: ModelAttribute
  let attribute: Attribute
  /// The columns by path within the attribute; empty for a single column.
  let columns: [[String]: ColumnMapping]

  /// Whether different values differ in its only column.
  var isKeyPart: Bool { columns[[]]?.codec.distinguishesValues ?? false }
}

extension ModeledEntities {
  /// The attributes for which the file has columns.
  mutating func attributes(of entity: MappedEntity) -> [MappedAttribute] {
    var all: [MappedAttribute] = []
    for attribute in entity.model.attributes where !attribute.isTransient {
      if let placed = placed(attribute, of: entity) {
        all.append(placed)
      } else {
        note(
          "the attribute `\(entity.model.name).\(attribute.name)` is omitted: "
            + "the file has no readable column for it"
        )
      }
    }
    return all
  }

  private mutating func placed(
    _ attribute: ModelAttribute,
    of entity: MappedEntity
  ) -> MappedAttribute? {
    if let sole = attribute.soleElement {
      return single(sole, of: attribute, [attribute.name], entity)
    }
    return attribute.type == .composite
      ? composite(attribute, entity) : single(attribute, of: attribute, [], entity)
  }

  // MARK: Scalars

  /// An attribute with one value; `content` describes it and may be the single part of a composite.
  private func single(
    _ content: ModelAttribute,
    of attribute: ModelAttribute,
    _ rest: [String],
    _ entity: MappedEntity
  ) -> MappedAttribute? {
    guard let name = entity.column([attribute.name] + rest),
      let column = columns.column(content, name, of: entity.table.name, isPart: !rest.isEmpty)
    else { return nil }
    let mapping = ColumnMapping(name, column.codec, isReadOnly: attribute.isDerived)
    let defaultValue =
      attribute.isDerived ? nil : self.defaultValue(attribute, column.type)
    return MappedAttribute(
      model: attribute,
      attribute: Attribute(
        name: names.member(attribute.name, of: entity.model.name),
        type: column.type,
        isOptional: attribute.isOptional || attribute.isDerived,
        isUnique: column.codec.distinguishesValues
          && entity.model.uniqueKeys.contains([attribute.name]),
        defaultValue: defaultValue,
        isReadOnly: attribute.isDerived,
        source: AttributeSource(content, of: attribute, column.type, defaultValue)
      ),
      columns: [[]: mapping]
    )
  }

  private func defaultValue(_ attribute: ModelAttribute, _ type: ValueType) -> DefaultValue? {
    guard let value = attribute.defaultValue?.value(as: type), !value.isNull else { return nil }
    if case .list = type { return nil }
    let expression = TypedExpression.literal(value, type)
    return DefaultValue(
      expression: expression,
      text: FetchTextPrinter().definition(of: expression)
    )
  }

  // MARK: Composites

  private mutating func composite(_ attribute: ModelAttribute, _ entity: MappedEntity)
    -> MappedAttribute?
  {
    var mappings: [[String]: ColumnMapping] = [:]
    guard
      let type = compositeType(attribute, [attribute.name], entity, shown: [], &mappings)
    else { return nil }
    return MappedAttribute(
      model: attribute,
      attribute: Attribute(
        name: names.member(attribute.name, of: entity.model.name),
        type: type,
        isOptional: attribute.isOptional
      ),
      columns: mappings
    )
  }

  /// The type of a composite whose parts have columns; nil if none has. Models nest composites only
  /// a few levels deep.
  private mutating func compositeType(
    _ attribute: ModelAttribute,
    _ path: [String],
    _ entity: MappedEntity,
    shown: [String],
    _ mappings: inout [[String]: ColumnMapping]
  ) -> ValueType? {
    var taken = DistinctNames()
    var fields: [CompositeField] = []
    for element in attribute.elements {
      let name = taken.claim(firstOf: [PlainName.word(element.name, fallback: "part")])
      let (inner, innerShown) = (path + [element.name], shown + [name])
      let isOptional = element.isOptional || attribute.isOptional
      if element.type == .composite, element.soleElement == nil {
        if let type = compositeType(element, inner, entity, shown: innerShown, &mappings) {
          fields.append(CompositeField(name: name, type: type, isOptional: isOptional))
        }
        continue
      }
      let content = element.soleElement ?? element
      let rest = element.soleElement == nil ? [] : [element.name]
      guard let name = entity.column(inner + rest),
        let column = columns.column(content, name, of: entity.table.name, isPart: true)
      else { continue }
      mappings[innerShown] = ColumnMapping(name, column.codec)
      fields.append(
        CompositeField(name: innerShown.last ?? name, type: column.type, isOptional: isOptional)
      )
    }
    return fields.isEmpty ? nil : .composite(structs.type(of: attribute.name, fields))
  }
}

extension ColumnCodec {
  /// Whether different values differ in the column.
  fileprivate var distinguishesValues: Bool {
    switch self {
    case .archive, .externalBlob: false
    default: true
    }
  }
}
