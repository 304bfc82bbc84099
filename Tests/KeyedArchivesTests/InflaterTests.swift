import CoreDataFixtures
import Foundation
import KeyedArchives
import Testing

/// Decompresses DEFLATE data.
@Suite struct InflaterTests {
  @Test(arguments: [0, 1, 100, 65_536, 65_537, 1_000_000])
  func compressedDataRoundTrips(count: Int) throws {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) })
    #expect(try Inflater.inflate(Deflater.pack(data), limit: count) == data)
  }

  @Test func oversizedArchivesAreRejected() {
    let bomb = Deflater.pack(Data(count: 20_000_000))
    #expect(bomb.count < 30_000)
    #expect(throws: FormatError("it decompresses to more than 1000000 bytes")) {
      try Inflater.inflate(bomb, limit: 1_000_000)
    }
    #expect(throws: FormatError.self) { try Inflater.inflate(bomb, limit: 0) }
  }

  @Test func damagedDataIsRejected() {
    let packed = Deflater.pack(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0) }))
    #expect(throws: FormatError("it ends too early")) {
      try Inflater.inflate(packed.dropLast(3), limit: 10_000)
    }
    #expect(throws: FormatError("it ends too early")) { try Inflater.inflate(Data(), limit: 10) }
    #expect(throws: FormatError("it is not compressed by DEFLATE")) {
      try Inflater.inflate(Data([0xFF, 0xFF, 0xFF]), limit: 10)
    }
  }
}
