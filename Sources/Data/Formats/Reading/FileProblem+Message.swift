public import Diagnostics
import Platform

extension FileReadingError: CustomStringConvertible {
  /// One line a problem: `users.csv:3:7: error: the quote is never closed`.
  public var description: String { findings?.lines.joined(separator: "\n") ?? "cancelled" }

  /// What is wrong; nil if reading was cancelled.
  public var findings: FileFindings? {
    guard case .failed(let problems, let furtherCount) = self else { return nil }
    var known: Set<String> = []
    return FileFindings(
      problems.map(\.finding),
      furtherCount: furtherCount,
      help: problems.compactMap(\.fact.help).filter { known.insert($0).inserted }
    )
  }
}

extension FileProblem {
  /// The problem in words.
  public var finding: FileFindings.Finding {
    FileFindings.Finding(fact.message, file: file, at: location)
  }
}

extension FileProblem.Fact {
  fileprivate var message: String {
    switch self {
    case .unknownFormat:
      "the file's ending names no format (known are \(knownEndings))"
    case .cannotOpen(let error): "cannot be read: \(error)"
    case .readAlready(by: .data):
      "standard input was read already, and what came through it is gone"
    case .readAlready(by: .script): "standard input is the script that is run, and holds no records"
    case .cannotKeep(let folder, let error):
      "there is no room for it while it is read: the folder \(folder.debugDescription) cannot be written: "
        + error.description
    case .isDirectory: "is a directory, not a file"
    case .isDevice: "is a device, not a file"
    case .changed: "was cut short while it was read"
    case .empty: "the file is empty"
    case .noFields: "no record has a field, so there is nothing to make a model from"
    case .invalidUTF8: "this is not valid UTF-8"
    case .nulCharacter: "a NUL character cannot be stored"
    case .unsuitableDelimiter: "the delimiter must be an ASCII character, no quote or line end"
    case .tooFewFields(let found, let expected): "\(count(found)) where \(expected) are expected"
    case .tooManyFields(let found, let expected): "\(count(found)) where only \(expected) fit"
    case .unclosedQuote: "the quote is never closed"
    case .textAfterQuote: "text after the closing quote (a quote inside a field is doubled)"
    case .recordTooLong: "the record is longer than 1 GB"
    case .unexpectedEnd: "the text ends here, unfinished"
    case .unexpectedText(let found, let expected): "found \(found), expected \(expected)"
    case .controlCharacterInString: "a control character in a string must be escaped"
    case .invalidEscape: "there is no such escape in JSON"
    case .loneSurrogate: "half of a surrogate pair is no character"
    case .invalidNumber: "this is not a number in JSON"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .misfit(let message): message
    case .duplicateKey(let key): "the key \"\(key)\" stands twice in one object"
    }
  }

  /// What to do about it.
  fileprivate var help: String? {
    switch self {
    case .unknownFormat:
      "`import \"…\" as csv` says it; there are "
        + FileFormat.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
    case .invalidUTF8:
      "`iconv -f WINDOWS-1252 -t UTF-8` makes it UTF-8, where it is a text of Western Europe"
    case .readAlready(by: .data): "a file can be read more than once"
    case .readAlready(by: .script): "`-f script` or `-c text` leaves standard input to `import`"
    case .cannotKeep: "`TMPDIR` names another folder for that"
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
