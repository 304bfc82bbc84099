import TestSupport
import Testing

/// Exported Decimals are unchanged after import, in every format.
@Suite struct DecimalImportTests {
  @Test(arguments: ["json", "jsonl", "csv", "tsv"])
  func roundTrips(ending: String) throws {
    let console = try ScriptConsole(mode: .csv, demo: false)
    var random = SeededRandom(seed: 38)
    var numbers: [String] = []
    for text in [
      "struct Price { net: Decimal, gross: Decimal? }",
      "model Bill { number: Int unique, amount: Decimal?, rates: [Decimal], price: Price? }",
    ] { #expect(!console.answer(text).fails) }
    for number in 0..<200 {
      let values = (0..<5).map { _ in Self.decimal(&random) }
      numbers += values
      let answer = console.answer(
        """
        insert Bill {
          number: \(number), amount: \(values[0]), rates: [\(values[1]), \(values[2])],
          price: { net: \(values[3]), gross: \(values[4]) }
        }
        """
      )
      #expect(!answer.fails, "\(answer.text)")
    }
    let fetch = "fetch Bill sort number"
    let before = console.answer(fetch).text
    // The inserted text is the oracle: a Decimal is printed as it was written.
    for number in numbers { #expect(before.contains(number)) }
    let folder = try TemporaryFolder()
    let path = folder.file("bills.\(ending)")
    for text in ["export Bill to \"\(path)\"", "delete all Bill", "import \"\(path)\" into Bill"] {
      let answer = console.answer(text)
      #expect(!answer.fails, "\(answer.text)")
    }
    #expect(console.answer(fetch).text == before)
  }

  /// A number with up to 38 digits, which does not end in zero.
  private static func decimal(_ random: inout SeededRandom) -> String {
    let whole = Int.random(in: 1...19, using: &random)
    let fraction = Int.random(in: 0...19, using: &random)
    let last = whole + fraction - 1
    let digits = (0...last).map { place in
      Int.random(in: place == 0 || place == last ? 1...9 : 0...9, using: &random)
    }
    let sign = Bool.random(using: &random) ? "-" : ""
    let before = digits.prefix(whole).map(String.init).joined()
    let behind = digits.dropFirst(whole).map(String.init).joined()
    return sign + before + (behind.isEmpty ? "" : "." + behind)
  }
}
