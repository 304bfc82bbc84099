import Columns
import Diagnostics
import Formats
import Foundation
import Model
import Session

/// Finds the fields that hold nothing but numbers and are texts nevertheless, as one of the numbers is
/// too large for its type.
///
/// Where not every field is a text by itself (JSON), texts of digits that stand in quotes are none.
struct NumbersAsTexts {
  /// The fields in whose batches so far there was nothing but numbers, with the first that is too large.
  private var found: [(name: String, tooLarge: FileProblem?)] = []
  private var others: Set<String> = []

  /// Looks at a batch of records.
  mutating func note(_ batch: ImportBatch) {
    for attribute in batch.table.attributes where !others.contains(attribute.name) {
      let name = attribute.name
      guard case .string(let texts)? = batch.table.columns[AttributePath([name])],
        Self.areNumbers(texts)
      else {
        others.insert(name)
        continue
      }
      let place = found.firstIndex { $0.name == name } ?? found.count
      if place == found.count { found.append((name, nil)) }
      if found[place].tooLarge == nil { found[place].tooLarge = Self.tooLarge(texts, name, batch) }
    }
  }

  /// For each such field the first number at fault, and what became of the field.
  var problems: [FileProblem] {
    found.filter { !others.contains($0.name) }.compactMap(\.tooLarge)
  }

  /// The fields of ``problems``.
  var names: [String] {
    found.filter { !others.contains($0.name) && $0.tooLarge != nil }.map(\.name)
  }

  private static func areNumbers(_ texts: StringColumn) -> Bool {
    texts.codes.validCount == 0
      || (0..<texts.dictionary.count).allSatisfy {
        isNumber(texts.dictionary.string(for: UInt32($0)))
      }
  }

  private static func tooLarge(
    _ texts: StringColumn,
    _ name: String,
    _ batch: ImportBatch
  ) -> FileProblem? {
    for row in 0..<texts.codes.count {
      guard let text = texts.string(at: row), let type = typeExceeded(by: text) else { continue }
      if !batch.isDelimited, batch.isQuoted(row, [name]) { return nil }
      let shown = fitted(text, toWidth: 40).text
      let problem = RowProblem(
        row: row,
        path: [name],
        message: "`\(name)` is String, as \(shown) is too large for \(type)"
      )
      return batch.problems([problem]).first
    }
    return nil
  }

  private static func typeExceeded(by text: String) -> ValueType? {
    if text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") }) {
      return Int64(text) == nil ? .int : nil
    }
    return Double(text)?.isFinite == true ? nil : .double
  }

  /// Whether the text is a number as JSON writes it.
  private static func isNumber(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    // A leading zero says that digits are no number.
    let isPadded = rest.first == UInt8(ascii: "0")
    let count = takeDigits(&rest)
    guard count > 0, !(isPadded && count > 1) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard takeDigits(&rest) > 0 else { return false }
    }
    if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      guard takeDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
