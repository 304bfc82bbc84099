import Expressions
import Model

/// Enums and structs as `Codable` types.
enum SwiftTypeSource {
  static func lines(of declared: DeclaredType) -> [String] {
    let documentation = SwiftComment.documentation(declared.documentation)
    switch declared.type {
    case .enumeration(let type): return documentation + enumeration(type)
    case .composite(let type): return documentation + structure(declared.name, type)
    default: return []
    }
  }

  private static func enumeration(_ type: EnumerationType) -> [String] {
    let head = "enum \(SwiftName.quoted(type.name)): String, Codable, CaseIterable {"
    let cases = type.cases.map(enumerationCase)
    let line = "  case " + cases.joined(separator: ", ")
    return [head] + (line.count <= SwiftLayout.width ? [line] : cases.map { "  case \($0)" })
      + ["}"]
  }

  /// `food`, with a raw value if Swift needs another name.
  private static func enumerationCase(_ name: String) -> String {
    let quoted = SwiftName.quoted(name)
    return SwiftName.isValid(name) ? quoted : "\(quoted) = \(SwiftLayout.string(name))"
  }

  /// A struct, with nested structs for unnamed ones, such as objects in JSON files.
  static func structure(_ name: String, _ type: CompositeType) -> [String] {
    let head = "struct \(SwiftName.quoted(name)): Codable, Hashable {"
    let nested = SwiftNestedTypes(type.fields.map { ($0.name, $0.type) })
    return [head] + type.fields.map { "  " + field($0, nested) }
      + nested.declarations.flatMap { [""] + SwiftLayout.indented($0) } + ["}"]
  }

  /// `var zip: String?`
  private static func field(_ field: CompositeField, _ nested: SwiftNestedTypes) -> String {
    let type = nested.text(of: field.name, field.type) + (field.isOptional ? "?" : "")
    return "var \(SwiftName.quoted(field.name)): \(type)" + SwiftLayout.otherName(field.name)
  }
}

/// The nested structs of a type, one for each member with an unnamed struct.
struct SwiftNestedTypes {
  private var names: [String: String] = [:]
  /// The declarations.
  private(set) var declarations: [[String]] = []

  /// - Parameter members: The members of a type, whose names the structs cannot have.
  init(_ members: [(name: String, type: ValueType)]) {
    var used = Set(members.map(\.name))
    for (name, type) in members {
      guard let composite = type.unnamedComposite else { continue }
      var typeName = name.prefix(1).uppercased() + name.dropFirst() + "Value"
      while !used.insert(typeName).inserted { typeName += "_" }
      names[name] = typeName
      declarations.append(SwiftTypeSource.structure(typeName, composite))
    }
  }

  /// The type of an attribute; the app's own type if it is known.
  func text(of attribute: Attribute) -> String {
    attribute.source?.typeName.map(SwiftName.quoted) ?? text(of: attribute.name, attribute.type)
  }

  /// The type of a member.
  func text(of member: String, _ type: ValueType) -> String {
    guard let typeName = names[member] else { return SwiftTypeName.text(type) }
    let name = SwiftName.quoted(typeName)
    if case .list = type { return "[\(name)]" }
    return name
  }
}

extension ValueType {
  fileprivate var unnamedComposite: CompositeType? {
    switch self {
    case .composite(let type): type.name == nil ? type : nil
    case .list(let element): element.unnamedComposite
    default: nil
    }
  }
}
