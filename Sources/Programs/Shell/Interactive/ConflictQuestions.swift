import Diagnostics
import Foundation
import Platform
import Session
import Storage

/// Asks the person at the terminal which changes a merge keeps.
struct ConflictQuestions {
  let console: Console

  private enum Answer {
    case keep(MergeChoice, isForAll: Bool)
    case skip
    case help
    case quit
    case unknown

    /// The letter, or the words that it stands for.
    init(_ text: String) {
      let words = text.split(whereSeparator: \.isWhitespace)
      switch words.count {
      case 1 where words[0].count == 1: self.init(letter: words[0])
      case 1: self = Self.word(words[0].lowercased())
      case 2 where words[0].lowercased() == "all":
        let choice = MergeChoice(rawValue: words[1].lowercased())
        self = choice.map { .keep($0, isForAll: true) } ?? .unknown
      default: self = .unknown
      }
    }

    private init(letter: Substring) {
      let choice = MergeChoice.allCases.first { $0.rawValue.hasPrefix(letter.lowercased()) }
      switch letter {
      case "s": self = .skip
      case "q": self = .quit
      case "?": self = .help
      default: self = choice.map { .keep($0, isForAll: letter != letter.lowercased()) } ?? .unknown
      }
    }

    private static func word(_ word: String) -> Answer {
      switch word {
      case "skip": .skip
      case "quit", "exit": .quit
      case "help": .help
      default: MergeChoice(rawValue: word).map { .keep($0, isForAll: false) } ?? .unknown
      }
    }
  }

  /// A choice for each conflict; nil if the person does not want to merge.
  func answers(to conflicts: [ConflictDescription]) -> [MergeChoice]? {
    console.flush()
    guard let display = console.progressDisplay else { return ask(conflicts) }
    return display.pausing { ask(conflicts) }
  }

  private func ask(_ conflicts: [ConflictDescription]) -> [MergeChoice]? {
    let reader = PlainReader { _ in true }
    let prompt = Prompt(
      "keep [t,o,n,T,O,N,s,q,?]>",
      isColored: console.settings.color.isColored(.standardOutput)
    )
    var choices = [MergeChoice?](repeating: nil, count: conflicts.count)
    var waiting = Array(conflicts.indices)
    while let place = waiting.first {
      show(conflicts[place], place + 1, of: conflicts.count)
      guard case .block(let text) = reader.readBlock(prompt: prompt) else {
        // The statement ends with the line of the prompt.
        if !console.stores.cancellation.isCancelled { reader.endLine() }
        return nil
      }
      switch Answer(text) {
      case .keep(let choice, let isForAll):
        for place in isForAll ? waiting : [place] { choices[place] = choice }
        waiting = isForAll ? [] : Array(waiting.dropFirst())
      case .skip: waiting = waiting.dropFirst() + [place]
      case .quit: return nil
      case .help, .unknown: showHelp(conflicts[place].store)
      }
    }
    return choices.compactMap { $0 }
  }

  private func show(_ conflict: ConflictDescription, _ number: Int, of count: Int) {
    let rows = [
      ("this", conflict.here, conflict.timeHere, conflict.newest == .this),
      ("other", conflict.there, conflict.timeThere, conflict.newest == .other),
    ]
    let width = min(40, max(conflict.here.count, conflict.there.count))
    print("conflict \(number) of \(count): \(conflict.subject)")
    for (name, value, time, isNewest) in rows {
      let name = name.padding(toLength: 6, withPad: " ", startingAt: 0)
      let gap = String(repeating: " ", count: max(0, width - value.count))
      print("  \(name) \(value)\(gap)  saved \(time)\(isNewest ? ", newest" : "")")
    }
  }

  private func showHelp(_ store: String) {
    for line in [
      "t  this: keep the value of this store", "o  other: keep the value of \(store)",
      "n  newest: keep the value that was saved last",
      "T, O, N  the same for this conflict and all that follow",
      "s  skip: ask again after the others", "q  quit: merge nothing",
    ] {
      print("  " + line)
    }
  }

  private func print(_ line: String) {
    console.standardOutput.writeLine(escapedForTerminal(line))
    console.standardOutput.flush()
  }
}
