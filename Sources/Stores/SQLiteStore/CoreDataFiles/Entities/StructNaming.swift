import Model
import TableModels

/// Names the structs of composites. Models contain only the attribute's name, so a struct gets the
/// capitalized name of its first attribute.
struct StructNaming {
  /// The structs; parts precede the structs that contain them.
  private(set) var all: [CompositeType] = []
  private var taken = DistinctNames()
  private var named: [Form: CompositeType] = [:]

  /// Attributes with the same name and fields in several entities share a struct.
  private struct Form: Hashable {
    let attribute: String
    let fields: [CompositeField]
  }

  /// - Parameter entities: Names that structs must not have.
  init(besides entities: [String]) {
    for entity in entities { _ = taken.claim(entity) }
  }

  /// The struct of an attribute with these fields.
  mutating func type(of attribute: String, _ fields: [CompositeField]) -> CompositeType {
    let form = Form(attribute: attribute, fields: fields)
    if let known = named[form] { return known }
    let word = PlainName.word(attribute, fallback: "Struct")
    let name = taken.claim(firstOf: [word.prefix(1).uppercased() + word.dropFirst()])
    let type = CompositeType(name: name, fields: fields)
    named[form] = type
    all.append(type)
    return type
  }
}
