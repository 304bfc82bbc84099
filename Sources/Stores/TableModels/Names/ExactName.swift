/// The name of a column, compared by bytes as databases do.
///
/// Strings are equal if they differ only in the Unicode normalization of `é`. A table can have both
/// forms as columns.
struct ExactName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) { bytes = Array(name.utf8) }
}
