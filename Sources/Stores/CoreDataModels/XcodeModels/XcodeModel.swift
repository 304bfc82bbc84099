import Foundation
package import KeyedArchives

/// Models in Xcode's format: the XML file `contents` of a `.xcdatamodel`.
extension ManagedObjectModel {
  /// Reads the XML of a model.
  package init(xml: [UInt8]) throws(FormatError) {
    let root = try XMLReader.read(xml)
    guard root.name == "model" else { throw FormatError("it does not contain a model") }
    let reader = XcodeModelReader(root)
    self.init(
      entities: root.children("entity").compactMap(reader.entity),
      versionIdentifiers: [root.attributes["userDefinedModelVersionIdentifier"] ?? ""]
        .filter { !$0.isEmpty }
    )
  }
}

/// Reads the entities in a model's XML.
private struct XcodeModelReader {
  /// Composites by name.
  private let composites: [String: XMLElement]
  private static let mostLevels = 32

  init(_ root: XMLElement) {
    let declared = root.children.filter { ["compositeAttribute", "composite"].contains($0.name) }
    composites = Dictionary(
      declared.compactMap { element in element.attributes["name"].map { ($0, element) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func entity(_ element: XMLElement) -> ModelEntity? {
    guard let name = element.attributes["name"] else { return nil }
    return ModelEntity(
      name: name,
      parent: element.attributes["parentEntity"],
      className: element.attributes["representedClassName"],
      isAbstract: element.flag("isAbstract"),
      attributes: element.children("attribute").compactMap { attribute($0, level: 0) },
      relationships: element.children("relationship").compactMap(relationship),
      fetchedProperties: element.children("fetchedProperty").compactMap { $0.attributes["name"] },
      uniqueKeys: element.children("uniquenessConstraints").flatMap(\.children).map { key in
        key.children("constraint").compactMap { $0.attributes["value"] }
      },
      indexes: element.children("fetchIndex").map { index in
        index.children("fetchIndexElement").compactMap { $0.attributes["property"] }
      },
      renamingIdentifier: element.attributes["elementID"] ?? name
    )
  }

  private func attribute(_ element: XMLElement, level: Int) -> ModelAttribute? {
    guard let name = element.attributes["name"], level < Self.mostLevels else { return nil }
    let type = Self.types[element.attributes["attributeType"] ?? ""] ?? .undefined
    return ModelAttribute(
      name: name,
      type: type,
      isOptional: element.flag("optional"),
      isTransient: element.flag("transient"),
      isDerived: element.flag("derived"),
      allowsExternalStorage: element.flag("allowsExternalBinaryDataStorage"),
      defaultValue: defaultValue(element, type),
      valueClass: element.attributes["customClassName"],
      transformer: element.attributes["valueTransformerName"],
      elements: type == .composite ? parts(of: element, level: level) : []
    )
  }

  /// The parts of a composite, declared inline or next to the entities.
  private func parts(of element: XMLElement, level: Int) -> [ModelAttribute] {
    let declared = element.attributes
      .first { $0.key != "name" && composites[$0.value] != nil }
      .flatMap { composites[$0.value] }
    return (declared ?? element).children("attribute")
      .compactMap { attribute($0, level: level + 1) }
  }

  private static let types: [String: ModelAttributeType] = [
    "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal,
    "Double": .double, "Float": .float, "String": .string, "Boolean": .bool, "Date": .date,
    "Binary": .binary, "UUID": .uuid, "URI": .uri, "Transformable": .transformable,
    "Object ID": .objectID, "Composite": .composite, "Undefined": .undefined,
  ]

  private func defaultValue(_ element: XMLElement, _ type: ModelAttributeType) -> StandardValue? {
    if type == .date {
      return element.attributes["defaultDateTimeInterval"].flatMap(Double.init)
        .map(StandardValue.date)
    }
    guard let text = element.attributes["defaultValueString"] else { return nil }
    switch type {
    case .int16, .int32, .int64: return Int64(text).map(StandardValue.integer)
    case .double, .float: return Double(text).map(StandardValue.real)
    case .decimal: return Decimal(string: text, locale: nil).map(StandardValue.decimal)
    case .bool: return .bool(text == "YES")
    case .string, .uri: return .string(text)
    case .uuid: return UUID(uuidString: text).map(StandardValue.uuid)
    default: return nil
    }
  }

  private func relationship(_ element: XMLElement) -> ModelRelationship? {
    guard let name = element.attributes["name"],
      let destination = element.attributes["destinationEntity"]
    else { return nil }
    let maximum = element.attributes["maxCount"].flatMap(Int64.init)
    return ModelRelationship(
      name: name,
      destination: destination,
      inverse: element.attributes["inverseName"],
      deleteRule: Self.rules[element.attributes["deletionRule"] ?? ""] ?? .noAction,
      minCount: element.attributes["minCount"].flatMap(Int64.init) ?? 0,
      maxCount: element.flag("toMany") ? (maximum == 1 ? 0 : maximum ?? 0) : maximum ?? 1,
      isOrdered: element.flag("ordered"),
      isOptional: element.flag("optional"),
      isTransient: element.flag("transient")
    )
  }

  private static let rules: [String: ModelRelationship.DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]
}

extension XMLElement {
  /// Whether an attribute is `YES`.
  fileprivate func flag(_ name: String) -> Bool { attributes[name] == "YES" }
}
