import Columns
import Expressions
import Model
import Storage

/// `min` and `max` of strings.
final class StringExtremes: AppendableAccumulator {
  private let texts: ProgramNode<StringVector>
  private let isLeast: Bool
  /// The strings of the latest batches, and their first 16 bytes, which decide most comparisons.
  private var dictionary = StringDictionary()
  private var prefixes: [UInt128] = []
  /// The best code of each group in ``dictionary``.
  private var best: [UInt32] = []
  /// The groups with a best code.
  private var touched: [UInt32] = []
  /// The best strings of earlier dictionaries.
  private var kept = StringDictionary()
  private var keptCodes: [UInt32] = []

  private static let none = UInt32.max

  init(_ texts: ProgramNode<StringVector>, isLeast: Bool) {
    (self.texts, self.isLeast) = (texts, isLeast)
  }

  func grow(to groupCount: Int) {
    best.grow(to: max(best.count, groupCount), filler: Self.none)
    keptCodes.grow(to: best.count, filler: Self.none)
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try texts.result(rows.context)
    use(vector.dictionary)
    let (prefixes, isLeast) = (prefixes, isLeast)
    best.withUnsafeMutableBufferPointer { best in
      prefixes.withUnsafeBufferPointer { prefixes in
        rows.forEachValue(in: vector.codes) { code, group in
          let other = best[group]
          if other == code { return }
          if other != Self.none {
            let (left, right) = (prefixes[Int(code)], prefixes[Int(other)])
            if isLeast ? left > right : left < right { return }
            if left == right, dictionary.compare(code, other) != (isLeast ? -1 : 1) { return }
          } else {
            touched.append(UInt32(truncatingIfNeeded: group))
          }
          best[group] = code
        }
      }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .string(let text) = value else { return }
    var own = StringDictionary()
    offer(own.code(for: text), of: own, to: group)
  }

  func append(_ next: StringExtremes, _ groups: [UInt32]) {
    next.keepBest()
    for (group, code) in next.keptCodes.enumerated() where code != Self.none {
      offer(code, of: next.kept, to: Int(groups[group]))
    }
  }

  func column() -> Column {
    keepBest()
    let codes = keptCodes.map { $0 == Self.none ? nil : $0 }
    return .string(StringColumn(codes: FixedColumn(Vector(codes, filler: 0)), dictionary: kept))
  }

  /// Prepares for the codes of a dictionary.
  private func use(_ next: StringDictionary) {
    if !next.extends(dictionary) {
      keepBest()
      prefixes = []
    }
    dictionary = next
    guard prefixes.count < next.count else { return }
    prefixes += (prefixes.count..<next.count).map { code in
      next.withUTF8(of: UInt32(truncatingIfNeeded: code)) { text in
        text.prefix(16).enumerated().reduce(0) {
          $0 | UInt128($1.element) << UInt128(120 - 8 * $1.offset)
        }
      }
    }
  }

  /// Moves the best strings to ``kept``.
  private func keepBest() {
    for group in touched {
      offer(best[Int(group)], of: dictionary, to: Int(group))
      best[Int(group)] = Self.none
    }
    touched = []
  }

  private func offer(_ code: UInt32, of strings: StringDictionary, to group: Int) {
    strings.withUTF8(of: code) { text in
      let known = keptCodes[group]
      if known != Self.none {
        let order = kept.withUTF8(of: known) { LexicalOrder.compare(text, $0) }
        if order != (isLeast ? -1 : 1) { return }
      }
      keptCodes[group] = kept.code(for: text)
    }
  }
}

/// `text(x, separator)` of strings in the order of the rows.
final class JoinedStrings: AppendableAccumulator {
  private let texts: ProgramNode<StringVector>
  private let separator: [UInt8]
  private var joined: [Joined] = []

  /// The strings of a group.
  private struct Joined {
    let bytes = GrowingBytes()
    var hasText = false
  }

  init(_ texts: ProgramNode<StringVector>, separator: String) {
    (self.texts, self.separator) = (texts, Array(separator.utf8))
  }

  func grow(to groupCount: Int) {
    while joined.count < groupCount { joined.append(Joined()) }
  }

  func add(_ rows: GroupedRows) throws {
    let vector = try texts.result(rows.context)
    joined.withUnsafeMutableBufferPointer { joined in
      separator.withUnsafeBufferPointer { separator in
        vector.dictionary.bytes.withUnsafeBufferPointer { bytes in
          vector.dictionary.starts.withUnsafeBufferPointer { starts in
            rows.forEachValue(in: vector.codes) { code, group in
              let range = starts[Int(code)]..<starts[Int(code) + 1]
              Self.add(UnsafeBufferPointer(rebasing: bytes[range]), separator, to: &joined[group])
            }
          }
        }
      }
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .string(var text) = value else { return }
    text.withUTF8 { add($0, to: group) }
  }

  func append(_ next: JoinedStrings, _ groups: [UInt32]) {
    for (group, text) in zip(groups, next.joined) where text.hasText {
      text.bytes.withBytes { add($0, to: Int(group)) }
    }
  }

  private func add(_ text: UnsafeBufferPointer<UInt8>, to group: Int) {
    separator.withUnsafeBufferPointer { Self.add(text, $0, to: &joined[group]) }
  }

  @inline(__always)
  private static func add(
    _ text: UnsafeBufferPointer<UInt8>,
    _ separator: UnsafeBufferPointer<UInt8>,
    to joined: inout Joined
  ) {
    // Longer ones are an error at the end.
    if joined.bytes.count > TextFunctions.maxBytes { return }
    if joined.hasText { joined.bytes.append(separator) }
    joined.hasText = true
    joined.bytes.append(text)
  }

  func column() throws -> Column {
    var (bytes, starts) = ([UInt8](), [0])
    bytes.reserveCapacity(joined.reduce(0) { $0 + $1.bytes.count })
    for (group, text) in joined.enumerated() {
      if text.bytes.count > TextFunctions.maxBytes {
        throw GroupFailure(error: .textTooLong, group: group)
      }
      text.bytes.withBytes { bytes.append(contentsOf: $0) }
      starts.append(bytes.count)
    }
    // Looking for equal strings would read all of them again.
    let dictionary = StringDictionary(bytes: bytes, starts: starts, isDistinct: false)
    let codes = joined.indices.map { joined[$0].hasText ? UInt32($0) : nil }
    return .string(
      StringColumn(codes: FixedColumn(Vector(codes, filler: 0)), dictionary: dictionary)
    )
  }
}

/// Bytes that are appended in small pieces.
private final class GrowingBytes {
  private var start: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  deinit { start?.deallocate() }

  @inline(__always)
  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    guard let source = piece.baseAddress, !piece.isEmpty else { return }
    if count + piece.count > capacity { grow(by: piece.count) }
    guard let start else { return }
    (start + count).update(from: source, count: piece.count)
    count += piece.count
  }

  private func grow(by added: Int) {
    capacity = max(64, 2 * capacity, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    if let start { larger.update(from: start, count: count) }
    start?.deallocate()
    start = larger
  }

  func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    body(UnsafeBufferPointer(start: start, count: count))
  }
}
