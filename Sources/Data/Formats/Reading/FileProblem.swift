public import Diagnostics
public import Platform
import Storage

/// Why a file was not read; nothing of it was taken.
public enum FileReadingError: FileFailure, Hashable, Sendable {
  /// The cancellation flag was raised.
  case cancelled
  /// What is wrong: the first problems in the file's order, and how many more there are.
  case failed([FileProblem], furtherCount: Int)
}

/// One thing that is wrong with a file, and where.
public struct FileProblem: Hashable, Sendable {
  /// What is wrong.
  public enum Fact: Hashable, Sendable {
    case unknownFormat
    /// The system says why.
    case cannotOpen(Errno)
    case isDirectory
    /// What is read from it may never end.
    case isDevice
    /// Standard input was read before, and holds nothing more.
    case readAlready(by: StandardInput.Reader)
    /// Bytes that were read could not be kept in a folder for a while.
    case cannotKeep(folder: String, Errno)
    /// Another process cut it short while it was read.
    case changed
    /// There is nothing in the file, not even a header.
    case empty
    /// Not one record has a field, so there is nothing to infer a model from.
    case noFields

    case invalidUTF8
    case nulCharacter
    case unsuitableDelimiter

    case tooFewFields(found: Int, expected: Int)
    case tooManyFields(found: Int, expected: Int)
    case unclosedQuote
    case textAfterQuote
    case recordTooLong

    case unexpectedEnd
    /// What stands there instead of what is `expected`.
    case unexpectedText(found: String, expected: String)
    case controlCharacterInString
    case invalidEscape
    case loneSurrogate
    case invalidNumber
    case tooDeep(limit: Int)
    case duplicateKey(String)

    /// What the text means is wrong, in words.
    case misfit(String)
  }

  /// The file's name as it was given, or `<stdin>`.
  public let file: String
  /// Where it is wrong; nil where no place in the text is.
  public let location: SourceLocation?
  /// What is wrong.
  public let fact: Fact
}

/// A problem at a byte offset, before anyone asked which line that is.
struct LocatedFact: Hashable {
  var offset: Int?
  var fact: FileProblem.Fact
}

/// What the readers throw: facts at offsets, or a cancellation.
enum ReadingFailure: Error {
  case cancelled
  case facts(FactList)

  /// A single fact.
  static func fact(_ fact: FileProblem.Fact, at offset: Int?) -> ReadingFailure {
    var list = FactList()
    list.add(fact, at: offset)
    return .facts(list)
  }
}

/// Facts about a file from its beginning on, the first of them in full and the rest as a number.
struct FactList {
  /// How many are told in full.
  static let limit = 20

  /// How many are kept.
  var limit = FactList.limit
  private(set) var first: [LocatedFact] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds a fact that lies behind the others, or near the last.
  mutating func add(_ fact: FileProblem.Fact, at offset: Int?) {
    if first.count < limit { first.append(LocatedFact(offset: offset, fact: fact)) }
    count += 1
  }

  /// The same for what lies further behind.
  func shifted(by distance: Int) -> FactList {
    var shifted = self
    shifted.first = first.map { $0.shifted(by: distance) }
    return shifted
  }

  /// Adds the facts of a stretch of the file that lies behind.
  mutating func add(_ other: FactList) {
    first.append(contentsOf: other.first.prefix(max(0, limit - first.count)))
    count += other.count
  }
}

extension FileReadingError {
  /// One problem with no place in the text.
  static func problem(_ fact: FileProblem.Fact, file: String) -> FileReadingError {
    .failed([FileProblem(file: file, location: nil, fact: fact)], furtherCount: 0)
  }

  /// Finds the lines and columns of what a reader threw.
  init(_ failure: ReadingFailure, file: String, bytes: FileBytes) {
    switch failure {
    case .facts where bytes.wasCut: self = .problem(.changed, file: file)
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
  /// Throws if reading is to stop.
  func checkReading() throws(ReadingFailure) {
    if isCancelled { throw .cancelled }
  }
}

extension FileBytes {
  /// Throws if bytes are missing that were there when the file was opened.
  func checkWhole() throws(ReadingFailure) {
    if wasCut { throw .fact(.changed, at: nil) }
  }
}
