import Diagnostics
import Model

/// Names of types in other languages.
enum ForeignTypes {
  /// The type with the name `name` in another language, or the likely one for a typo.
  ///
  /// Short words must have the same letters as the type, as they are similar to `Bool`, `Date` and
  /// `Data` too easily.
  static func likelyType(for name: String) -> String? {
    let word = name.lowercased()
    if let known = ForeignForms.help(for: word, in: .types) { return known }
    let types = ValueType.scalarsByName.map(\.name)
    if let same = types.first(where: { $0.lowercased() == word }) { return same }
    if let swapped = types.first(where: { $0.lowercased().sorted() == word.sorted() }) {
      return swapped
    }
    return word.count > 4 ? nearestNames(to: name, in: types, limit: 1).first : nil
  }
}
