/// Creates names that differ by more than case, as SQLite requires for tables and columns.
struct UniqueIdentifiers {
  private var taken: Set<String> = []

  /// `wanted` if it is free, otherwise with a number appended.
  mutating func take(_ wanted: String) -> String {
    let wanted = wanted.isEmpty ? "@" : wanted.replacing("\0", with: "@0")
    var name = wanted
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(wanted)@\(number)"
    }
    return name
  }
}
