import Foundation
import Model

/// Arrays, which the server sends as JSON arrays of its texts for the elements.
enum ServerArray {
  /// The elements; nil if one is NULL or does not fit, or if the array has several dimensions.
  static func elements(_ cell: UnsafeRawBufferPointer, _ type: ValueType) -> [Value]? {
    guard let texts = try? JSONDecoder().decode([String].self, from: Data(cell)) else {
      return nil
    }
    var values: [Value] = []
    for text in texts {
      guard let value = value(text, type) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(_ text: String, _ type: ValueType) -> Value? {
    switch type {
    case .bool: text == "t" || text == "true" ? .bool(true) : .bool(false)
    case .int: Int64(text).map(Value.int)
    case .double: Double(text).flatMap { $0.isNaN ? nil : .double($0) }
    case .decimal:
      Decimal(string: text, locale: nil).flatMap { $0.isNaN ? nil : .decimal($0) }
    case .uuid: UUID(uuidString: text).map(Value.uuid)
    case .string: .string(text)
    case .enumeration(let type): type.ordinal(of: text) == nil ? nil : .string(text)
    default: nil
    }
  }

  /// The array in the server's text form.
  static func text(_ elements: [String?]) -> String {
    let quoted = elements.map { element in
      guard let element else { return "NULL" }
      var text = "\""
      for scalar in element.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
      return text + "\""
    }
    return "{" + quoted.joined(separator: ",") + "}"
  }
}
