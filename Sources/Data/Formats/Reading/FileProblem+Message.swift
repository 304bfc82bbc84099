public import Diagnostics
import Platform

extension FileReadingError: CustomStringConvertible {
  /// One line for each problem: `users.csv:3:7: error: unclosed quote`.
  public var description: String { findings?.lines.joined(separator: "\n") ?? "cancelled" }

  /// The problems; nil if reading was cancelled.
  public var findings: FileFindings? { findings(for: "import") }

  /// The problems, with help for the statement that reads the file: `import` or `apply`.
  public func findings(for statement: String) -> FileFindings? {
    guard case .failed(let problems, let furtherCount) = self else { return nil }
    var known: Set<String> = []
    return FileFindings(
      problems.map(\.finding),
      furtherCount: furtherCount,
      help: problems.compactMap { $0.help(for: statement) }.filter { known.insert($0).inserted }
    )
  }
}

extension FileProblem {
  /// The problem in words.
  public var finding: FileFindings.Finding {
    FileFindings.Finding(fact.message, file: file, at: location)
  }
}

extension FileProblem {
  /// A hint; nil if there is none.
  fileprivate func help(for statement: String) -> String? {
    switch fact {
    case .tooFewFields, .tooManyFields:
      statement == "import"
        ? "`import \(file == "<stdin>" ? "stdin" : file.debugDescription) skip bad` skips such "
          + "records"
        : nil
    default: fact.help(for: statement)
    }
  }
}

extension FileProblem.Fact {
  fileprivate var message: String {
    switch self {
    case .unknownFormat:
      "unknown file type (known types: \(knownEndings))"
    case .cannotOpen(let error): "cannot be read: \(error)"
    case .readAlready(by: .data):
      "standard input has already been read"
    case .readAlready(by: .script): "standard input is the script, so it has no records"
    case .cannotKeep(let folder, let error):
      "cannot create a temporary file in \(folder.debugDescription): \(error)"
    case .isDirectory: "is a directory, not a file"
    case .isDevice: "is a device, not a file"
    case .changed: "was truncated while it was read"
    case .changedSinceOpened: "has changed since it was opened"
    case .empty: "the file is empty"
    case .noFields: "no record has a field, so no model can be inferred"
    case .compressed: "the file is compressed"
    case .utf16: "the file is UTF-16, not UTF-8"
    case .invalidUTF8: "this is not valid UTF-8"
    case .nulCharacter: "a NUL character cannot be stored"
    case .unsuitableDelimiter:
      "the delimiter must be an ASCII character other than a quote or a line end"
    case .tooFewFields(let found, let expected): "\(count(found)) where \(expected) are expected"
    case .tooManyFields(let found, let expected): "\(count(found)) where only \(expected) fit"
    case .unclosedQuote: "unclosed quote"
    case .textAfterQuote: "text after the closing quote (a quote inside a field is doubled)"
    case .recordTooLong: "the record is longer than 1 GB"
    case .unexpectedEnd: "unexpected end of the text"
    case .unexpectedText(let found, let expected): "found \(found), expected \(expected)"
    case .controlCharacterInString: "a control character in a string must be escaped"
    case .invalidEscape: "invalid escape in JSON"
    case .loneSurrogate: "half of a surrogate pair is not a character"
    case .invalidNumber: "this is not a valid JSON number"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .invalid(let message): message
    case .duplicateKey(let key): "duplicate key \"\(key)\" in one object"
    }
  }

  /// A hint; nil if there is none.
  fileprivate func help(for statement: String) -> String? {
    switch self {
    case .unknownFormat:
      "name the format, as in `\(statement) \"…\" as csv`; formats: "
        + FileFormat.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
    case .compressed:
      "decompress it first: `gunzip file.csv.gz`, or `gunzip -c file.csv.gz | martlet …` and "
        + "`\(statement) stdin as csv`"
    case .utf16: "`iconv -f UTF-16 -t UTF-8` converts it"
    case .invalidUTF8:
      "`iconv -f WINDOWS-1252 -t UTF-8` converts Western European text to UTF-8"
    case .readAlready(by: .data): "a file can be read more than once"
    case .readAlready(by: .script):
      "run the script with `-f script` or `-c text` to let `\(statement)` read standard input"
    case .cannotKeep: "set `TMPDIR` to another folder"
    default: nil
    }
  }

  private var knownEndings: String {
    FileFormat.allCases.flatMap(\.endings).map { "." + $0 }.joined(separator: " ")
  }

  private func count(_ fields: Int) -> String {
    fields == 1 ? "1 field" : "\(fields) fields"
  }
}
