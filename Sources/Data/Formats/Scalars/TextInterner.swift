import Columns

/// Assigns codes to the strings of a column, one for each distinct string, in order of first
/// occurrence.
///
/// If almost every string is new, it stops looking for duplicates, which costs a fifth of the time,
/// and gives each string its own code.
struct TextInterner {
  /// The number of strings after which it may stop looking for duplicates.
  private static let stringsBeforeCheck = 16_384
  private static let minSlots = 512

  private(set) var bytes: [UInt8] = []
  private(set) var starts: [Int] = [0]
  private(set) var isDistinct = true

  /// The hash table. A slot has the upper half of a string's hash, and code + 1 in the lower half;
  /// 0 is free.
  ///
  /// It is at most half full, since probing a second slot costs more than a larger table.
  private var slots: [UInt64]
  /// The words of the strings, by code; dropped with the table.
  private var keys: [EndWords] = []
  private var nextCheck = TextInterner.stringsBeforeCheck
  private var textCount = 0

  /// An empty interner without memory, in place of one that was taken.
  static var empty: TextInterner {
    var interner = TextInterner(slots: [])
    interner.isDistinct = false
    return interner
  }

  init() { self.init(slots: Array(repeating: 0, count: Self.minSlots)) }

  private init(slots: [UInt64]) {
    self.slots = slots
  }

  /// The number of codes.
  var count: Int { starts.count - 1 }

