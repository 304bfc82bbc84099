/// The bytes of elements that are added piece by piece, in the parts of a block.
///
/// Nothing is moved when elements are added.
struct PartedBytes: Sendable {
  /// The number of bytes of each element.
  let width: Int
  /// The number of elements.
  private(set) var count = 0
  /// The parts, each as large as it can become.
  private var parts: [[UInt8]] = []

  init(width: Int) {
    self.width = width
  }

  /// The approximate memory in bytes.
  var byteCount: Int { parts.count * ImageBlock.rowsPerPart * width }

  /// The bytes of each part.
  var pieces: [[UInt8]] {
    if width == 0 { return [] }
    let rest = count % ImageBlock.rowsPerPart
    guard rest > 0, let last = parts.last else { return parts }
    return parts.dropLast() + [Array(last[..<(rest * width)])]
  }

  /// Adds `added` elements.
  ///
  /// - Parameter write: Writes the bytes of some of them.
  @inline(__always)
  mutating func append(
    _ added: Int,
    _ write: (_ elements: Range<Int>, _ bytes: UnsafeMutableRawBufferPointer) -> Void
  ) {
    var start = 0
    while start < added {
      let place = count % ImageBlock.rowsPerPart
      if place == 0 { parts.append(Array(repeating: 0, count: ImageBlock.rowsPerPart * width)) }
      let end = min(added, start + ImageBlock.rowsPerPart - place)
      parts[parts.count - 1].withUnsafeMutableBytes { bytes in
        let bytes = bytes[(place * width)..<((place + end - start) * width)]
        write(start..<end, UnsafeMutableRawBufferPointer(rebasing: bytes))
      }
      count += end - start
      start = end
    }
  }

  /// Adds elements as they are.
  mutating func append<Element: BitwiseCopyable>(_ elements: UnsafeBufferPointer<Element>) {
    append(elements.count) { places, bytes in
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: elements[places]))
      )
    }
  }

  /// Calls `body` with the bytes of each part.
  func forEachPart(_ body: (_ bytes: UnsafeRawBufferPointer, _ count: Int) -> Void) {
    for (part, bytes) in parts.enumerated() {
      let size = min(ImageBlock.rowsPerPart, count - part * ImageBlock.rowsPerPart)
      bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<(size * width)]), size) }
    }
  }
}
