import Columns
import Model
import NativeStores
import SQLGeneration

extension ColumnCodec {
  /// The text that the server reads as `value`; nil for nil, and for values it cannot store.
  func serverText(of value: Value) -> String? {
    switch (self, value) {
    case (.json, .list(let elements)): ListText.text(of: elements)
    case (.server(.array), .list(let elements)):
      ServerArray.text(elements.map(Self.text(ofElement:)))
    case (.server(let type), _): type.text(of: value)
    default: nil
    }
  }

  private static func text(ofElement value: Value) -> String? {
    let type: ServerType? =
      switch value {
      case .bool: .boolean
      case .int: .integer
      case .double: .real
      case .decimal: .numeric(isBounded: true)
      case .uuid: .uuid
      case .data: .bytes
      case .date: .timestampWithZone
      case .string: .text
      default: nil
      }
    return type?.text(of: value)
  }
}

/// Texts that a statement unnests: an array in the server's text form.
struct TextArray {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  private var isEmpty = true

  /// Adds a string; nil for NULL. Throws for strings that the server cannot store.
  mutating func append(_ text: String?) throws(ServerFailure) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    guard var text else {
      bytes.append(contentsOf: "NULL".utf8)
      return
    }
    var hasNUL = false
    text.withUTF8 { text in
      bytes.append(UInt8(ascii: "\""))
      for byte in text {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        if byte == 0 { hasNUL = true }
        bytes.append(byte)
      }
      bytes.append(UInt8(ascii: "\""))
    }
    if hasNUL { throw .nulCharacter }
  }

  /// The array as a binding.
  var binding: SQLFragment {
    .binding(.typed(String(decoding: bytes, as: UTF8.self) + "}", type: "text[]"))
  }

  /// An array of all texts.
  static func binding(_ texts: some Sequence<String?>) throws(ServerFailure) -> SQLFragment {
    var array = TextArray()
    for text in texts { try array.append(text) }
    return array.binding
  }
}

extension ServerFailure {
  /// Strings with U+0000 are the only ones that PostgreSQL cannot store.
  static let nulCharacter = ServerFailure(
    code: "22021",
    message: "that strings cannot contain the character NUL (U+0000)"
  )
}
