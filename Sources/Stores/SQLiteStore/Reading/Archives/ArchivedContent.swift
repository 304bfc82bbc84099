import Foundation
import KeyedArchives
import Model
import NativeStores
import SQLGeneration
import TableModels

/// The content of a blob that an app has archived.
enum ArchivedContent: Hashable {
  /// A value of Foundation's basic classes.
  case value(StandardValue)
  /// JSON, as SwiftData writes arrays in structs.
  case json(String)
  /// Anything else; with the class of an archive.
  case unreadable(className: String?)

  /// The maximum size of a blob.
  private static let maxBytes = 64 << 20

  init(_ blob: Data) {
    guard blob.count <= Self.maxBytes else {
      self = .unreadable(className: nil)
      return
    }
    if blob.starts(with: "bplist".utf8) {
      guard let root = try? KeyedArchive(blob).root else {
        self = .unreadable(className: nil)
        return
      }
      self = root.standardValue.map(Self.value) ?? .unreadable(className: root.className)
    } else if let text = Self.json(blob) {
      self = .json(text)
    } else {
      self = .unreadable(className: nil)
    }
  }

  private static func json(_ blob: Data) -> String? {
    guard let first = blob.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      (try? JSONSerialization.jsonObject(with: blob)) != nil
    else { return nil }
    return String(data: blob, encoding: .utf8)
  }

  // MARK: Arrays

  /// The element type, if all values are arrays of that type; nil if they are not, or all are
  /// empty.
  static func commonElement(of contents: [ArchivedContent]) -> ValueType? {
    let types: [ValueType] = [.string, .bool, .int, .double, .date, .uuid, .data]
    let isAnyFilled = contents.contains { content in
      if case .value(.list(let elements)) = content { return !elements.isEmpty }
      if case .json(let text) = content { return text.contains { !"[] \n".contains($0) } }
      return false
    }
    guard isAnyFilled else { return nil }
    return types.first { type in contents.allSatisfy { $0.elements(type) != nil } }
  }

  /// The elements of an array; nil if it is not an array of `type`.
  func elements(_ type: ValueType) -> [Value]? {
    switch self {
    case .json(let text):
      // Other types have a different JSON encoding.
      return [.string, .bool, .int, .double].contains(type)
        ? ListText.elements(of: text, type) : nil
    case .value(.list(let elements)):
      var values: [Value] = []
      for element in elements {
        guard let value = element.value(as: type) else { return nil }
        values.append(value)
      }
      return values
    default: return nil
    }
  }
}

extension StandardValue {
  /// The value as a stored type; nil for other types.
  func value(as type: ValueType) -> Value? {
    switch (self, type) {
    case (.null, _): .null
    case (.bool(let value), .bool): .bool(value)
    case (.integer(let number), .bool): number == 0 || number == 1 ? .bool(number == 1) : nil
    case (.integer(let number), .int): .int(number)
    case (.integer(let number), .double): .double(Double(number))
    case (.integer(let number), .decimal): .decimal(Decimal(number))
    case (.real(let number), .double): number.isNaN ? nil : .double(number)
    case (.real(let number), .decimal): DecimalText.decimal("\(number)").map(Value.decimal)
    case (.decimal(let number), .decimal): .decimal(number)
    case (.string(let text), .string): .string(text)
    case (.date(let seconds), .date): Self.moment(seconds).map(Value.date)
    case (.data(let data), .data): .data(data)
    case (.uuid(let uuid), .uuid): .uuid(uuid)
    default: nil
    }
  }

  /// The date `seconds` after the start of 2001 UTC.
  static func moment(_ seconds: Double) -> Timestamp? {
    Int64(exactly: (seconds * 1e6).rounded()).flatMap { micros in
      let sum = micros.addingReportingOverflow(
        DateCodec.coreDataEpoch * Timestamp.microsecondsPerSecond
      )
      return sum.overflow ? nil : Timestamp(microseconds: sum.partialValue)
    }
  }
}
