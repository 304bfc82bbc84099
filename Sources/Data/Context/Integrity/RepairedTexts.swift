import Columns

/// Texts with U+FFFD, which stands for what could not be read as text, or was meant.
extension Column {

  /// Whether any text of the column has it.
  var hasRepairedText: Bool {
    guard case .string(let texts) = self else { return false }
    let mark = Array("\u{FFFD}".utf8)
    return texts.dictionary.bytes.indices.contains { start in
      texts.dictionary.bytes[start] == mark[0]
        && texts.dictionary.bytes[start...].starts(with: mark)
    }
  }

  /// Whether the text in a row has it.
  func hasRepairedText(_ row: Int) -> Bool {
    guard case .string(let texts) = self else { return false }
    return texts.string(at: row)?.unicodeScalars.contains("\u{FFFD}") ?? false
  }
}
