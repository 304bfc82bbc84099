/// The machine formats that are read and written.
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values by RFC 4180.
  case csv
  /// The same with tabs.
  case tsv
  /// One array of objects, or one object.
  case json
  /// One object a line.
  case jsonLines = "jsonl"

  /// The formats by the endings of file names, lower-case and without the dot.
  public static let byFileEnding: [String: FileFormat] = [
    "csv": .csv, "tsv": .tsv, "tab": .tsv, "json": .json, "jsonl": .jsonLines,
    "ndjson": .jsonLines,
  ]

  /// The format that the ending of `path` names; nil if it names none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    guard let format = Self.byFileEnding[name[name.index(after: dot)...].lowercased()] else {
      return nil
    }
    self = format
  }
}
