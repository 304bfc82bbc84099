import Diagnostics
package import Model
import Rendering
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

extension QuerySession {
  /// How models differ, no more than a few lines.
  package func differences(from old: Schema, to new: Schema) -> [String] {
    let all = SchemaDifferences(from: old, to: new).all.map(\.text)
    if all.count <= Self.mostDifferences { return all }
    let rest = all.count - Self.mostDifferences
    return all.prefix(Self.mostDifferences) + ["\(counted(rest, "more difference"))"]
  }

  private static let mostDifferences = 8
}
