import Model

/// Gives composites the names of structs: models name the attribute alone, so a struct is called as the
/// first attribute that it is of, with a capital.
struct StructNaming {
  /// The structs, those that others are made of first.
  private(set) var all: [CompositeType] = []
  private var taken = DistinctNames()
  private var named: [Form: CompositeType] = [:]

  /// What tells structs apart: one attribute of the same fields in several entities is of one struct.
  private struct Form: Hashable {
    let attribute: String
    let fields: [CompositeField]
  }

  /// - Parameter entities: Names that no struct gets.
  init(besides entities: [String]) {
    for entity in entities { _ = taken.claim(entity) }
  }

  /// The struct of an attribute that has these fields.
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
