import Foundation
import KeyedArchives
import Model
import NativeStores
import TableModels

extension ArchivedContent {
  /// The content as it is shown: strings unchanged, other values as JSON, and unreadable ones by
  /// their class and size.
  func text(size: Int, className: String?) -> String {
    switch self {
    case .json(let text): return text
    case .value(.string(let text)): return text
    case .value(let value):
      var text = ""
      value.write(to: &text)
      return text
    case .unreadable(let archived):
      let name = archived ?? className ?? "Transformable"
      return "<\(name.prefix(100)), \(size) \(size == 1 ? "byte" : "bytes")>"
    }
  }
}

extension StandardValue {
  /// Writes the value as JSON; values without a JSON form become strings. Archives have a limited
  /// depth, so recursion is safe.
  fileprivate func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .real(let number): text += number.isFinite ? "\(number)" : "\"\(number)\""
    case .decimal(let number): text += DecimalText.text(number)
    case .string(let string): text += Self.quoted(string)
    case .date(let seconds): text += Self.quoted(Self.dateText(seconds))
    case .data(let data): text += Self.quoted(data.base64EncodedString())
    case .uuid(let uuid): text += Self.quoted(uuid.uuidString)
    case .list(let elements):
      text += "["
      for (place, element) in elements.enumerated() {
        if place > 0 { text += ", " }
        element.write(to: &text)
      }
      text += "]"
    case .dictionary(let pairs):
      text += "{"
      for (place, pair) in pairs.enumerated() {
        if place > 0 { text += ", " }
        text += Self.quoted(pair.key) + ": "
        pair.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    ListText.text(of: [.string(text)]).map { String($0.dropFirst().dropLast()) } ?? "null"
  }

  private static func dateText(_ seconds: Double) -> String {
    moment(seconds).flatMap(SQLiteDateText.text) ?? "\(seconds)"
  }
}
