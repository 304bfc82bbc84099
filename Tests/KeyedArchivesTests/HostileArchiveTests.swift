import CoreDataFixtures
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Damaged and invalid archives give an error or a value with little time and memory, never a crash.
@Suite struct HostileArchiveTests {
  private static let sample: Data = {
    let writer = ArchiveWriter()
    let inner = writer.object("NSUUID", ["NS.uuidbytes": .data(Data(0..<16))])
    let pairs = writer.knownKeys([("name", writer.text("Åre")), ("id", inner)])
    return writer.data(writer.array([pairs, writer.plain(.real(1.5)), writer.plain(.date(2))]))
  }()

  private func read(_ data: Data) {
    guard let root = try? KeyedArchive(data).root else { return }
    _ = (root.standardValue, root.className, root.pairs?.count, root.elements?.count)
  }

  @Test func everyPrefixIsSafe() {
    for count in 0..<Self.sample.count { read(Self.sample.prefix(count)) }
  }

  @Test func flippedBitsAreSafe() {
    var random = SeededRandom(seed: 61)
    for _ in 0..<fuzzCount(4000) {
      var data = Self.sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<data.count, using: &random)
        data[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      read(data)
    }
  }

  @Test func randomBytesAreSafe() {
    var random = SeededRandom(seed: 62)
    for _ in 0..<fuzzCount(2000) {
      var data = Data("bplist00".utf8)
      for _ in 0..<Int.random(in: 0...200, using: &random) {
        data.append(UInt8.random(in: 0...255, using: &random))
      }
      read(data)
    }
  }

  @Test func wildTrailersAreSafe() {
    var random = SeededRandom(seed: 63)
    for _ in 0..<fuzzCount(2000) {
      var data = Self.sample
      for place in data.count - 26..<data.count where random.chance(20) {
        data[place] = [0, 1, 2, 8, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      read(data)
    }
  }

  /// Many objects that are one large array each, all in the same bytes.
  @Test func overlappingObjectsAreRejected() {
    let count = 5000
    var data = Data("bplist00".utf8)
    data += [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
    data += Data(count: count * 2)
    let table = data.count
    for _ in 0..<count { data += [0, 0, 0, 8] }
    data += [0, 0, 0, 0, 0, 0, 4, 2]
    for number in [count, 0, table] {
      data += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    #expect(throws: FormatError("its objects overlap")) {
      try KeyedArchive(data)
    }
  }

  @Test func hugeCountsAreRejected() {
    func list(_ object: [UInt8], objects: UInt64 = 1) -> Data {
      var data = Data("bplist00".utf8) + object
      let table = data.count
      data += [8, 0, 0, 0, 0, 0, 0, 1, 1]
      for number in [objects, 0, UInt64(table)] {
        data += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
      return data
    }
    let huge: [UInt8] = [0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    for marker: UInt8 in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] {
      #expect(throws: FormatError.self) { try KeyedArchive(list([marker] + huge)) }
    }
    #expect(throws: FormatError("it has too many objects")) {
      try KeyedArchive(list([0x00], objects: 1 << 40))
    }
    #expect(throws: FormatError.self) { try KeyedArchive(list([0x00], objects: .max)) }
  }

  /// References to references are followed once.
  @Test func chainsOfReferencesEnd() throws {
    let writer = ArchiveWriter()
    let first = writer.reserve()
    let second = writer.plain(.uid(first))
    _ = writer.object("NSArray", ["NS.objects": .array([second])], as: first)
    let root = try KeyedArchive(writer.data(second)).root
    #expect(root == nil)
  }

  /// An empty list that occurs in many places would become very many values.
  @Test func sharedListsOfNothingAreBounded() throws {
    let writer = ArchiveWriter()
    let nothing = Array(repeating: ArchiveWriter.null, count: 2_000)
    for list in [
      writer.array(nothing),
      writer.object(
        "NSDictionary",
        ["NS.keys": .array(nothing.map { _ in writer.text("a") }), "NS.objects": .array(nothing)]
      ),
    ] {
      let root = writer.array(Array(repeating: list, count: 2_000))
      #expect(try KeyedArchive(writer.data(root)).root?.standardValue == nil)
    }
  }

  /// Objects with very many members are not looked through from the beginning for each.
  @Test func membersOfWideObjectsAreFound() throws {
    let writer = ArchiveWriter()
    let elements = (0..<3_000).map { ("NS.object.\($0)", WrittenValue.int(Int64($0))) }
    let set = writer.object("NSOrderedSet", Dictionary(elements, uniquingKeysWith: { $1 }))
    let root = try KeyedArchive(writer.data(set)).root
    #expect(root?.elements?.count == 3_000)
    #expect(root?["NS.object.2999"]?.integer == 2_999)
  }
}
