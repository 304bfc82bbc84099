/// Paths in JSON documents, as people write them: `data.users`, `data['a.b'].0`.
public enum PlacePath {
  /// The keys and indices of a path.
  ///
  /// A key with a dot is written in brackets and quotes, as `['a.b']`; an index can be in brackets
  /// too.
  public static func keys(_ text: String) -> [String] {
    var keys: [String] = []
    var rest = text[...]
    var key = ""
    func end() {
      if !key.isEmpty { keys.append(key) }
      key = ""
    }
    while let character = rest.first {
      if let (bracketed, after) = bracketedKey(rest) {
        end()
        keys.append(bracketed)
        rest = after
        continue
      }
      rest.removeFirst()
      if character == "." { end() } else { key.append(character) }
    }
    end()
    return keys
  }

  /// The path for keys. ``keys(_:)`` reads it, except for keys that neither quote can hold.
  public static func text(_ keys: some Sequence<String>) -> String {
    keys.reduce(into: "") { text, key in
      if key.isEmpty || key.contains(where: { ".[".contains($0) }) {
        let quote = key.contains("']") ? "\"" : "'"
        text += "[\(quote)\(key)\(quote)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key
      }
    }
  }

  /// `['a.b']`, `["a.b"]` or `[3]` at the start of a text, and the rest; nil if there is none.
  private static func bracketedKey(_ text: Substring) -> (key: String, after: Substring)? {
    guard text.first == "[", let quote = text.dropFirst().first else { return nil }
    if quote == "'" || quote == "\"" {
      let inner = text.dropFirst(2)
      guard let end = inner.firstRange(of: "\(quote)]") else { return nil }
      return (String(inner[..<end.lowerBound]), inner[end.upperBound...])
    }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let after = text[digits.endIndex...]
    return digits.isEmpty || after.first != "]" ? nil : (String(digits), after.dropFirst())
  }
}
