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

  /// What the names of such files end with: lower-case and without the dot.
  public var endings: [String] {
    switch self {
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .json: ["json"]
    case .jsonLines: ["jsonl", "ndjson"]
    }
  }

  /// The format that the ending of `path` names; nil if it names none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }
}
