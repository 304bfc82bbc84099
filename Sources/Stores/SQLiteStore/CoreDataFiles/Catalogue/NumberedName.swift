/// A name with the number of an entity before it: `Z_2TAGS`, `Z2ITEMS`.
struct NumberedName {
  let number: Int64
  let name: String

  /// Nil for other names.
  init?(_ text: String, prefix: String) {
    guard text.hasPrefix(prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), digits.count < rest.count else { return nil }
    self.number = number
    name = String(rest.dropFirst(digits.count))
  }
}
