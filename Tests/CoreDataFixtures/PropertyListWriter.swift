package import Foundation

/// A value of a property list.
package indirect enum WrittenValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case real(Double)
  /// Seconds since 2001.
  case date(Double)
  case data(Data)
  case string(String)
  case uid(Int)
  case array([WrittenValue])
  case dictionary([String: WrittenValue])
}

/// Writes binary property lists, including the references of keyed archives.
package final class PropertyListWriter {
  private var objects: [[UInt8]] = []
  private var numbers: [WrittenValue: Int] = [:]

  private init() {}

  /// The bytes of a list.
  package static func data(_ value: WrittenValue) -> Data {
    let writer = PropertyListWriter()
    let top = writer.add(value)
    return writer.file(top)
  }

  private static let referenceSize = 3

  private func add(_ value: WrittenValue) -> Int {
    if let number = numbers[value] { return number }
    let number = objects.count
    objects.append([])
    numbers[value] = number
    objects[number] = bytes(of: value)
    return number
  }

  private func bytes(of value: WrittenValue) -> [UInt8] {
    switch value {
    case .null: return [0x00]
    case .bool(let value): return [value ? 0x09 : 0x08]
    case .int(let number): return [0x13] + big(UInt64(bitPattern: number), 8)
    case .real(let number): return [0x23] + big(number.bitPattern, 8)
    case .date(let seconds): return [0x33] + big(seconds.bitPattern, 8)
    case .data(let data): return head(0x40, data.count) + data
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) { return head(0x50, text.utf8.count) + text.utf8 }
      return head(0x60, text.utf16.count) + text.utf16.flatMap { big(UInt64($0), 2) }
    case .uid(let number): return [0x83] + big(UInt64(number), 4)
    case .array(let elements):
      return head(0xA0, elements.count) + elements.flatMap { big(UInt64(add($0)), 3) }
    case .dictionary(let pairs):
      let sorted = pairs.sorted { $0.key < $1.key }
      return head(0xD0, sorted.count) + sorted.flatMap { big(UInt64(add(.string($0.key))), 3) }
        + sorted.flatMap { big(UInt64(add($0.value)), 3) }
    }
  }

  private func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F, 0x12] + big(UInt64(count), 4)
  }

  private func big(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
  }

  private func file(_ top: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += big(UInt64(offset), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(Self.referenceSize)]
    bytes += big(UInt64(objects.count), 8) + big(UInt64(top), 8) + big(UInt64(table), 8)
    return Data(bytes)
  }
}
