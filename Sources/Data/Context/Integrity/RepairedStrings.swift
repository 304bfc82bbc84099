import Columns

/// Strings with U+FFFD, which may stand for invalid UTF-8.
extension Column {

  /// Whether any string of the column contains it.
  var hasRepairedText: Bool {
    guard case .string(let texts) = self else { return false }
    let mark = Array("\u{FFFD}".utf8)
    return texts.dictionary.bytes.indices.contains { start in
      texts.dictionary.bytes[start] == mark[0]
        && texts.dictionary.bytes[start...].starts(with: mark)
    }
  }

  /// Whether the string in a row contains it.
  func hasRepairedText(_ row: Int) -> Bool {
    guard case .string(let texts) = self else { return false }
    return texts.string(at: row)?.unicodeScalars.contains("\u{FFFD}") ?? false
  }
}
