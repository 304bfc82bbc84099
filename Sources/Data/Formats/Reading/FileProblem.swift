public import Diagnostics
public import Platform
import Storage

/// Why a file was not read. Nothing was imported from it.
public enum FileReadingError: FileFailure, Hashable, Sendable {
  /// The cancellation flag was raised.
  case cancelled
  /// The first problems in file order, and the number of further ones.
  case failed([FileProblem], furtherCount: Int)
}

/// A problem with a file.
public struct FileProblem: Hashable, Sendable {
  /// What is wrong.
  public enum Fact: Hashable, Sendable {
    case unknownFormat
    /// A system error.
    case cannotOpen(Errno)
    case isDirectory
    /// A device may never end.
    case isDevice
    /// Standard input was already read to its end.
    case readAlready(by: StandardInput.Reader)
    /// The bytes could not be stored in a temporary folder.
    case cannotKeep(folder: String, Errno)
    /// Another process truncated the file.
    case changed
    /// The file was changed after its types were found, and before its values were needed.
    case changedSinceOpened
    /// The file has neither a header nor records.
    case empty
    /// No record has a field, so no model can be inferred.
    case noFields

    /// The file is compressed with gzip.
    case compressed
    case utf16
    case invalidUTF8
    case nulCharacter
    case unsuitableDelimiter

    case tooFewFields(found: Int, expected: Int)
    case tooManyFields(found: Int, expected: Int)
    case unclosedQuote
    case textAfterQuote
    case recordTooLong

    case unexpectedEnd
    /// Found something other than `expected`.
    case unexpectedText(found: String, expected: String)
    case controlCharacterInString
    case invalidEscape
    case loneSurrogate
    case invalidNumber
    case tooDeep(limit: Int)
    case duplicateKey(String)

    /// An invalid value, described in words.
    case invalid(String)
  }

  /// The file's name as it was given, or `<stdin>`.
  public let file: String
  /// The location; nil if the problem has none.
  public let location: SourceLocation?
  /// What is wrong.
  public let fact: Fact
}

/// A problem at a byte offset.
struct LocatedFact: Hashable {
  var offset: Int?
  var fact: FileProblem.Fact
}

/// What readers throw: problems at offsets, or cancellation.
enum ReadingFailure: Error {
  case cancelled
  case facts(FactList)

  /// A single problem.
  static func fact(_ fact: FileProblem.Fact, at offset: Int?) -> ReadingFailure {
    var list = FactList()
    list.add(fact, at: offset)
    return .facts(list)
  }
}

/// Problems in file order: the first ones in full, and their total number.
struct FactList {
  /// How many problems are shown in full.
  static let limit = 20

  /// How many problems are stored in full.
  var limit = FactList.limit
  private(set) var first: [LocatedFact] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds a problem at or after the previous one.
  mutating func add(_ fact: FileProblem.Fact, at offset: Int?) {
    if first.count < limit { first.append(LocatedFact(offset: offset, fact: fact)) }
    count += 1
  }

  /// The same problems with offsets increased by `distance`.
  func shifted(by distance: Int) -> FactList {
    var shifted = self
    shifted.first = first.map { $0.shifted(by: distance) }
    return shifted
  }

  /// Adds the problems of a later part of the file.
  mutating func add(_ other: FactList) {
    first.append(contentsOf: other.first.prefix(max(0, limit - first.count)))
    count += other.count
  }
}

extension FileReadingError {
  /// One problem without a location.
  static func problem(_ fact: FileProblem.Fact, file: String) -> FileReadingError {
    .failed([FileProblem(file: file, location: nil, fact: fact)], furtherCount: 0)
  }

  /// Locates problems by line and column.
  init(_ failure: ReadingFailure, file: String, bytes: FileBytes) {
    switch failure {
    case .facts where bytes.wasTruncated: self = .problem(.changed, file: file)
    case .cancelled: self = .cancelled
    case .facts(let facts):
      var locator = OffsetLocator(bytes)
      let inOrder = facts.first.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
      let problems = inOrder.map { fact in
        FileProblem(
          file: file,
          location: fact.offset.map { locator.location(of: $0) },
          fact: fact.fact
        )
      }
      self = .failed(problems, furtherCount: facts.count - problems.count)
    }
  }
}

extension CancellationFlag {
  /// Throws if the flag is raised.
  func checkReading() throws(ReadingFailure) {
    if isCancelled { throw .cancelled }
  }
}

extension FileBytes {
  /// Throws if the file was truncated after it was opened.
  func checkWhole() throws(ReadingFailure) {
    if wasTruncated { throw .fact(.changed, at: nil) }
  }
}
