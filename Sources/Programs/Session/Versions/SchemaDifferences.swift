import Diagnostics
import Model
import Syntax

/// How models differ from others, declaration by declaration.
struct SchemaDifferences {
  /// What one declaration, or a member of it, is before and after.
  struct Difference: Hashable {
    /// The model, enum or struct.
    let name: String
    /// What is said before; nil where nothing is.
    let before: String?
    /// What is said after; nil where nothing is.
    let after: String?

    /// `Budget: limit: Double → limit: Int`
    var text: String {
      switch (before, after) {
      case (let before?, let after?): "\(name): `\(before)` → `\(after)`"
      case (let before?, nil): "\(name): without `\(before)`"
      case (nil, let after?): "\(name): with `\(after)`"
      case (nil, nil): name
      }
    }
  }

  /// All differences, in the order of the names.
  let all: [Difference]

  /// What would have to be done with `old` to make `new` of it.
  init(from old: Schema, to new: Schema) {
    let (old, new) = (old.withoutPast, new.withoutPast)
    let names = Set(old.declaredNames + new.declaredNames).sorted()
    all = names.flatMap { Self.differences(of: $0, old, new) }
  }

  private static func differences(
    of name: String,
    _ old: Schema,
    _ new: Schema
  ) -> [Difference] {
    let before = members(of: name, old)
    let after = members(of: name, new)
    if before == after { return [] }
    guard !before.isEmpty else {
      return [Difference(name: name, before: nil, after: heading(of: name, new))]
    }
    guard !after.isEmpty else {
      return [Difference(name: name, before: heading(of: name, old), after: nil)]
    }
    let gone = before.filter { !after.contains($0) }
    var added = after.filter { !before.contains($0) }
    let changed = gone.map { line -> Difference in
      let place = added.firstIndex { key(of: $0) == key(of: line) }
      return Difference(name: name, before: line, after: place.map { added.remove(at: $0) })
    }
    return changed + added.map { Difference(name: name, before: nil, after: $0) }
  }

  /// The head of a declaration and its members, a line each.
  private static func members(of name: String, _ schema: Schema) -> [String] {
    SchemaPrinter(schema: schema).lines(of: name).map(\.plain).filter { $0 != "}" }.map { line in
      String(line.drop { $0 == " " }).withoutOpenBrace
    }
  }

  private static func heading(of name: String, _ schema: Schema) -> String {
    members(of: name, schema).first ?? name
  }

  /// What tells members apart: their names, or the word that begins them.
  private static func key(of line: String) -> Substring {
    line.prefix { $0 != ":" && $0 != "=" && $0 != " " }
  }
}

extension String {
  fileprivate var withoutOpenBrace: String { hasSuffix(" {") ? String(dropLast(2)) : self }
}

extension Schema {
  /// The same models without what they say of their past and of what they are for.
  var withoutPast: Schema {
    Schema(
      entities: entities.map { entity in
        Entity(
          name: entity.name,
          parent: entity.parent,
          properties: entity.ownProperties.map(\.withoutPast),
          displayProperty: entity.ownDisplayProperty,
          constraints: entity.ownConstraints,
          identity: entity.identity
        )
      },
      types: types.map(\.withoutDocumentation)
    )
  }

  /// What tells these models from others, in 16 hexadecimal digits: documentation, order and former names of
  /// members make no difference.
  var checksum: String {
    let schema = withoutPast
    let printer = SchemaPrinter(schema: schema)
    let text = schema.declaredNames.sorted().map { name in
      // A declaration begins with its head; the order of members says how records are shown, no more.
      printer.lines(of: name).map(\.plain).sorted().joined(separator: "\n")
    }.joined(separator: "\n\n")
    // FNV-1a: it tells versions apart, and is no protection against anybody.
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Property {
  fileprivate var withoutPast: Property {
    switch self {
    case .attribute(var attribute):
      attribute.formerName = nil
      return .attribute(attribute)
    case .relationship(var relationship):
      relationship.formerName = nil
      return .relationship(relationship)
    case .computed:
      return self
    }
  }
}

extension DeclaredType {
  fileprivate var withoutDocumentation: DeclaredType {
    switch type {
    case .enumeration(let type): .enumeration(type)
    case .composite(let type): .structure(type)
    default: self
    }
  }
}
