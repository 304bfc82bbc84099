import Model
package import SQLGeneration

/// Creates names that differ by more than case, as SQLite requires for tables and columns.
package struct UniqueIdentifiers {
  private var taken: Set<String> = []
  private let dialect: SQLDialect

  package init(_ dialect: SQLDialect) { self.dialect = dialect }

  /// `wanted` if it is free, otherwise with a number appended.
  package mutating func take(_ wanted: String) -> String {
    let wanted = wanted.isEmpty ? "@" : wanted.replacing("\0", with: "@0")
    var name = dialect.fitting(wanted)
    var number = 1
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = dialect.fitting(wanted, ending: "@\(number)")
    }
    return name
  }
}

extension SQLDialect {
  /// A string as it is stored: servers cannot store U+0000, which is written with two others.
  package func storable(_ text: String) -> String {
    guard self == .postgreSQL,
      text.unicodeScalars.contains(where: { $0 == "\0" || $0 == "\u{E000}" })
    else { return text }
    return text.replacing(scalar: "\u{E000}", with: "\u{E000}\u{E001}")
      .replacing(scalar: "\0", with: "\u{E000}\u{E000}")
  }

  /// The string that was stored as `text`.
  package func original(_ text: String) -> String {
    guard self == .postgreSQL, text.unicodeScalars.contains("\u{E000}") else { return text }
    var result = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.unicodeScalars.append(scalar == "\u{E000}" ? "\0" : "\u{E000}")
        isEscaped = false
      } else if scalar == "\u{E000}" {
        isEscaped = true
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The longest name in bytes; nil for no limit.
  private var longestName: Int? { self == .sqlite ? nil : 63 }

  /// The name with an ending, shortened if it is too long.
  ///
  /// A shortened name contains a checksum of the whole name.
  package func fitting(_ name: String, ending: String = "") -> String {
    guard let longestName, name.utf8.count + ending.utf8.count > longestName else {
      return name + ending
    }
    let checksum = name.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    let end = "@" + String(checksum, radix: 36) + ending
    var start = ""
    for scalar in name.unicodeScalars {
      if start.utf8.count + String(scalar).utf8.count + end.utf8.count > longestName { break }
      start.unicodeScalars.append(scalar)
    }
    return start + end
  }
}
