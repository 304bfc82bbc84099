import Foundation

/// The strings of a column, numbered from 0, in one buffer of UTF-8 bytes.
///
/// Strings are compared by bytes, not by canonical equivalence. The hash table uses linear probing
/// and is at most half full.
public struct StringDictionary: Sendable {
  /// The bytes of all strings.
  public private(set) var bytes: [UInt8] = []
  /// String `n` has the bytes `starts[n]..<starts[n + 1]`.
  public private(set) var starts: [Int] = [0]
  /// Whether codes are unique. A reader that finds few duplicates stops looking for them; codes can
  /// then not be compared in place of strings.
  public private(set) var isDistinct = true

  /// Code + 1 per slot; 0 if free.
  private var slots: [UInt32] = []
  /// Identifies the strings so far. A copy that adds strings gets a new one.
  private var state: State?

  /// The strings of a dictionary and all its copies.
  private final class State: @unchecked Sendable {
    /// The state before the first added string; not retained, so that states form no long lists.
    weak let previous: State?
    let previousCount: Int

    init(after previous: State?, count: Int) {
      (self.previous, previousCount) = (previous, count)
    }
  }

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary of existing strings.
  ///
  /// `starts` ascends from 0 to the number of `bytes` and has one more item than there are strings.
  public init(bytes: [UInt8], starts: [Int], isDistinct: Bool) {
    self.bytes = bytes
    self.starts = starts
    self.isDistinct = isDistinct
    if isDistinct { rebuildSlots(capacity: max(16, 2 * count)) }
  }

  /// The number of codes.
  public var count: Int { starts.count - 1 }

  /// The approximate memory in bytes.
  public var byteCount: Int {
    bytes.count + starts.count * MemoryLayout<Int>.stride
      + slots.count * MemoryLayout<UInt32>.stride
  }

  /// The string of `code`, which must be below ``count``.
  public func string(for code: UInt32) -> String {
    String(decoding: bytes[starts[Int(code)]..<starts[Int(code) + 1]], as: UTF8.self)
  }

  /// The code of `text`, which is added if it is new.
  public mutating func code(for text: String) -> UInt32 {
    var text = text
    return text.withUTF8 { code(for: $0) }
  }

  /// The code of the string with these bytes, which is added if it is new.
  ///
  /// A dictionary that is not distinct always adds it.
  public mutating func code(for text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard isDistinct else { return add(text) }
    if slots.count < 2 * (count + 1) { rebuildSlots(capacity: max(16, 4 * count)) }
    let slot = findSlot(for: text)
    if slots[slot] != 0 { return slots[slot] - 1 }
    let code = add(text)
    slots[slot] = code + 1
    return code
  }

  /// The code of `text`; nil if it is missing or the dictionary is not distinct.
  public func existingCode(for text: String) -> UInt32? {
    var text = text
    return text.withUTF8 { existingCode(for: $0) }
  }

  /// The code of the string with these bytes; nil if it is missing or the dictionary is not
  /// distinct.
  public func existingCode(for text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard isDistinct, !slots.isEmpty else { return nil }
    let slot = findSlot(for: text)
    return slots[slot] == 0 ? nil : slots[slot] - 1
  }

  /// Stops looking for duplicates; existing codes stay the same.
  public mutating func stopDeduplicating() {
    isDistinct = false
    slots = []
  }

  /// Whether both share their buffers and so have the same strings.
  public func isSame(as other: StringDictionary) -> Bool {
    guard starts.count == other.starts.count, bytes.count == other.bytes.count else { return false }
    let address = starts.withUnsafeBufferPointer(\.baseAddress)
    return address == other.starts.withUnsafeBufferPointer(\.baseAddress)
  }

  /// Whether it has all strings of `other` under the same codes. Dictionaries that are not distinct
  /// extend only themselves.
  public func extends(_ other: StringDictionary) -> Bool {
    if isSame(as: other) { return true }
    guard isDistinct, other.isDistinct, count >= other.count, bytes.count >= other.bytes.count
    else { return false }
    if let state, let known = other.state, state.previous === known,
      state.previousCount == other.count
    {
      return true
    }
    return Self.begins(bytes, with: other.bytes) && Self.begins(starts, with: other.starts)
  }

  private static func begins<Element: BitwiseCopyable>(
    _ all: [Element],
    with first: [Element]
  ) -> Bool {
    all.withUnsafeBytes { all in
      first.withUnsafeBytes { first in
        guard let start = all.baseAddress, let other = first.baseAddress else { return true }
        return memcmp(start, other, first.count) == 0
      }
    }
  }

  /// Calls `body` with the bytes of `code`, which must be below ``count``.
  public func withUTF8<Result>(
    of code: UInt32,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[starts[Int(code)]..<starts[Int(code) + 1]]))
    }
  }

  /// A hash that depends only on the string.
  public func hash(of code: UInt32) -> UInt64 {
    withUTF8(of: code) { Self.hash($0) }
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    if !isKnownUniquelyReferenced(&state) { state = State(after: state, count: count) }
    bytes.append(contentsOf: text)
    starts.append(bytes.count)
    return UInt32(count - 1)
  }

  private mutating func rebuildSlots(capacity: Int) {
    var size = 16
    while size < capacity { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for code in 0..<count {
      let slot = bytes.withUnsafeBufferPointer { all in
        findSlot(for: UnsafeBufferPointer(rebasing: all[starts[code]..<starts[code + 1]]))
      }
      slots[slot] = UInt32(code) + 1
    }
  }

  /// The slot of `text`, or the free one where it belongs.
  private func findSlot(for text: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(text)) & mask
    while slots[slot] != 0, !isEqual(slots[slot] - 1, text) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func isEqual(_ code: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = starts[Int(code)]
    guard starts[Int(code) + 1] - start == text.count else { return false }
    guard let other = text.baseAddress, !text.isEmpty else { return true }
    return bytes.withUnsafeBytes { all in
      guard let first = all.baseAddress else { return false }
      return memcmp(first + start, other, text.count) == 0
    }
  }

  /// Packs up to seven bytes into a word.
  @inline(__always)
  private static func shortWord(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 4 {
      let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)
      return UInt64(first) | UInt64(last) << 32
    }
    let (middle, last) = (UInt64(bytes[bytes.count / 2]), UInt64(bytes[bytes.count - 1]))
    return UInt64(bytes[0]) | middle << 8 | last << 16
  }

  /// FNV-1a over eight-byte words (the last may overlap), with a final multiply and shift.
  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(text.count)
    var offset = 0
    let raw = UnsafeRawBufferPointer(text)
    while offset + 8 <= text.count {
      hash = (hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01b3
      hash ^= hash >> 29
      offset += 8
    }
    if offset < text.count {
      let last =
        text.count >= 8
        ? raw.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self) : shortWord(raw)
      hash = (hash ^ last) &* 0x100_0000_01b3
    }
    hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 29)
  }
}
