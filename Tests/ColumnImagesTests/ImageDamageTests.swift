import Columns
import Foundation
import Model
import TestSupport
import Testing

@testable import ColumnImages

/// Damaged and hostile images are ignored, and never end the process.
@Suite struct ImageDamageTests {
  /// Checks that an image with these bytes is not used, or is as good as before.
  private func check(
    _ bytes: [UInt8],
    _ world: ImageWorld,
    _ column: Column,
    _ comment: String
  ) throws {
    let path = world.image("0")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, 0o600) == 0)
    if let read = world.read("0") { #expect(read.values == column.values, "\(comment)") }
    let batches = try world.readInBatches(["0"])
    if let batches { #expect(batches == [column.values], "\(comment)") }
  }

  private func world(_ column: Column) throws -> (ImageWorld, [UInt8]) {
    let world = try ImageWorld()
    world.write([column])
    #expect(world.read("0")?.values == column.values)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: world.image("0"))))
    return (world, bytes)
  }

  @Test func flippedBits() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<fuzzCount(6) {
      let column = try #require(ImageWorld.column(&random, rows: 150))
      let (world, bytes) = try world(column)
      let head = Int(bytes.loadWords()[5])
      // Every byte of the head, and some of the rest.
      let others = (0..<100).map { _ in Int.random(in: 0..<bytes.count, using: &random) }
      for place in Array(0..<head) + others {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        try check(damaged, world, column, "byte \(place)")
      }
    }
  }

  /// A flipped bit in the head is always noticed, and the image is removed if nothing else can be
  /// the reason.
  @Test func flippedBitsInTheHead() throws {
    let column = try #require(Column((0..<20).map { .int($0) }, of: .int))
    let (world, bytes) = try world(column)
    let head = Int(bytes.loadWords()[5])
    for place in 0..<head {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        let path = world.image("0")
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        #expect(chmod(path, 0o600) == 0)
        #expect(world.read("0") == nil, "bit \(bit) of byte \(place)")
        // Order of bytes, version and program may be those of another Martlet.
        let isOther = (8..<32).contains(place)
        #expect(FileManager.default.fileExists(atPath: path) == isOther, "byte \(place)")
      }
    }
  }

  @Test func cutAndLonger() throws {
    var random = SeededRandom(seed: 6)
    let column = try #require(Column((0..<40).map { .string("text \($0 % 7)") }, of: .string))
    let (world, bytes) = try world(column)
    for count in 0..<bytes.count {
      try check(Array(bytes[..<count]), world, column, "\(count) bytes")
      #expect(world.read("0") == nil)
    }
    for count in 1..<20 {
      let more = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      try check(bytes + more, world, column, "\(count) more bytes")
      #expect(world.read("0") == nil)
    }
  }

  /// Images with right checksums and contents that contradict each other.
  @Test func hostileImages() throws {
    var random = SeededRandom(seed: 7)
    let kinds = (1...8).compactMap { ImageHead.Kind(rawValue: $0) }
    let roles = (1...4).compactMap { ImageBlock.Role(rawValue: $0) }
    let world = try ImageWorld()
    let column = try #require(Column([.int(1)], of: .int))
    world.write([column])
    let program = Array(try Data(contentsOf: URL(fileURLWithPath: world.image("0"))))
      .loadWords()[3]
    let name = ImageName(state: world.state, table: "T", column: "0")
    var used = 0
    for _ in 0..<fuzzCount(2000) {
      let rows = random.pick([0, 1, 2, 3, 64, 65, 4000, 6000, Int.max, 1 << 40])
      var blocks: [ImageBlock] = []
      var contents: [[UInt8]] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let width = random.pick([0, 1, 2, 4, 8, 16])
        let count = random.pick([0, 1, 2, min(rows, 4000), (min(rows, 4000) + 63) / 64])
        let isAscending = random.chance(50)
        let bytes = (0..<width * count).map { place in
          isAscending ? UInt8(truncatingIfNeeded: place) : UInt8.random(in: 0...3, using: &random)
        }
        let base = random.pick([0, 1, -1, .max, .min] as [Int64])
        let unit = random.pick([1, 1, 0, -1, 1_000, .max] as [Int64])
        let part = ImageEncoding.Part(
          role: random.pick(roles),
          width: width,
          base: base,
          unit: unit,
          count: count,
          pieces: [bytes]
        )
        let checksums = part.checksums
        blocks.append(ImageBlock(part, checksums: checksums))
        contents.append(
          bytes + Array(repeating: 0, count: -bytes.count & 7)
            + checksums.withUnsafeBytes { Array($0) }
        )
      }
      let head = ImageHead(
        kind: random.pick(kinds),
        isSpecial: random.chance(50),
        rowCount: rows,
        identification: name.bytes,
        blocks: blocks
      )
      var bytes = try #require(head.bytes(program))
      for content in contents { bytes += content }
      let path = world.image("0")
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(chmod(path, 0o600) == 0)
      // Reading all values is the test.
      if let read = world.read("0") {
        used += read.values.count == rows ? 1 : 0
        #expect(read.count == rows)
        _ = read.gathered(at: Array(0..<Int64(rows)))
      }
      try Data(bytes).write(to: URL(fileURLWithPath: world.image(nil)))
      _ = world.cache.rowNumbers(of: "T", in: world.state)
      let fields = world.cache.path + "/" + ImageName.fields(of: "T", in: world.state).fileName
      try Data(bytes).write(to: URL(fileURLWithPath: fields))
      _ = world.cache.fields(of: "T", in: world.state)
    }
    #expect(used > 0)
  }
}
