/// Converts the names of tables and columns.
package enum PlainName {
  /// The name if it is one word of the language, even a reserved one; otherwise its words joined:
  /// `OrderDetails` for `Order Details`, `unit_price` for `unit-price`, or `fallback` if nothing is
  /// left.
  package static func word(_ name: String, fallback: String) -> String {
    if isWord(name) { return name }
    var result = ""
    for part in name.unicodeScalars.split(whereSeparator: { !continuesWord($0) }) {
      let isCapitalized = part.first.map(\.properties.isUppercase) ?? false
      if !result.isEmpty, !isCapitalized { result += "_" }
      result.unicodeScalars.append(contentsOf: part)
    }
    if result.isEmpty { return fallback }
    return result.unicodeScalars.first.map(startsWord) == true ? result : "_" + result
  }

  /// The name as members are written: `invoiceLine` for `InvoiceLine`, `urlHash` for `URLHash`,
  /// `album` for `ALBUM`.
  package static func lowerCamel(_ name: String) -> String {
    if !name.contains(where: \.isLowercase) { return name.lowercased() }
    let capitals = name.prefix(while: \.isUppercase)
    if capitals.count <= 1 { return capitals.lowercased() + name.dropFirst(capitals.count) }
    let rest = name.dropFirst(capitals.count)
    let begins = rest.first?.isLowercase ?? false ? capitals.dropLast() : capitals
    return begins.lowercased() + name.dropFirst(begins.count)
  }

  private static func isWord(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return startsWord(first) && name.unicodeScalars.dropFirst().allSatisfy(continuesWord)
  }

  private static func startsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_"
      || (scalar.isASCII ? scalar.properties.isAlphabetic : scalar.properties.isXIDStart)
  }

  private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
    startsWord(scalar) || scalar.properties.isXIDContinue
  }
}
