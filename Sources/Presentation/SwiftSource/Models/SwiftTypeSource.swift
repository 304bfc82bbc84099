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

  /// `food`; with its text where Swift cannot bear the name as it is.
  private static func enumerationCase(_ name: String) -> String {
    let quoted = SwiftName.quoted(name)
    return SwiftName.isKept(name) ? quoted : "\(quoted) = \(SwiftLayout.string(name))"
  }

  /// A struct, with those within it that have no name of their own, as objects in JSON files.
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

/// The structs that stand within a type, one for each member whose composite has no name.
struct SwiftNestedTypes {
  private var names: [String: String] = [:]
  /// The declarations, one after another.
  private(set) var declarations: [[String]] = []

  /// `members` are those of one type, with the names of which the structs' names must not meet.
  init(_ members: [(name: String, type: ValueType)]) {
    var used = Set(members.map(\.name))
    for (name, type) in members {
      guard let composite = type.unnamedComposite else { continue }
      var made = name.prefix(1).uppercased() + name.dropFirst() + "Value"
      while !used.insert(made).inserted { made += "_" }
      names[name] = made
      declarations.append(SwiftTypeSource.structure(made, composite))
    }
  }

  /// The type of an attribute: that of the app's own code where it is known.
  func text(of attribute: Attribute) -> String {
    attribute.source?.typeName.map(SwiftName.quoted) ?? text(of: attribute.name, attribute.type)
  }

  /// The type of a member.
  func text(of member: String, _ type: ValueType) -> String {
    guard let made = names[member] else { return SwiftTypeName.text(type) }
    let name = SwiftName.quoted(made)
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
