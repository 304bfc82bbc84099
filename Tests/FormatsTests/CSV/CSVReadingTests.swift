import Columns
import Foundation
import Model
import Testing

@testable import Formats

struct CSVReadingTests {
  /// A text, and the declarations that are inferred from it.
  typealias Inference = FileCase

  @Test(arguments: [
    Inference("a,b\n1,x\n", "a: Int", "b: String"),
    Inference("a\n1\n-2\n0\n", "a: Int"),
    Inference("a\n9223372036854775807\n-9223372036854775808\n", "a: Int"),
    Inference("a\n9223372036854775808\n", "a: String"),
    Inference("a\n1\n2.5\n", "a: Double"),
    Inference("a\n0.5\n-0.5\n1e6\n.5\n0\n", "a: Double"),
    Inference("a\n9007199254740992\n0.5\n", "a: Double"),
    Inference("a\n9007199254740993\n0.5\n", "a: String"),
    Inference("a\n1e400\n", "a: String"),
    Inference("a\ninf\n", "a: String"),
    Inference("a\nnan\n1.5\n", "a: String"),
    Inference("a\n007\n", "a: String"),
    Inference("a\n1\n007\n", "a: String"),
    Inference("a\n+1\n", "a: String"),
    Inference("a\n-01\n", "a: String"),
    Inference("a\n00.5\n", "a: String"),
    Inference("a\n5.\n", "a: String"),
    Inference("a\n 5\n", "a: String"),
    Inference("a\n1_000\n", "a: String"),
    Inference("a\n0x1F\n", "a: String"),
    Inference("a\ntrue\nFALSE\nTrue\n", "a: Bool"),
    Inference("a\ntrue\n1\n", "a: String"),
    Inference("a\nyes\n", "a: String"),
    Inference("a\n2024-02-29\n2024-03-01T12:00:00Z\n", "a: Date"),
    Inference("a\n2023-02-29\n", "a: String"),
    Inference("a\n2024-01-01\n5\n", "a: String"),
    Inference("a\n3f2504e0-4f89-41d3-9a0c-0305e82c3301\n", "a: UUID"),
    Inference("a\n3f2504e04f8941d39a0c0305e82c3301\n", "a: String"),
    Inference("a,b\n,1\n,2\n", "a: String?", "b: Int"),
    Inference("a,b\n1,1\n,2\n", "a: Int?", "b: Int"),
    Inference("a,b\n\"\",1\n", "a: String", "b: Int"),
    Inference("a,b\n\"\",1\n5,1\n", "a: String", "b: Int"),
    Inference("a\n\"5\"\n6\n", "a: Int"),
    Inference("a,b\n", "a: String?", "b: String?"),
    Inference(
      "a,,a,a,a_2\n1,2,3,4,5\n",
      "a: Int",
      "column2: Int",
      "a_3: Int",
      "a_4: Int",
      "a_2: Int"
    ),
    Inference("column2,\n1,2\n", "column2: Int", "column2_2: Int"),
    Inference("\u{FEFF}a;b\n1;2\n", "a: Int", "b: Int"),
    Inference(" a , b\n1,2\n", " a : Int", " b: Int"),
    Inference("\"a,\"\"b\"\"\",c\n1,2\n", "a,\"b\": Int", "c: Int"),
  ])
  func typesAreInferred(_ inference: Inference) throws {
    #expect(try read(inference.text).declarations == inference.expected)
  }

