import Diagnostics
package import Model
import Rendering
import Syntax

/// The differences between two schemas, by declaration.
struct SchemaDifferences {
  /// A declaration or member before and after.
  struct Difference: Hashable {
    /// The name of the model, enum or struct.
    let name: String
    /// The old text; nil if it is new.
    let before: String?
    /// The new text; nil if it is gone.
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

    /// The difference between this store and another one.
    func text(in store: String) -> String {
      switch (before, after) {
      case (let before?, let after?): "\(name): `\(before)` here, `\(after)` in \(store)"
      case (let before?, nil): "\(name): `\(before)` is only here"
      case (nil, let after?): "\(name): `\(after)` is only in \(store)"
      case (nil, nil): name
      }
    }
  }

  /// All differences, sorted by name.
  let all: [Difference]

  /// Compares two schemas.
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

  /// The first line of a declaration and its members.
  private static func members(of name: String, _ schema: Schema) -> [String] {
    SchemaPrinter(schema: schema).lines(of: name).map(\.plain).filter { $0 != "}" }.map { line in
      String(line.drop { $0 == " " }).withoutOpenBrace
    }
  }

  private static func heading(of name: String, _ schema: Schema) -> String {
    members(of: name, schema).first ?? name
  }

  /// What identifies a member: its name, or its first word.
  private static func key(of line: String) -> Substring {
    line.prefix { $0 != ":" && $0 != "=" && $0 != " " }
  }
}

extension String {
  fileprivate var withoutOpenBrace: String { hasSuffix(" {") ? String(dropLast(2)) : self }
}

extension QuerySession {
  /// The differences between two schemas, a few lines at most.
  package func differences(from old: Schema, to new: Schema) -> [String] {
    let all = SchemaDifferences(from: old, to: new).all.map(\.text)
    if all.count <= Self.maxDifferences { return all }
    let rest = all.count - Self.maxDifferences
    return all.prefix(Self.maxDifferences) + ["\(counted(rest, "more difference"))"]
  }

  private static let maxDifferences = 8
}
