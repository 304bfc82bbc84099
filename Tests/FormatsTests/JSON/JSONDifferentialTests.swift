import Columns
import Model
import Storage
import TestSupport
import Testing

@testable import Formats

/// Random records, read by stripes with edges everywhere, against the reader that takes one after
/// another.
struct JSONDifferentialTests {
  private static let values = [
    "1", "-7", "12345678901", "-0", "0.5", "-12.25", "1e3", "1e400", "9007199254740993", "true",
    "false", "null", "null", "\"x\"", "\"\"", "\"é 東京\"", #""a\nb\"c""#, #""\u00e9""#,
    "\"2024-02-29\"", "\"2024-02-29T10:00:00Z\"", "\"3F2504E0-4F89-41D3-9A0C-0305E82C3301\"",
    "\"longer than sixteen bytes\"", "\"12\"", #""2024\u002d01-01""#,
  ]
  private static let odd = [
    "{\"k\":1}", "[1,2]", "[{\"k\":1}]", "tru", "nulll", "01", ".5", "-.5", "1.", "+1", "\"\\x\"",
    "\"\\u0000\"", "\"open", "1 2", "-", "",
  ]
  private static let keys = ["a", "b", "long key", "é", "c"]

  @Test(arguments: 0..<fuzzCount(60))
  func linesAreReadTheSame(seed: Int) throws {
    var generator = SeededRandom(seed: UInt64(seed))
    for _ in 0..<12 {
      let records = Self.records(&generator)
      let ends = ["\n", "\n", "\n", "\r\n", "\n\n", " ", " \n "]
      let end = ends.randomElement(using: &generator) ?? "\n"
      try check(records.joined(separator: end) + end, .jsonLines)
    }
  }

  @Test(arguments: 0..<fuzzCount(60))
  func arraysParseTheSame(seed: Int) throws {
    var generator = SeededRandom(seed: 5_000 + UInt64(seed))
    for _ in 0..<12 {
      let records = Self.records(&generator)
      let separators = [",\n", ",\n", ", ", "\n,\n", " , \n", ",\n\n", "\n"]
      let separator = separators.randomElement(using: &generator) ?? ",\n"
      let ends = ["\n]\n", "]", "\n] x", ",\n]\n", "\n", "]]"]
      let end = Int.random(in: 0..<4, using: &generator) > 0 ? "\n]\n" : ends.randomElement() ?? "]"
      try check("[\n" + records.joined(separator: separator) + end, .json)
    }
  }

  /// Records that are much alike, with something odd here and there.
  private static func records(_ generator: inout SeededRandom) -> [String] {
    let used = keys.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator))
    let kinds = used.map { _ in
      (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
        values.randomElement(using: &generator)
      }
    }
    let oddness = [0, 0, 30, 200].randomElement(using: &generator) ?? 0
    let colon = [":", ": ", " :"].randomElement(using: &generator) ?? ":"
    let comma = [",", ", ", ",\n  "].randomElement(using: &generator) ?? ","
    func isOdd(_ generator: inout SeededRandom) -> Bool {
      Int.random(in: 0..<1_000, using: &generator) < oddness
    }
    return (0..<Int.random(in: 1...40, using: &generator)).map { _ in
      if isOdd(&generator) { return odd.randomElement(using: &generator) ?? "" }
      var fields = zip(used, kinds).compactMap { key, kind -> String? in
        if isOdd(&generator) { return nil }
        let texts = isOdd(&generator) ? odd + values : kind
        return "\"\(key)\"\(colon)\(texts.randomElement(using: &generator) ?? "1")"
      }
      if isOdd(&generator) { fields.shuffle(using: &generator) }
      if isOdd(&generator) { fields.append("\"a\":1") }
      return "{" + fields.joined(separator: comma) + (isOdd(&generator) ? " }" : "}")
    }
  }

  private func check(_ text: String, _ format: FileFormat) throws {
    let bytes = Array(text.utf8)
    let expected = Result { () throws(FileReadingError) in
      let file = FileBytes(copying: bytes)
      do throws(ReadingFailure) {
        return try JSONReader(
          bytes: file,
          unwrapsArray: format == .json,
          options: ReadingOptions(),
          cancellation: CancellationFlag()
        ).readOneByOne()
      } catch {
        throw FileReadingError(error, file: "file", bytes: file)
      }
    }
    for stripeCount in [1, 2, 3, 7] {
      var options = ReadingOptions()
      options.stripeCount = stripeCount
      options.fieldsPerBlock = 5
      let found = Result { try read(bytes: bytes, as: format, options) }
      #expect(Self.told(found) == Self.told(expected), "\(text) in \(stripeCount) stripes")
    }
  }

  /// All that there is to say about what was read.
  private static func told<Failure>(_ result: Result<ReadTable, Failure>) -> [String] {
    switch result {
    case .failure(let error): return ["\(error)"]
    case .success(let table):
      let columns = table.columns.map { path, column in
        "\(path): \((0..<table.count).map { column.value(at: $0) })"
      }
      let children = table.children.map { "\($0.path) \($0.owners) \($0.table.declarations)" }
      return table.declarations + table.mixed.map { "mixed \($0)" } + columns.sorted() + children
    }
  }
}