  /// Strings that are looked up together; some are long, empty, escaped or missing.
  @Test func manyDistinctStringsAreRead() throws {
    let fields = (0..<60_000).map { row -> (text: String, value: Value) in
      let number = row * 7_919 % 20_011
      switch number % 7 {
      case 0: return ("", .null)
      case 1: return ("\"\"", .string(""))
      case 2: return ("\"a \"\"\(number)\"\"\"", .string("a \"\(number)\""))
      case 3: return ("a long text for \(number)", .string("a long text for \(number)"))
      default: return ("\(number % 4_000)x", .string("\(number % 4_000)x"))
      }
    }
    for stripeCount in [1, 3] {
      var options = ReadingOptions()
      options.stripeCount = stripeCount
      let table = try read("a,b\n" + fields.map { $0.text + ",1\n" }.joined(), options)
      let column = try #require(table.columns[AttributePath(["a"])])
      let differing = fields.indices.first { column.value(at: $0) != fields[$0].value }
      #expect(differing == nil)
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ","), ("a;b\n1,5;2,5\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"),
    ("a\n1\n", ","), ("name;note\nx;\"a,b,c,d\"\ny;\"e,f,g,h\"\n", ";"),
    ("a,b,c\n1,2\n3;4\n", ","), ("a,b;c\n1,2;3\n4,5;6\n", ","), ("", ","),
  ])
  func delimitersAreDetected(text: String, delimiter: String) {
    let bytes = FileBytes(copying: Array(text.utf8))
    let found = DelimiterSniffer(bytes: bytes, start: 0).delimiter()
    #expect(String(UnicodeScalar(found)) == delimiter)
  }

  @Test func lateInvalidValueWidensOnlyItsColumn() throws {
    let rows = (0..<9_000).map { "\($0),\($0),\($0),\($0)" }
    let text = "a,b,c,d\n" + rows.joined(separator: "\n") + "\n1,2.5,007,\n"
    for stripeCount in 1...3 {
      var options = ReadingOptions()
      options.stripeCount = stripeCount
      let table = try read(text, as: .csv, options)
      #expect(table.declarations == ["a: Int", "b: Double", "c: String", "d: Int?"])
      #expect(table.count == 9_001)
      #expect(table.values("b")[8_999...] == [.double(8_999), .double(2.5)])
      #expect(table.values("c")[8_999...] == [.string("8999"), .string("007")])
      #expect(table.values("d")[8_999...] == [.int(8_999), .null])
    }
  }

  @Test func columnOfNilsGetsItsTypeFromTheFirstValue() throws {
    let text = "a,b\n" + String(repeating: ",1\n", count: 6_000) + "2020-01-01,1\n"
    let table = try read(text)
    #expect(table.declarations == ["a: Date?", "b: Int"])
    #expect(table.values("a").last == .date(Timestamp(microseconds: 1_577_836_800_000_000)))
  }

  @Test func blankLinesAreNilOnlyInSingleColumns() throws {
    #expect(try read("a\n1\n\n3\n\n").values("a") == [.int(1), .null, .int(3), .null])
    #expect(try read("a,b\n\n1,2\n\n\n3,4\n\n").values("a") == [.int(1), .int(3)])
    #expect(try read("a,b\n1,2").values("b") == [.int(2)])
  }

  @Test func emptyIsNilAndQuotedEmptyIsAString() throws {
    let table = try read("a,b\n,x\n\"\",y\n")
    #expect(table.values("a") == [.null, .string("")])
    #expect(table.declarations == ["a: String?", "b: String"])
  }

  @Test func filesWithoutHeaderNumberTheirColumns() throws {
    let table = try read("1,x\n2,y\n", as: .csv, ReadingOptions(hasHeader: false))
    #expect(table.declarations == ["column1: Int", "column2: String"])
    #expect(table.count == 2)
  }

  @Test func tabsAlwaysSeparateInTSV() throws {
    let table = try read("a,b\tc\n1,2\t3\n", as: .tsv)
    #expect(table.declarations == ["a,b: String", "c: Int"])
  }

  @Test func distinctStringsAreKeptWhenDeduplicationStops() throws {
    let rows = (0..<40_000).map { "text number \($0),\($0 % 7)" }
    for stripeCount in 1...2 {
      var options = ReadingOptions()
      options.stripeCount = stripeCount
      let table = try read("a,b\n" + rows.joined(separator: "\n"), as: .csv, options)
      let values = table.values("a")
      #expect(values.count == rows.count)
      for index in stride(from: 0, to: rows.count, by: 997) {
        #expect(values[index] == .string("text number \(index)"))
      }
    }
  }
}
