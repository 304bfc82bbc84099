/// Derives names of entities, structs and relationships from file and field names.
package enum DerivedName {
  /// The file's name without folders and extension; invalid characters become `_`.
  package static func name(forFile path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let base = file.split(separator: ".", omittingEmptySubsequences: true).first.map(String.init)
    return cleaned(base ?? "data")
  }

  /// The type name for a field: `Order` for `orders`, `LineItem` for
  /// `line_items`.
  package static func typeName(forField name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }.map { capitalized(String($0)) }
    return cleaned(words.isEmpty ? "Value" : words.joined())
  }

  /// The name with its first letter in upper case.
  package static func capitalized(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The name with its first letter in lower case.
  package static func uncapitalized(_ name: String) -> String {
    name.prefix(1).lowercased() + name.dropFirst()
  }

  private static func cleaned(_ name: String) -> String {
    let cleaned = name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" }
    guard let first = cleaned.first, !first.isNumber else { return "_" + String(cleaned) }
    return String(cleaned)
  }
}
