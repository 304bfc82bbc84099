import Expressions
import Model

/// The names of an attribute path, and whether each is optional.
struct SwiftAttributeSteps {
  let names: [String]
  private(set) var optionals: [Bool] = []

  init(_ path: AttributePath, of entity: String, in schema: Schema, _ kinds: ComputedNames) {
    let specialized = kinds.specialized(path.components[0])
    let first = specialized?.name ?? path.components[0]
    names = [first] + path.components.dropFirst()
    guard let attribute = schema.entity(specialized?.entity ?? entity)?.attribute(first) else {
      optionals = names.map { _ in true }
      return
    }
    optionals = [attribute.isOptional]
    var type = attribute.type
    for name in names.dropFirst() {
      guard case .composite(let composite) = type, let field = composite.field(name) else {
        optionals.append(true)
        continue
      }
      optionals.append(field.isOptional)
      type = field.type
    }
  }
}
