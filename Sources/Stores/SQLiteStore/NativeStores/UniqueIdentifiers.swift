/// Gives out names that differ in more than case, as SQLite asks of the columns of a table and of
/// tables.
struct UniqueIdentifiers {
  private var taken: Set<String> = []

  /// `wanted` if it is free, else that with a number behind it.
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
