import Foundation

/// Reads a binary property list into a table of its objects.
///
/// Foundation's reader hides the references of keyed archives. This reader does not recurse, and
/// bounds the total size of all objects by the size of the file, even if they overlap.
struct PropertyListReader {
  /// The objects by number.
  private(set) var nodes: [PropertyListNode] = []
  /// The number of the top object.
  private(set) var top = 0

  /// The maximum number of objects.
  static let maxObjects = 2_000_000

  private let bytes: [UInt8]
  private var offsets: [Int] = []
  private var referenceSize = 0
  /// The end of the objects.
  private var end = 0
  /// The number of bytes and references that may still be read.
  private var budget: Int

  /// Reads `data`; throws if any part is damaged.
  init(_ data: Data) throws(FormatError) {
    bytes = [UInt8](data)
    // Valid lists do not contain the same bytes several times.
    budget = bytes.count * 2 + 1024
    try readOffsets()
    nodes.reserveCapacity(offsets.count)
    for offset in offsets { nodes.append(try node(at: offset)) }
  }

  private static let magic = Array("bplist0".utf8)
  private static let trailerSize = 32

  private mutating func readOffsets() throws(FormatError) {
    guard bytes.starts(with: Self.magic), bytes.count >= 8 + Self.trailerSize else {
      throw .isNoPropertyList
    }
    let trailer = bytes.count - Self.trailerSize
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = try number(at: trailer + 8, size: 8)
    top = try number(at: trailer + 16, size: 8)
    let table = try number(at: trailer + 24, size: 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw FormatError("its trailer is damaged")
    }
    guard count <= Self.maxObjects else { throw .hasTooManyObjects }
    guard table >= 8, table <= trailer, count <= (trailer - table) / offsetSize else {
      throw .endsTooEarly
    }
    guard top < count else { throw FormatError("its top object is missing") }
    end = table
    offsets.reserveCapacity(count)
    for place in 0..<count {
      let offset = try number(at: table + place * offsetSize, size: offsetSize)
      guard offset >= 8, offset < end else { throw FormatError("an object is outside of it") }
      offsets.append(offset)
    }
  }

  /// An unsigned big-endian number that fits in an Int.
  private func number(at place: Int, size: Int) throws(FormatError) -> Int {
    var result: UInt64 = 0
    for byte in try slice(place, size) { result = result << 8 | UInt64(byte) }
    guard let number = Int(exactly: result) else { throw FormatError("a number is too large") }
    return number
  }

  private func slice(_ place: Int, _ count: Int) throws(FormatError) -> ArraySlice<UInt8> {
    guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else {
      throw .endsTooEarly
    }
    return bytes[place..<place + count]
  }

  private mutating func content(_ place: Int, _ count: Int) throws(FormatError) -> ArraySlice<
    UInt8
  > {
    guard count <= budget else { throw .objectsOverlap }
    budget -= count
    return try slice(place, count)
  }

  // MARK: Objects

  private mutating func node(at offset: Int) throws(FormatError) -> PropertyListNode {
    let marker = bytes[offset]
    let (kind, low) = (marker >> 4, Int(marker & 0x0F))
    switch kind {
    case 0x0: return try singleton(low)
    case 0x1: return .integer(try integer(at: offset + 1, size: 1 << min(low, 5)))
    case 0x2: return .real(try real(at: offset + 1, size: 1 << min(low, 5)))
    case 0x3: return .date(try real(at: offset + 1, size: 8))
    case 0x8: return .reference(try number(at: offset + 1, size: min(low, 7) + 1))
    default: break
    }
    let (count, start) = try self.count(low, offset)
    switch kind {
    case 0x4: return .data(Data(try content(start, count)))
    case 0x5: return .string(String(decoding: try content(start, count), as: UTF8.self))
    case 0x6: return .string(try utf16(start, count))
    case 0xA, 0xB, 0xC: return .array(try references(start, count))
    case 0xD:
      let keys = try references(start, count)
      let values = try references(start + count * referenceSize, count)
      return .dictionary(keys: keys, values: values)
    default: throw FormatError("an object is of an unknown kind")
    }
  }

  private func singleton(_ low: Int) throws(FormatError) -> PropertyListNode {
    switch low {
    case 0x0: return .null
    case 0x8: return .bool(false)
    case 0x9: return .bool(true)
    default: throw FormatError("an object is of an unknown kind")
    }
  }

  /// A signed number. Numbers of 16 bytes are supported if they fit in 8.
  private func integer(at place: Int, size: Int) throws(FormatError) -> Int64 {
    guard size <= 16 else { throw FormatError("a number is too large") }
    let digits = try slice(place, size)
    var result: UInt64 = 0
    for byte in digits.suffix(8) { result = result << 8 | UInt64(byte) }
    // Short numbers are unsigned.
    if size < 8 { return Int64(clamping: result) }
    let padding = digits.dropLast(8)
    if size == 16, padding.allSatisfy({ $0 == 0 }) { return Int64(clamping: result) }
    return Int64(bitPattern: result)
  }

  private func real(at place: Int, size: Int) throws(FormatError) -> Double {
    var bits: UInt64 = 0
    for byte in try slice(place, size) { bits = bits << 8 | UInt64(byte) }
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw FormatError("a number has an unknown size")
    }
  }

  /// The number of elements, from the marker or the integer after it, and their start.
  private func count(_ low: Int, _ offset: Int) throws(FormatError) -> (count: Int, start: Int) {
    guard low == 0x0F else { return (low, offset + 1) }
    guard let marker = try slice(offset + 1, 1).first, marker >> 4 == 0x1, marker & 0x0F <= 3 else {
      throw FormatError("a size is damaged")
    }
    let size = 1 << Int(marker & 0x0F)
    let count = try number(at: offset + 2, size: size)
    // Every element takes at least one byte.
    guard count <= bytes.count else { throw .endsTooEarly }
    return (count, offset + 2 + size)
  }

  private mutating func utf16(_ start: Int, _ count: Int) throws(FormatError) -> String {
    let pairs = try content(start, count * 2)
    let units = stride(from: pairs.startIndex, to: pairs.endIndex, by: 2).map {
      UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func references(_ start: Int, _ count: Int) throws(FormatError) -> [Int] {
    let raw = try content(start, count * referenceSize)
    var references: [Int] = []
    references.reserveCapacity(count)
    var place = raw.startIndex
    while place < raw.endIndex {
      let reference = try number(at: place, size: referenceSize)
      guard reference < offsets.count else { throw FormatError("an object is missing") }
      references.append(reference)
      place += referenceSize
    }
    return references
  }
}
