import Diagnostics
import Syntax

/// A lesson file: a script that runs on the demo. Comments with keys contain the texts; statements
/// are the solution of the task above.
///
///     // lesson predicates: Predicates and nil
///     // The introduction; an empty comment separates paragraphs.
///     //
///     // task: Find the budgets without an owner.
///     // hint: Use `is nil`.
///     // done: `owner == nil` means the same.
///     // rows: in order
///     // columns: owner
///     fetch Budget where owner is nil
///     // also: fetch Budget where owner == nil
///     // wrong: fetch Budget where owner == ""
///     // because: "" is an empty string.
///     // check: count Budget
///
/// A task with a `check` changes something: it is done once all checks have the same answers as
/// after the solution. `because` after a `check` is the message if it fails. A `setup` before the
/// first task is a statement that runs on the demo first.
package struct LessonScript {
  /// An error in a script.
  struct Fault: Error, Equatable {
    let message: String
    init(_ message: String) { self.message = message }
  }

  /// The keys of comments.
  fileprivate enum Key: String {
    case lesson, setup, task, hint, done, rows, columns, also, wrong, because, check
  }

  fileprivate enum Piece {
    /// A text with its key, and the name in `lesson predicates: …`.
    case words(Key, name: String, String)
    case statement(String)
  }

  private let source: SourceText

  init(_ text: String) {
    source = SourceText(name: "lesson", text: text)
  }

  /// The lesson; throws ``Fault``.
  func lesson() throws -> Lesson {
    var pieces = try self.pieces()[...]
    guard case .words(.lesson, let name, let text)? = pieces.popFirst(), !name.isEmpty else {
      throw Fault("a lesson starts with `// lesson name: title`")
    }
    var tasks: [LessonTask] = []
    var setup: [String] = []
    var previous: Piece?
    for piece in pieces {
      if case .words(.setup, _, let text) = piece, tasks.isEmpty {
        setup.append(text)
      } else if case .words(.task, _, let text) = piece {
        tasks.append(LessonTask(text))
      } else {
        guard var task = tasks.popLast() else { throw Fault("a task comes first") }
        try task.add(piece, after: previous)
        tasks.append(task)
      }
      previous = piece
    }
    guard !tasks.isEmpty else { throw Fault("there is no task") }
    for task in tasks where task.solution.isEmpty { throw Fault("no solution: \(task.text)") }
    let (title, introduction) = Self.titleAndRest(text)
    return Lesson(name: name, title: title, introduction: introduction, setup: setup, tasks: tasks)
  }

  /// The first line, and the rest.
  private static func titleAndRest(_ text: String) -> (String, String) {
    let parts = text.split(separator: "\n", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
  }

  // MARK: - Pieces

  private func pieces() throws -> [Piece] {
    var parser = ScriptParser(source)
    var pieces: [Piece] = []
    var position = 0
    while let item = parser.next() {
      guard case .statement(let statement) = item else {
        throw Fault("a lesson can only contain statements and comments")
      }
      pieces += try words(SourceSpan(position, statement.span.lowerBound))
      pieces.append(.statement(source.text(in: statement.span)))
      position = statement.span.upperBound
    }
    return pieces + (try words(SourceSpan(position, source.bytes.count)))
  }

  /// The texts in the comments of `span`.
  private func words(_ span: SourceSpan) throws -> [Piece] {
    var texts: [(key: Key, name: String, lines: [String])] = []
    for line in source.text(in: span).split(separator: "\n") where !line.allSatisfy(\.isWhitespace)
    {
      let text = try Self.comment(line)
      if let (key, name, start) = Self.key(text) {
        texts.append((key, name, [start]))
      } else if texts.isEmpty {
        throw Fault("no key: \(text)")
      } else {
        texts[texts.count - 1].lines.append(text)
      }
    }
    return texts.map { .words($0.key, name: $0.name, Self.joined($0.lines)) }
  }

  /// The text of a comment line.
  private static func comment(_ line: Substring) throws -> String {
    let text = line.drop(while: \.isWhitespace)
    guard text.hasPrefix("//") else { throw Fault("not a comment: \(text)") }
    return String(text.dropFirst(2).drop(while: \.isWhitespace))
  }

  /// The key at the start of a line, its name, and the rest; nil if the line continues a text.
  private static func key(_ line: String) -> (Key, String, String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let head = line[..<colon].split(separator: " ")
    guard let first = head.first, let key = Key(rawValue: String(first)),
      head.count == (key == .lesson ? 2 : 1)
    else { return nil }
    let rest = line[line.index(after: colon)...].drop(while: \.isWhitespace)
    return (key, head.count == 2 ? String(head[1]) : "", String(rest))
  }

  /// The lines without trailing empty ones.
  private static func joined(_ lines: [String]) -> String {
    let end = lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    return lines[..<end].joined(separator: "\n")
  }
}

extension LessonTask {
  /// Adds a piece below the task.
  fileprivate mutating func add(
    _ piece: LessonScript.Piece,
    after previous: LessonScript.Piece?
  ) throws {
    if case .words(.because, _, let text) = piece, case .words(.check, _, _)? = previous {
      checks[checks.count - 1].reason = text
      return
    }
    switch piece {
    case .statement(let text): solution.append(text)
    case .words(.hint, _, let text): hints.append(text)
    case .words(.done, _, let text): remark = text
    case .words(.rows, _, "in order"): isOrdered = true
    case .words(.columns, _, let text) where !text.isEmpty:
      namedColumns += text.split(separator: ",").map { String($0.drop(while: \.isWhitespace)) }
    case .words(.also, _, let text): alternatives.append(text)
    case .words(.wrong, _, let text): mistakes.append(LessonMistake(statement: text))
    case .words(.because, _, let text) where !mistakes.isEmpty:
      mistakes[mistakes.count - 1].reason = text
    case .words(.check, _, let text): checks.append(LessonCheck(statement: text))
    case .words(let key, _, let text): throw LessonScript.Fault("`\(key)` here: \(text)")
    }
  }
}
