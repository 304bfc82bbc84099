import Columns
import Model
import Storage

@testable import ColumnImages

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? readImage(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Takes numbers from the bytes of an input; zeros at its end.
private struct Numbers {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// A number that is small, or any.
  mutating func number() -> Int64 {
    let first = byte()
    if first < 250 { return Int64(first) - 20 }
    return (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[byte() % elements.count]
  }
}

/// The input describes an image with right checksums; a byte may be changed afterwards.
private func readImage(_ bytes: [UInt8]) throws {
  var numbers = Numbers(rest: bytes[...])
  let rows = numbers.pick([Int(numbers.number()) & 0xFFF, 0, 1, 64, 65, 5000])
  let change = numbers.byte() & 1 == 1 ? Int(numbers.number() & 0xFFFF) : nil
  let kind = numbers.pick((1...9).compactMap { ImageHead.Kind(rawValue: $0) })
  let isSpecial = numbers.byte() & 1 == 1
  var (blocks, contents): ([ImageBlock], [[UInt8]]) = ([], [])
  for _ in 0..<numbers.byte() % 5 {
    let width = numbers.pick([0, 1, 2, 4, 8, 16])
    let count = numbers.pick([rows, (rows + 63) / 64, numbers.byte(), 1, 0])
    let start = Array(numbers.rest.prefix(width * min(count, 16)))
    let part = ImageEncoding.Part(
      role: numbers.pick([.values, .validity, .textLengths, .textBytes]),
      width: width,
      base: numbers.number(),
      unit: numbers.pick([1, numbers.number()]),
      count: count,
      pieces: [(0..<width * count).map { start.isEmpty ? 0 : start[$0 % start.count] }]
    )
    let checksums = part.checksums
    blocks.append(ImageBlock(part, checksums: checksums))
    let bytes = part.pieces[0]
    contents.append(
      bytes + Array(repeating: 0, count: -bytes.count & 7)
        + checksums.withUnsafeBytes { Array($0) }
    )
  }
  let described = ImageHead(
    kind: kind,
    isSpecial: isSpecial,
    rowCount: rows,
    identification: [],
    blocks: blocks
  )
  guard var image = described.bytes(1) else { return }
  for content in contents { image += content }
  if let change, change < image.count { image[change] = UInt8(numbers.byte()) }
  try readImageFile(image)
}

private func readImageFile(_ image: [UInt8]) throws {
  let head = try ImageHead(fileSize: image.count, 1) { offset, count in
    offset + count <= image.count ? Array(image[offset..<offset + count]) : nil
  }
  let decoding = ImageDecoding(head: head) { target, offset in
    guard offset + target.count <= image.count else { return false }
    target.copyBytes(from: image[offset..<offset + target.count])
    return true
  }
  _ = try? decoding.fields()
  _ = try? decoding.rowNumbers()
  let column = try decoding.column()
  guard let all = column.column(of: 0..<column.count) else { return }
  for row in 0..<min(all.count, 100) { _ = all.value(at: row) }
  if all.count > 0 { _ = all.value(at: all.count - 1) }
}
