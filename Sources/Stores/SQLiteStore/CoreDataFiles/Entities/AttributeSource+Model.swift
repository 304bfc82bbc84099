import CoreDataModels
import Model

extension AttributeSource {
  /// What the model says of an attribute beyond its type in the language; nil where that is nothing.
  ///
  /// - Parameters:
  ///   - content: What is stored, which may be the one part of a composite.
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
    // A literal of a text is no URL.
    case .uri where defaultValue == nil: typeName = "URL"
    case .transformable:
      transformer = content.transformer
      // Arrays are as the language has them.
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
    // The module's name is no part of the type's.
    let name = content.valueClass?.split(separator: ".").last.map(String.init)
    typeName = name ?? "NSObject"
    // Without a name it is the usual one for secure archives.
    if transformer == nil { transformer = "NSSecureUnarchiveFromData" }
  }
}
