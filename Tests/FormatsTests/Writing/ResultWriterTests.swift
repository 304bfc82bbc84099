import Foundation
import Model
import Storage
import Testing

@testable import Formats

struct ResultWriterTests {
  private let rows = ColumnRows(
    [
      ("name", .string, .values([.string("a;b"), .string("c\td")])),
      ("na,me", .int, .values([.int(1), .null])),
      ("name", .bool, .values([.bool(true), .null])),
      ("", .int, .values([.int(2), .int(3)])),
    ],
    rowCount: 2
  )

  @Test(arguments: [
    (FileFormat.csv, "name,\"na,me\",name,\"\"\na;b,1,true,2\nc\td,,,3\n"),
    (.tsv, "name\tna,me\tname\t\"\"\na;b\t1\ttrue\t2\n\"c\td\"\t\t\t3\n"),
    (
      .json,
      """
      [
      {"name":"a;b","na,me":1,"name_2":true,"column4":2},
      {"name":"c\\td","na,me":null,"name_2":null,"column4":3}
      ]

      """
    ),
    (
      .jsonLines,
      """
      {"name":"a;b","na,me":1,"name_2":true,"column4":2}
      {"name":"c\\td","na,me":null,"name_2":null,"column4":3}

      """
    ),
  ])
  func everyFormatHasItsShape(format: FileFormat, text: String) throws {
    #expect(try write(rows, as: format) == text)
  }

  @Test(arguments: [
    (FileFormat.csv, "a\n"), (.tsv, "a\n"), (.json, "[]\n"), (.jsonLines, ""),
  ])
  func noRowsAreWritten(format: FileFormat, text: String) throws {
    #expect(try write(ColumnRows("a", []), as: format) == text)
  }

  @Test func everyFormatHasAWriter() {
    #expect(FileFormat.allCases.allSatisfy { $0.writer?.format == $0 })
  }

  @Test(arguments: FileFormat.allCases)
  func cancellationStopsWriting(format: FileFormat) {
    let flag = CancellationFlag()
    flag.cancel()
    #expect(throws: Cancellation.self) {
      try format.writer?.write(ColumnRows("a", [.int(1)]), cancellation: flag) { _ in }
    }
  }

  @Test(arguments: FileFormat.allCases)
  func errorOfTheSinkEndsTheWrite(format: FileFormat) {
    struct Full: Error {}
    let rows = ColumnRows("a", Array(repeating: .int(1), count: 5_000))
    #expect(throws: Full.self) {
      try format.writer?.write(rows, cancellation: CancellationFlag()) { _ in throw Full() }
    }
  }
}
