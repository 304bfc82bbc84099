/// What is made of the names of tables and columns.
enum PlainName {
  /// The name as it is where it is one word of the language, reserved or not; else its words joined:
  /// `OrderDetails` of `Order Details`, `unit_price` of `unit-price`. Nothing is left of some names, which
  /// become `fallback`.
  static func word(_ name: String, fallback: String) -> String {
    if isWord(name) { return name }
    var result = ""
    for part in name.unicodeScalars.split(whereSeparator: { !continuesWord($0) }) {
      let isCapitalised = part.first.map(\.properties.isUppercase) ?? false
      if !result.isEmpty, !isCapitalised { result += "_" }
      result.unicodeScalars.append(contentsOf: part)
    }
    if result.isEmpty { return fallback }
    return result.unicodeScalars.first.map(startsWord) == true ? result : "_" + result
  }

  /// The name as members are written: `invoiceLine` of `InvoiceLine`, `urlHash` of `URLHash`, `album` of
  /// `ALBUM`.
  static func lowerCamel(_ name: String) -> String {
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
