import Diagnostics

/// The rows of a table without colors and wrapping, as bytes.
struct PlainTableRows {
  private let columns: [TableColumn]
  private let widths: [Int]
  private let vertical: [UInt8]
  private let ellipsis: String
  private var bytes: [UInt8] = []

  init(_ columns: [TableColumn], widths: [Int], vertical: String, ellipsis: String) {
    self.columns = columns
    self.widths = widths
    self.vertical = Array(vertical.utf8)
    self.ellipsis = ellipsis
  }

  /// The number of bytes not taken yet.
  var count: Int { bytes.count }

  /// Adds row `row` of the columns' texts.
  mutating func append(_ texts: [[FittedText]], row: Int) {
    bytes += vertical
    for (index, width) in widths.enumerated() {
      let whole = texts[index][row]
      let text =
        whole.width <= width ? whole : fitted(whole.text, toWidth: width, ellipsis: ellipsis)
      let padding = max(0, width - text.width)
      appendSpaces(columns[index].isNumeric ? 1 + padding : 1)
      bytes.append(contentsOf: text.text.utf8)
      appendSpaces(columns[index].isNumeric ? 1 : 1 + padding)
      bytes += vertical
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Removes and returns the added rows.
  mutating func takeText() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @inline(__always)
  private mutating func appendSpaces(_ count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }
}