  /// The code of `text`.
  @inline(__always)
  mutating func code(for text: FieldText) -> UInt32 {
    guard isDistinct else { return add(text) }
    let words = text.endWords
    let hash = Self.hash(text, words)
    let mask = slots.count &- 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot == 0 { break }
      if (slot ^ hash) >> 32 == 0 {
        let code = UInt32(truncatingIfNeeded: slot) &- 1
        let key = keys[Int(code)]
        let isSame = key.first ^ words.first | key.last ^ words.last == 0
        if isSame, text.count <= 16 || isEqual(code, text) { return code }
      }
      index = (index &+ 1) & mask
    }
    return insert(text, words, hash, at: index)
  }

  /// Tables with fewer slots are in the processor's fastest cache.
  private static let fewSlots = 4_096

  /// A string that is looked up together with others.
  struct Probe {
    /// Its code; ``unknown`` if ``code(for:)`` has to look for it.
    fileprivate(set) var code = unknown
    fileprivate var slot: UInt64 = 0
    fileprivate var hash: UInt64 = 0
    fileprivate var words = EndWords(first: 0, last: 0)

    static let unknown = UInt32.max
    /// How many strings are looked up at once.
    static let count = 16
  }

  /// Looks up those of `count` texts that have at most 16 bytes.
  ///
  /// A large table is not in the fastest cache, so each step is made for all texts: the processor
  /// then waits for several places in memory at the same time. Longer texts are left to
  /// ``code(for:)``, which would have to hash all of their bytes again.
  @inline(__always)
  func find(
    _ count: Int,
    _ probes: UnsafeMutablePointer<Probe>,
    _ text: (Int) -> FieldText
  ) {
    let isLarge = isDistinct && slots.count > Self.fewSlots
    guard isLarge else {
      for index in 0..<count { probes[index].code = Probe.unknown }
      return
    }
    let mask = slots.count &- 1
    for index in 0..<count {
      let text = text(index)
      guard text.count <= 16 else {
        probes[index] = Probe()
        continue
      }
      let words = text.endWords
      let hash = Self.hash(text, words)
      let slot = slots[Int(truncatingIfNeeded: hash) & mask]
      probes[index] = Probe(slot: slot, hash: hash, words: words)
    }
    for index in 0..<count {
      let probe = probes[index]
      // That of an empty slot is too large.
      let code = UInt32(truncatingIfNeeded: probe.slot) &- 1
      guard (probe.slot ^ probe.hash) >> 32 == 0, code < keys.count else { continue }
      let key = keys[Int(code)]
      if key.first ^ probe.words.first | key.last ^ probe.words.last == 0 {
        probes[index].code = code
      }
    }
  }

  /// Checks after `count` more strings whether looking for duplicates pays. `expected` is the
  /// total, if known.
  @inline(__always)
  mutating func noteTexts(_ count: Int, expected: Int = 0) {
    textCount += count
    if isDistinct, textCount >= nextCheck { checkRepeats(expected) }
  }

  private mutating func checkRepeats(_ expected: Int) {
    nextCheck = textCount * 2
    guard count > textCount / 4 * 3 else { return }
    stopInterning()
    // Unused capacity costs nothing; moving everything does.
    let more = max(0, expected - textCount)
    let bytesPerText = bytes.count / count + 1
    reserve(count: more, byteCount: more / 16 * 17 * bytesPerText)
  }

  private mutating func reserve(count more: Int, byteCount: Int) {
    starts.reserveCapacity(starts.count + more)
    bytes.reserveCapacity(bytes.count + byteCount)
  }

  /// Adds all strings of `other` and returns their new codes; nil if the codes are shifted by the
  /// old ``count``, since one of the two had stopped looking for duplicates.
  mutating func merge(_ other: TextInterner) -> [UInt32]? {
    guard isDistinct, other.isDistinct else {
      stopInterning()
      append(other)
      return nil
    }
    return other.bytes.withUnsafeBufferPointer { all in
      (0..<other.count).map { code in
        let range = other.starts[code]..<other.starts[code + 1]
        // An empty string may have no memory; any address will do.
        return withUnsafePointer(to: UInt8(0)) { empty in
          let start = all.baseAddress ?? empty
          return self.code(
            for: FieldText(
              start: start + range.lowerBound,
              count: range.count,
              limit: start + all.count
            )
          )
        }
      }
    }
  }

  /// Turns the strings into a column's dictionary.
  consuming func makeDictionary() -> StringDictionary {
    StringDictionary(bytes: bytes, starts: starts, isDistinct: isDistinct)
  }

  private mutating func stopInterning() {
    isDistinct = false
    slots = []
    keys = []
  }

  private mutating func append(_ other: TextInterner) {
    let shift = bytes.count
    reserve(count: other.count, byteCount: other.bytes.count)
    bytes.append(contentsOf: other.bytes)
    starts.append(contentsOf: other.starts.dropFirst().lazy.map { $0 + shift })
  }

  private mutating func add(_ text: FieldText) -> UInt32 {
    bytes.append(contentsOf: text.buffer)
    starts.append(bytes.count)
    return UInt32(truncatingIfNeeded: starts.count - 2)
  }

  @inline(never)
  private mutating func insert(
    _ text: FieldText,
    _ words: EndWords,
    _ hash: UInt64,
    at index: Int
  ) -> UInt32 {
    let code = add(text)
    keys.append(words)
    slots[index] = Self.slot(hash, code)
    if count * 2 > slots.count { growTable() }
    return code
  }

  private static func slot(_ hash: UInt64, _ code: UInt32) -> UInt64 {
    hash & 0xFFFF_FFFF_0000_0000 | UInt64(code &+ 1)
  }

  private mutating func growTable() {
    // A sparse table would fill the processor's cache.
    let size = slots.count * (slots.count < 4_096 ? 4 : 2)
    slots = Array(repeating: 0, count: size)
    bytes.withUnsafeBufferPointer { all in
      guard let start = all.baseAddress else { return }
      for code in 0..<count {
        let text = FieldText(
          start: start + starts[code],
          count: starts[code + 1] - starts[code],
          limit: start + all.count
        )
        let hash = Self.hash(text, keys[code])
        var index = Int(truncatingIfNeeded: hash) & (size - 1)
        while slots[index] != 0 { index = (index + 1) & (size - 1) }
        slots[index] = Self.slot(hash, UInt32(truncatingIfNeeded: code))
      }
    }
  }

  /// Whether a string of more than 16 bytes equals the one with `code`; their first and last words
  /// are equal.
  private func isEqual(_ code: UInt32, _ text: FieldText) -> Bool {
    let start = starts[Int(code)]
    guard starts[Int(code) + 1] - start == text.count else { return false }
    return bytes.withUnsafeBytes { all in
      var offset = 8
      while offset + 8 < text.count {
        let word = all.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
        if UInt64(littleEndian: word) != ByteWord.load(text.start + offset) { return false }
        offset += 8
      }
      return true
    }
  }

  /// Mixes the length, the two words and the bytes between them. The highest byte is the length, or
  /// 17 if it is more: strings of different lengths with equal words have different hashes.
  @inline(__always)
  private static func hash(_ text: FieldText, _ words: EndWords) -> UInt64 {
    let length = UInt64(truncatingIfNeeded: text.count)
    let hash = mix(
      words.first ^ 0x9E37_79B9_7F4A_7C15,
      words.last &+ length ^ 0xBF58_476D_1CE4_E5B9
    )
    if text.count <= 16 { return hash >> 8 | length << 56 }
    return longHash(text, hash) >> 8 | 17 << 56
  }

  private static func longHash(_ text: FieldText, _ start: UInt64) -> UInt64 {
    var hash = start
    var offset = 8
    while offset + 8 < text.count {
      hash = mix(hash ^ ByteWord.load(text.start + offset), 0x94D0_49BB_1331_11EB)
      offset += 8
    }
    return hash
  }

  /// The folded halves of the product, so that every bit affects the lowest ones.
  @inline(__always)
  private static func mix(_ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
