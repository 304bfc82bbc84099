public import KeyedArchives

/// The type of an attribute; the numbers are Core Data's.
public enum ModelAttributeType: Int64, Hashable, Sendable, CaseIterable {
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
public struct ModelAttribute: Hashable, Sendable {
  /// The attribute's name.
  public var name: String
  /// Its type.
  public var type: ModelAttributeType
  /// Whether it may be nil.
  public var isOptional: Bool
  /// Whether it is not stored.
  public var isTransient: Bool
  /// Whether the store computes it of others; it is stored all the same.
  public var isDerived: Bool
  /// Whether large values lie in files of their own.
  public var allowsExternalStorage: Bool
  /// What a new record has; nil where that is nil, or of a class that is not known.
  public var defaultValue: StandardValue?
  /// The class of its values; nil where the model names none.
  public var valueClass: String?
  /// What turns values of a transformable into data; nil for the usual keyed archive.
  public var transformer: String?
  /// The parts of a composite in the order of their names.
  public var elements: [ModelAttribute]

  /// Makes an attribute.
  public init(
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

  /// The enum or other type of one value that SwiftData writes as a composite with one part of the
  /// same name; nil for other attributes.
  public var soleElement: ModelAttribute? {
    guard type == .composite, elements.count == 1, let element = elements.first,
      element.name == name
    else { return nil }
    return element
  }

  /// The stored values with the names that lead to each, this attribute's own first.
  public var leaves: [(path: [String], attribute: ModelAttribute)] {
    guard type == .composite else { return [([name], self)] }
    return elements.flatMap { element in
      element.leaves.map { ([name] + $0.path, $0.attribute) }
    }
  }
}
