import CoreDataModels
import Model

extension AttributeSource {
  /// Model information about an attribute beyond its type; nil if there is none.
  ///
  /// - Parameter content: The stored value, which may be the single part of a composite.
  init?(
    _ content: ModelAttribute,
    of attribute: ModelAttribute,
    _ type: ValueType,
    _ defaultValue: DefaultValue?
  ) {
    self.init()
    isExternal = content.allowsExternalStorage
    switch content.type {
    case .int16: typeName = "Int16"
    case .int32: typeName = "Int32"
    case .float: typeName = "Float"
    // A String literal cannot be a URL's default.
    case .uri where defaultValue == nil: typeName = "URL"
    case .transformable:
      transformer = content.transformer
      // Arrays are arrays in the language, too.
      if type == .string { setClass(content) }
    default: break
    }
    if content.name == attribute.name, attribute.type == .composite {
      remark = "an enum, by its raw value"
    } else if attribute.isDerived {
      remark = "derived"
    }
    if self == AttributeSource() { return nil }
  }

  private mutating func setClass(_ content: ModelAttribute) {
    // Omit the module's name.
    let name = content.valueClass?.split(separator: ".").last.map(String.init)
    typeName = name ?? "NSObject"
    // The default transformer.
    if transformer == nil { transformer = "NSSecureUnarchiveFromData" }
  }
}
