import Columns
import Diagnostics
import Formats
import Foundation
import Model
import Session

/// Finds string fields with nothing but numbers, at least one too large for its type.
///
/// In JSON, quoted digits do not count as numbers.
struct NumbersAsStrings {
  /// The fields with only numbers so far, each with the first number that is too large.
  private var found: [(name: String, tooLarge: FileProblem?)] = []
  private var others: Set<String> = []

  /// Checks a batch of records.
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

  /// For each such field, the first number that is too large.
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
        TextValue.isJSONNumber(texts.dictionary.string(for: UInt32($0)))
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
    if text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) {
      return Int64(text) == nil ? .int : nil
    }
    return Double(text)?.isFinite == true ? nil : .double
  }
}
