import Diagnostics
import Model

/// Names of types in other languages.
enum ForeignTypes {
  private static let names: [(type: String, others: Set<String>)] = [
    ("Bool", ["boolean", "bit", "flag"]),
    (
      "Int",
      [
        "integer", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
        "long", "short", "byte", "bigint", "smallint", "tinyint", "serial",
      ]
    ),
    ("Double", ["float", "float32", "float64", "real", "number", "cgfloat", "timeinterval"]),
    ("Decimal", ["numeric", "money", "currency", "bigdecimal"]),
    (
      "String",
      ["text", "varchar", "nvarchar", "char", "character", "substring", "str", "clob", "url"]
    ),
    ("Date", ["datetime", "timestamp", "timestamptz", "time", "instant"]),
    ("UUID", ["guid", "uniqueidentifier"]),
    ("Data", ["blob", "bytes", "binary", "varbinary", "bytea"]),
  ]

  /// The type with the name `name` in another language, or the likely one for a typo.
  ///
  /// Short words must have the same letters as the type, as they are similar to `Bool`, `Date` and
  /// `Data` too easily.
  static func meant(by name: String) -> String? {
    let word = name.lowercased()
    if let known = names.first(where: { $0.others.contains(word) }) { return known.type }
    let types = ValueType.scalarsByName.map(\.name)
    if let same = types.first(where: { $0.lowercased() == word }) { return same }
    if let swapped = types.first(where: { $0.lowercased().sorted() == word.sorted() }) {
      return swapped
    }
    return word.count > 4 ? nearestNames(to: name, in: types, limit: 1).first : nil
  }
}
