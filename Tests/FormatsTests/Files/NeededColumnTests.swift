import Columns
import Foundation
import Model
import Storage
import TestSupport
import Testing

@testable import Formats

/// Columns that are not needed have the same types, problems and, once they are read, values.
@Suite struct NeededColumnTests {
  private static let values = [
    "1", "-7", "2.5", "", "true", "2024-01-05", "x", "\"a,b\"", "\"\"", "\"q\"\"\"", "é",
    "99999999999999999999", "1e400", "6f8c8a4e-7f3b-4c4e-9f0a-2b7d7b3f9a10", "inf", "nan", "i", "+",
  ]

  @Test(arguments: 0..<fuzzCount(60))
  func columnsThatAreNotNeeded(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 7_000)
    let folder = try TemporaryFolder(inMemory: true)
    for _ in 0..<10 {
      let names = (0..<random.pick([1, 2, 4])).map { "c\($0)" }
      let kinds = names.map { _ in
        (0..<random.pick([1, 1, 2, 3])).map { _ in random.pick(Self.values) }
      }
      let rows = (0..<random.pick([1, 3, 40])).map { _ in
        kinds.map { random.pick($0) }.joined(separator: ",")
      }
      let text = ([names.joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
      let path = try folder.write(text, to: "a.csv")
      var options = ReadingOptions()
      options.fieldsPerBlock = random.pick([1, 3, 4_096])
      options.stripeCount = random.pick([1, 2, 5])
      let needed = Set(names.filter { _ in random.chance(50) })
      try check(path, options, needed)
    }
  }

  /// Files with a mark of their encoding, other separators, and records of different lengths.
  @Test(arguments: [
    "\u{FEFF}a,b\n1,x\n2,y\n", "a;b\n1;x\n2;y,z\n", "a,b\r\n1,x\r\n2,\"y\r\nz\"\r\n",
    "a,b\n1\n2,y\n", "a,b\n1,x,3\n2,y\n", ",a\nr1,1\nr2,2\n", "a,b\n1,\"x\n2,y\n",
  ])
  func unusualFiles(text: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = folder.file("a.csv")
    // One of them has a byte that is not UTF-8.
    let damaged = text.utf8.map { $0 == UInt8(ascii: "y") ? 0xFF : $0 }
    for bytes in [Array(text.utf8), damaged] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for needed in [["a"], ["b"], []] as [Set<String>] {
        try check(path, ReadingOptions(), needed)
      }
    }
  }

  private func check(_ path: String, _ options: ReadingOptions, _ needed: Set<String>) throws {
    let file = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    let whole: ReadTable
    do {
      whole = try file.read(file.whole)
    } catch {
      #expect("\(error)" == Self.failure { try file.read(file.whole, needing: needed) })
      return
    }
    let part = try file.read(file.whole, needing: needed)
    #expect(part.attributes == whole.attributes)
    #expect(part.count == whole.count)
    for attribute in whole.attributes {
      let path = AttributePath([attribute.name])
      let column = part.columns[path]
      #expect(column != nil || !needed.contains(attribute.name))
      if let column { #expect(Self.values(column) == whole.columns[path].map(Self.values)) }
    }
    let others = whole.attributes.filter { !needed.contains($0.name) }
    let stamp = try #require(file.stamp)
    let again = try RecordFile(path: path, options: options, cancellation: CancellationFlag())
    if others.isEmpty { return }
    let columns = try again.columns(of: others, count: whole.count, unchangedSince: stamp)
    for (attribute, column) in zip(others, columns) {
      #expect(
        Self.values(column) == whole.columns[AttributePath([attribute.name])].map(Self.values)
      )
    }
  }

  private static func failure(_ body: () throws -> ReadTable) -> String {
    do {
      _ = try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  private static func values(_ column: Column) -> [Value] {
    (0..<column.count).map { column.value(at: $0) }
  }

  /// Strings of digits that are too large for numbers are reported, so their values are needed.
  @Test func numbersThatAreTooLarge() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write("a,b,c\n1,x,99999999999999999999\n2,y,3\n", to: "a.csv")
    let file = try RecordFile(path: path, cancellation: CancellationFlag())
    let table = try file.read(file.whole, needing: ["a"])
    #expect(Set(table.columns.keys.map(\.description)) == ["a", "c"])
    #expect(table.attributes.map(\.type) == [.int, .string, .string])
  }

  @Test func filesThatChanged() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write("a,b\n1,x\n2,y\n", to: "a.csv")
    let file = try RecordFile(path: path, cancellation: CancellationFlag())
    let table = try file.read(file.whole, needing: ["a"])
    let stamp = try #require(file.stamp)
    usleep(20_000)
    try folder.write("a,b\n1,x\n2,z\n", to: "a.csv")
    let changed = try RecordFile(path: path, cancellation: CancellationFlag())
    let failure = Self.failure {
      _ = try changed.columns(of: [table.attributes[1]], count: 2, unchangedSince: stamp)
      return table
    }
    #expect(failure.contains("has changed since it was opened"))
  }
}
