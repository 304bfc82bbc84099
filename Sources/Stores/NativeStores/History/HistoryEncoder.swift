import Foundation
import Model
package import Storage
import TableModels

/// Writes the changes of a record as JSON, which ``HistoryDecoder`` reads.
///
/// A number with a point or an exponent is a Double, others are Ints. Strings, Bools, arrays and
/// null are themselves. Everything else is an object with one field that names its type: `double`
/// (if not finite), `decimal`, `date` (microseconds since 1970 UTC), `uuid`, `data` (base 64) or
/// `record`.
package struct HistoryEncoder {
  private var bytes: [UInt8] = []

  package init() {}

  /// The last JSON.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the values of a record with its positions, which are fields named
  /// `@position.relationship`.
  package mutating func encode(_ change: RecordChange) {
    if change.positions.isEmpty { return encode(change.values, of: change.action) }
    let positions = change.positions.map { position in
      RecordChange.ValueChange(
        property: AttributePath([Self.positionField] + position.property.components),
        old: position.old,
        new: position.new
      )
    }
    encode(change.values + positions, of: change.action)
  }

  /// The name of a field as JSON.
  static func name(of path: AttributePath) -> String { name(path.escaped) }

  /// A string as JSON.
  static func name(_ text: String) -> String {
    var encoder = HistoryEncoder()
    encoder.write(quoted: text)
    return encoder.text
  }

  /// The name of the field with the positions of a relationship as JSON.
  static func name(ofPosition path: AttributePath) -> String {
    name(of: AttributePath([positionField] + path.components))
  }

  /// No member has this name.
  private static let positionField = "@position"

  /// A position as in ``/Storage/RecordChange/positions``; nil for another field.
  static func relationship(
    ofPosition change: RecordChange.ValueChange
  ) -> RecordChange.ValueChange? {
    let components = change.property.components
    guard components.count > 1, components[0] == positionField else { return nil }
    return RecordChange.ValueChange(
      property: AttributePath(Array(components.dropFirst())),
      old: change.old,
      new: change.new
    )
  }

  /// Writes values: the new ones of an inserted record, the old ones of a deleted record, and both
  /// of an updated record.
  package mutating func encode(_ values: [RecordChange.ValueChange], of action: RecordChange.Action)
  {
    bytes.removeAll(keepingCapacity: true)
    write("{")
    for (place, change) in values.enumerated() {
      if place > 0 { write(",") }
      write(quoted: change.property.escaped)
      write(":")
      switch action {
      case .inserted: write(value: change.new)
      case .deleted: write(value: change.old)
      case .updated:
        write("[")
        write(value: change.old)
        write(",")
        write(value: change.new)
        write("]")
      }
    }
    write("}")
  }

  /// Writes added and removed related records: `[["added","tags","Tag#2"]]`.
  package mutating func encode(_ links: [RecordChange.LinkChange]) {
    bytes.removeAll(keepingCapacity: true)
    write("[")
    for (place, link) in links.enumerated() {
      write(place > 0 ? ",[" : "[")
      write(quoted: link.isAdded ? LinkWord.added : LinkWord.removed)
      write(",")
      write(quoted: link.relationship)
      write(",")
      write(quoted: link.member.description)
      write("]")
    }
    write("]")
  }

  /// The words for changes of related records.
  enum LinkWord {
    static let added = "added"
    static let removed = "removed"
  }

  private mutating func write(value: Value) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .int(let number): write("\(number)")
    case .double(let number):
      if number.isFinite { write("\(number)") } else { write("\(number)", as: .double) }
    case .string(let text): write(quoted: text)
    case .decimal(let number): write(DecimalText.text(number), as: .decimal)
    case .date(let moment): write(object: .date) { $0.write("\(moment.microseconds)") }
    case .uuid(let uuid): write(uuid.uuidString, as: .uuid)
    case .data(let data): write(data.base64EncodedString(), as: .data)
    case .record(let id): write(id.description, as: .record)
    case .list(let elements):
      write("[")
      for (place, element) in elements.enumerated() {
        if place > 0 { write(",") }
        write(value: element)
      }
      write("]")
    // Spans are not stored, and structs are stored by their leaves.
    case .duration, .object: write("null")
    }
  }

  /// The types of values that are written as objects.
  enum Tag: String {
    case double, decimal, date, uuid, data, record
  }

  private mutating func write(_ text: String, as tag: Tag) {
    write(object: tag) { $0.write(quoted: text) }
  }

  private mutating func write(object tag: Tag, _ value: (inout HistoryEncoder) -> Void) {
    write("{\"")
    write(tag.rawValue)
    write("\":")
    value(&self)
    write("}")
  }

  private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func write(quoted text: String) {
    var text = text
    text.withUTF8 { text in
      bytes.append(UInt8(ascii: "\""))
      if text.contains(where: Self.needsEscape) {
        for byte in text { write(escaped: byte) }
      } else {
        bytes.append(contentsOf: text)
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func write(escaped byte: UInt8) {
    guard Self.needsEscape(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    guard byte < 0x20 else { return bytes.append(byte) }
    write(byte < 0x10 ? "u000" : "u001")
    let digit = byte & 15
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10))
  }
}

extension AttributePath {
  /// The path as a string, with dots and backslashes of names escaped.
  fileprivate var escaped: String {
    if components.count == 1, !components[0].needsEscapes { return components[0] }
    return components.map { name in
      var text = ""
      for scalar in name.unicodeScalars {
        if scalar == "." || scalar == "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
      return text
    }.joined(separator: ".")
  }

  /// The path of an escaped string.
  init(escaped text: String) {
    guard text.needsEscapes else {
      self.init([text])
      return
    }
    var components = [""]
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped || (scalar != "\\" && scalar != ".") {
        components[components.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        components.append("")
      }
    }
    self.init(components)
  }
}

extension String {
  /// Whether it contains dots or backslashes.
  fileprivate var needsEscapes: Bool {
    utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }
  }
}
