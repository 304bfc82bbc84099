package import KeyedArchives

/// The type of an attribute with Core Data's number.
package enum ModelAttributeType: Int64, Hashable, Sendable, CaseIterable {
  case undefined = 0
  case int16 = 100
  case int32 = 200
  case int64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case bool = 800
  case date = 900
  case binary = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100
}

/// An attribute of an entity, or a part of a composite.
package struct ModelAttribute: Hashable, Sendable {
  package var name: String
  package var type: ModelAttributeType
  /// Whether it may be nil.
  package var isOptional: Bool
  /// Whether it is not stored.
  package var isTransient: Bool
  /// Whether the store computes it from other attributes; its value is stored nevertheless.
  package var isDerived: Bool
  /// Whether large values are in separate files.
  package var allowsExternalStorage: Bool
  /// The default value; nil if there is none, or its class is not supported.
  package var defaultValue: StandardValue?
  /// The class of its values; nil if the model does not name one.
  package var valueClass: String?
  /// The transformer of a transformable attribute; nil for keyed archives.
  package var transformer: String?
  /// The parts of a composite, sorted by name.
  package var elements: [ModelAttribute]

  package init(
    name: String,
    type: ModelAttributeType,
    isOptional: Bool = true,
    isTransient: Bool = false,
    isDerived: Bool = false,
    allowsExternalStorage: Bool = false,
    defaultValue: StandardValue? = nil,
    valueClass: String? = nil,
    transformer: String? = nil,
    elements: [ModelAttribute] = []
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isDerived = isDerived
    self.allowsExternalStorage = allowsExternalStorage
    self.defaultValue = defaultValue
    self.valueClass = valueClass
    self.transformer = transformer
    var names: Set<String> = []
    self.elements = elements.filter { names.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
  }

  /// The enum or other single value that SwiftData writes as a composite with one part of the same
  /// name; nil for other attributes.
  package var soleElement: ModelAttribute? {
    guard type == .composite, elements.count == 1, let element = elements.first,
      element.name == name
    else { return nil }
    return element
  }

  /// The stored values with their paths, each starting with this attribute's name.
  package var leaves: [(path: [String], attribute: ModelAttribute)] {
    guard type == .composite else { return [([name], self)] }
    return elements.flatMap { element in
      element.leaves.map { ([name] + $0.path, $0.attribute) }
    }
  }
}
