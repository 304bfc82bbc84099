import Foundation
import TestSupport

/// A page of the manual: what its fenced blocks say, in their order.
///
/// - A block whose fence names a file (```` ```json vegetables.json ````) is that file.
/// - In a `console` block, a shell runs `$ command`; its output is below it.
/// - In a `text` block, or below a `$ martlet …`, the text after a prompt is typed; below it is
///   Martlet's answer, without the times that it took. Further lines of a block follow `...>`.
/// - An answer that ends with a line `…` is the beginning of a longer one.
/// - A line `<!-- store of an app: bank.store -->` is a file in Core Data's format (`BankModel`).
/// - Other blocks are not run.
struct ManualPage {
  /// What can be done with lines of a page.
  enum Step {
    /// Writes a file.
    case file(name: String, text: String)
    /// Writes a file as an app does.
    case appStore(name: String)
    /// Runs a command of the system.
    case command(String, answer: Range<Int>)
    /// Starts Martlet's shell with arguments.
    case start(String)
    /// Types lines into the shell that runs; without one, into a new one.
    case input([String], answer: Range<Int>)
  }

  /// The lines of the page.
  let lines: [String]
  /// Each step, with the place of the answer that is expected among the lines.
  private(set) var steps: [Step] = []

  /// The steps of `text`.
  init(_ text: String) {
    lines = text.components(separatedBy: "\n")
    var line = 0
    while line < lines.count {
      let start = line + 1
      guard let fence = Self.fence(lines[line]) else {
        if let name = Self.appStore(lines[line]) { steps.append(.appStore(name: name)) }
        line = start
        continue
      }
      let end = lines[start...].firstIndex(of: "```") ?? lines.count
      read(fence, start..<end)
      line = end + 1
    }
  }

  /// The words after the backticks that begin a block.
  private static func fence(_ line: String) -> [String]? {
    guard line.hasPrefix("```") else { return nil }
    return line.dropFirst(3).split(separator: " ").map(String.init)
  }

  /// The file that a comment asks for.
  private static func appStore(_ line: String) -> String? {
    line.wholeMatch(of: /<!-- store of an app: (\S+) -->/).map { String($0.1) }
  }

  private mutating func read(_ fence: [String], _ block: Range<Int>) {
    switch (fence.first, fence.count) {
    case (_, 2):
      let text = lines[block].map { $0 + "\n" }.joined()
      steps.append(.file(name: fence[1], text: text))
    case ("console", _), ("text", _): readExchanges(block)
    default: break
    }
  }

  private mutating func readExchanges(_ block: Range<Int>) {
    var line = block.lowerBound
    while line < block.upperBound {
      let first = lines[line]
      line += 1
      if first.hasPrefix("$ ") {
        let command = String(first.dropFirst(2))
        if line < block.upperBound, Self.input(lines[line]) != nil {
          steps.append(.start(command))
        } else {
          steps.append(.command(command, answer: answer(&line, block)))
        }
      } else if let input = Self.input(first) {
        var inputs = [input]
        while line < block.upperBound, let further = Self.furtherInput(lines[line]) {
          inputs.append(further)
          line += 1
        }
        steps.append(.input(inputs, answer: answer(&line, block)))
      }
    }
  }

  /// The lines up to the next command or input, without empty ones at their end.
  private func answer(_ line: inout Int, _ block: Range<Int>) -> Range<Int> {
    let start = line
    while line < block.upperBound, !lines[line].hasPrefix("$ "), Self.input(lines[line]) == nil {
      line += 1
    }
    var end = line
    while end > start, lines[end - 1].isEmpty { end -= 1 }
    return start..<end
  }

  /// The text after a prompt, which is a name and `> `.
  private static func input(_ line: String) -> String? {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = line[name.endIndex...]
    return name.isEmpty || !rest.hasPrefix("> ") ? nil : String(rest.dropFirst(2))
  }

  private static func furtherInput(_ line: String) -> String? {
    line.hasPrefix("...> ") ? String(line.dropFirst(5)) : nil
  }
}

extension ManualPage {
  /// The page without what is answered.
  var withoutAnswers: String {
    var lines = lines
    for step in steps.reversed() {
      switch step {
      case .command(_, let answer), .input(_, let answer): lines.removeSubrange(answer)
      case .file, .appStore, .start: break
      }
    }
    return lines.joined(separator: "\n")
  }
}
