import CoreDataFixtures
import Foundation
import KeyedArchives
import Testing

/// Archives as `NSKeyedArchiver` writes them, and their decoded values.
@Suite struct ArchiveTests {
  private static func value(_ write: (ArchiveWriter) -> WrittenValue) throws -> StandardValue? {
    let writer = ArchiveWriter()
    return try KeyedArchive(writer.data(write(writer))).root?.standardValue
  }

  @Test func plainValuesAreRead() throws {
    #expect(try Self.value { $0.text("Åre 🎿") } == .string("Åre 🎿"))
    #expect(try Self.value { $0.plain(.int(-7)) } == .integer(-7))
    #expect(try Self.value { $0.plain(.bool(true)) } == .bool(true))
    #expect(try Self.value { $0.plain(.real(0.5)) } == .real(0.5))
    #expect(try Self.value { $0.plain(.data(Data([1, 2]))) } == .data(Data([1, 2])))
    #expect(try Self.value { $0.plain(.date(12.5)) } == .date(12.5))
    #expect(try Self.value { _ in ArchiveWriter.null } == nil)
  }

  @Test func objectsOfStandardClassesAreRead() throws {
    #expect(
      try Self.value { $0.object("NSMutableString", ["NS.string": .string("a")]) } == .string("a")
    )
    #expect(try Self.value { $0.object("NSDate", ["NS.time": .real(1.5)]) } == .date(1.5))
    #expect(
      try Self.value { $0.object("NSMutableData", ["NS.data": .data(Data([9]))]) }
        == .data(Data([9]))
    )
    let bytes = Data(0..<16)
    let uuid = UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(
      try Self.value { $0.object("NSUUID", ["NS.uuidbytes": .data(bytes)]) }
        == uuid.map { .uuid($0) }
    )
    #expect(
      try Self.value { $0.object("NSURL", ["NS.relative": .string("https://a.b")]) }
        == .string("https://a.b")
    )
    #expect(try Self.value { $0.object("NSNull", [:]) } == .null)
    // 12.75 as 1275 units of a hundredth, the mantissa's least significant 16 bits first.
    var mantissa = Data(count: 16)
    mantissa[0] = 0xFB
    mantissa[1] = 0x04
    let number = try Self.value {
      $0.object(
        "NSDecimalNumber",
        [
          "NS.mantissa": .data(mantissa), "NS.exponent": .int(-2), "NS.negative": .bool(true),
          "NS.mantissa.bo": .int(1),
        ]
      )
    }
    #expect(number == Decimal(string: "-12.75").map { .decimal($0) })
  }

  @Test func collectionsAreRead() throws {
    for name in ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet"] {
      let list = try Self.value { writer in
        writer.array(
          [writer.text("a"), ArchiveWriter.null, writer.plain(.int(1))],
          className: name
        )
      }
      #expect(list == .list([.string("a"), .null, .integer(1)]), "\(name)")
    }
    let numbered = try Self.value { writer in
      writer.object(
        "NSOrderedSet",
        ["NS.object.0": writer.text("a"), "NS.object.1": writer.text("b")]
      )
    }
    #expect(numbered == .list([.string("a"), .string("b")]))
    let known = try Self.value { writer in
      writer.knownKeys([("b", writer.plain(.int(2))), ("a", ArchiveWriter.null)])
    }
    guard case .dictionary(let pairs)? = known else {
      Issue.record("no dictionary")
      return
    }
    #expect(pairs.map(\.key) == ["a", "b"])
    #expect(pairs.map(\.value) == [.null, .integer(2)])
  }

  @Test func otherClassesAreNamed() throws {
    let root = try KeyedArchive(ArchiveWriter.opaque("App.Colour")).root
    #expect(root?.className == "App.Colour")
    #expect(root?.standardValue == nil)
    #expect(root?["value"]?.integer == 7)
    // A nested one does not make the whole a plain value.
    let list = try Self.value { writer in
      writer.array([writer.text("a"), writer.object("App.Colour", [:])])
    }
    #expect(list == nil)
  }

  @Test func cyclesEnd() throws {
    let writer = ArchiveWriter()
    let number = writer.reserve()
    writer.object("NSArray", ["NS.objects": .array([.uid(number), .uid(number)])], as: number)
    let root = try KeyedArchive(writer.data(.uid(number))).root
    #expect(root?.elements?.count == 2)
    #expect(root?.standardValue == nil)
    #expect(root?.elements?.first == root)
  }

  /// Lists of lists, each twice in the one around, would be 2^45 texts.
  @Test func sharedObjectsAreBounded() throws {
    let writer = ArchiveWriter()
    var inner = writer.text("a")
    for _ in 0..<45 { inner = writer.array([inner, inner]) }
    #expect(try KeyedArchive(writer.data(inner)).root?.standardValue == nil)
  }

  @Test func foundationPropertyListsAreReadTheSame() throws {
    let list: [String: Any] = ["a": [1, 2.5, "x"], "b": Data([1]), "c": true]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .binary,
      options: 0
    )
    // It is a property list, but no archive.
    #expect(throws: FormatError("it is not a keyed archive")) { try KeyedArchive(data) }
  }
}
