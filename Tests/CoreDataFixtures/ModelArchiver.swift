package import CoreDataModels
package import Foundation
import KeyedArchives

/// Archives a model as Core Data does: with cycles, with what entities inherit once more, and with texts
/// that may be objects.
package struct ModelArchiver {
  private let writer = ArchiveWriter()
  private let model: ManagedObjectModel
  private var entityNumbers: [String: Int] = [:]

  /// The packed archive, as a store has it.
  package static func cache(_ model: ManagedObjectModel) -> Data { Deflater.pack(archive(model)) }

  /// The archive.
  package static func archive(_ model: ManagedObjectModel) -> Data {
    ModelArchiver(model).archive()
  }

  private init(_ model: ManagedObjectModel) {
    self.model = model
    for entity in model.entities { entityNumbers[entity.name] = writer.reserve() }
  }

  private func archive() -> Data {
    let root = writer.reserve()
    var pairs: [(String, WrittenValue)] = []
    for entity in model.entities { pairs.append((entity.name, write(entity, root))) }
    let versions = writer.array(
      model.versionIdentifiers.map { writer.text($0) },
      className: "NSSet"
    )
    writer.object(
      "NSManagedObjectModel",
      ["NSEntities": writer.knownKeys(pairs), "NSVersionIdentifiers": versions],
      as: root
    )
    return writer.data(.uid(root))
  }

  private func reference(_ entity: String?) -> WrittenValue {
    entity.flatMap { entityNumbers[$0] }.map(WrittenValue.uid) ?? ArchiveWriter.null
  }

  private func write(_ entity: ModelEntity, _ root: Int) -> WrittenValue {
    var properties: [(String, WrittenValue)] = []
    for owner in model.lineage(of: entity.name).reversed() {
      guard let declared = model.entity(owner) else { continue }
      properties += declared.attributes.map { ($0.name, write($0, of: owner)) }
      properties += declared.relationships.map { relationship in
        let written = write(relationship, of: owner)
        guard owner != entity.name else { return (relationship.name, written) }
        // Inherited members are in a proxy, or repeated.
        let proxy = [
          "NSUnderlyingProperty": written, "NSPropertyName": writer.text(relationship.name),
        ]
        return (relationship.name, writer.object("_NSPropertyDescriptionProxy", proxy))
      }
    }
    properties += entity.fetchedProperties.map { name in
      (name, writer.object("NSFetchedPropertyDescription", ["NSPropertyName": writer.text(name)]))
    }
    let keys = entity.uniqueKeys.map { key in writer.array(key.map { writer.text($0) }) }
    let indexes = entity.indexes.map { index in
      writer.object(
        "NSFetchIndexDescription",
        [
          "NSIndexElements": writer.array(
            index.map { name in
              writer.object(
                "NSFetchIndexElementDescription",
                ["NSPropertyName": writer.text(name)]
              )
            }
          )
        ]
      )
    }
    return writer.object(
      "NSEntityDescription",
      [
        "NSEntityName": mutableText(entity.name), "NSManagedObjectModel": .uid(root),
        "NSClassNameForEntity": writer.text(entity.className),
        "NSSuperentity": reference(entity.parent),
        "NSIsAbstract": writer.plain(.bool(entity.isAbstract)),
        "NSProperties": writer.knownKeys(properties),
        "NSUniqueTuples": writer.array(keys, className: "NSMutableArray"),
        "NSFetchIndexDescriptions": writer.array(indexes, className: "NSMutableArray"),
        "NSRenamingIdentifier": writer.text(entity.renamingIdentifier),
      ],
      as: entityNumbers[entity.name]
    )
  }

  private func mutableText(_ text: String) -> WrittenValue {
    writer.object("NSMutableString", ["NS.string": .string(text)])
  }

  private func write(_ attribute: ModelAttribute, of entity: String) -> WrittenValue {
    var members: [String: WrittenValue] = [
      "NSPropertyName": writer.text(attribute.name), "NSEntity": reference(entity),
      "NSAttributeType": .int(attribute.type.rawValue),
      "NSFlagsKey": .int(attribute.allowsExternalStorage ? 4 : 0),
      "NSDefaultValue": attribute.defaultValue.map(write) ?? ArchiveWriter.null,
      "NSAttributeValueClassName": writer.text(attribute.valueClass),
      "NSValueTransformerName": writer.text(attribute.transformer),
    ]
    // A truth value that is missing is false.
    if attribute.isOptional { members["NSIsOptional"] = .bool(true) }
    if attribute.isTransient { members["NSIsTransient"] = .bool(true) }
    if !attribute.elements.isEmpty {
      members["NSCompositeElements"] = writer.array(
        attribute.elements.map { write($0, of: entity) }
      )
    }
    let name = attribute.isDerived ? "NSDerivedAttributeDescription" : "NSAttributeDescription"
    return writer.object(name, members)
  }

  private func write(_ value: StandardValue) -> WrittenValue {
    switch value {
    case .bool(let value): writer.plain(.bool(value))
    case .integer(let number): writer.plain(.int(number))
    case .real(let number): writer.plain(.real(number))
    case .string(let text): writer.text(text)
    case .date(let seconds): writer.object("NSDate", ["NS.time": .real(seconds)])
    default: ArchiveWriter.null
    }
  }

  private func write(_ relationship: ModelRelationship, of entity: String) -> WrittenValue {
    writer.object(
      "NSRelationshipDescription",
      [
        "NSPropertyName": writer.text(relationship.name), "NSEntity": reference(entity),
        "NSDestinationEntity": reference(relationship.destination),
        "_NSDestinationEntityName": writer.text(relationship.destination),
        "_NSInverseRelationshipName": writer.text(relationship.inverse),
        "NSDeleteRule": .int(relationship.deleteRule.rawValue),
        "NSMinCount": .int(relationship.minCount), "NSMaxCount": .int(relationship.maxCount),
        "NSIsOrdered": .bool(relationship.isOrdered),
        "NSIsOptional": .bool(relationship.isOptional),
        "NSIsTransient": .bool(relationship.isTransient),
      ]
    )
  }
}
