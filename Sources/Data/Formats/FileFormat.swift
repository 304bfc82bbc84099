public import Diagnostics

/// The machine formats that Martlet reads and writes.
public enum FileFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values.
  case tsv
  /// An array of objects, or a single object.
  case json
  /// One object per line.
  case jsonLines = "jsonl"

  /// The file extensions, in lower case and without the dot.
  public var endings: [String] {
    switch self {
    case .csv: ["csv"]
    case .tsv: ["tsv", "tab"]
    case .json: ["json"]
    case .jsonLines: ["jsonl", "ndjson"]
    }
  }

  /// The format for the extension of `path`; nil if there is none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// The error for writing to `path`, if it is the name of a compressed file.
  public static func refusal(of path: String, at span: SourceSpan?) -> Diagnostic? {
    guard path.lowercased().hasSuffix(".gz") else { return nil }
    return Diagnostic(
      .error,
      "files cannot be compressed while writing",
      at: span.map { Diagnostic.Label($0) },
      help: ["write the file without `.gz`, then run `gzip`"]
    )
  }
}
