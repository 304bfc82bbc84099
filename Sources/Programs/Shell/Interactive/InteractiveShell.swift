import Diagnostics
import Foundation
import Model
import Platform
import Rendering
import Session
import Storage
import Syntax

/// The interactive shell.
public struct InteractiveShell {
  private let console: Console
  private let assistant: BlockAssistant
  /// The history file; nil in safe mode.
  private let history: LineFile?
  private static let historySize = 5_000

  /// Creates a shell on `console`.
  public init(console: Console) {
    self.console = console
    history = console.settings.isSafe ? nil : .history
    assistant = BlockAssistant(console: console)
  }

  /// Runs until the user exits.
  ///
  /// - Parameter examples: Statements to suggest, instead of a list of the models.
  public func run(version: String, examples: [String] = []) {
    Signals.catchInterrupts(raising: console.stores.cancellation, endsAll: false)
    console.isInteractive = true
    let questions = ConflictQuestions(console: console)
    console.stores.conflictAdvisor = { questions.answers(to: $0) }
    defer { console.stores.conflictAdvisor = nil }
    printBanner(version, examples)
    let reader = makeReader()
    var newest: String?
    var hasBeenWarned = false
    while true {
      console.flush()
      // From here on Ctrl-C applies to the next block.
      _ = Signals.takeInterrupt()
      console.stores.cancellation.reset()
      assistant.begin()
      switch reader.readBlock(prompt: prompt) {
      case .interrupted: continue
      case .endOfInput:
        reader.endLine()
        if hasBeenWarned || !warnOfPendingChanges() { return }
        hasBeenWarned = true
      case .block(let block):
        remember(block, after: &newest, in: reader)
        let status = run(block)
        if status == .failed { markFailed(block, &newest, in: reader) }
        if let edited = console.editedBlock { remember(edited, after: &newest, in: reader) }
        guard case .quit = status else {
          console.resumeLesson()
          hasBeenWarned = false
          continue
        }
        if hasBeenWarned || !warnOfPendingChanges() { return }
        hasBeenWarned = true
      }
    }
  }

  /// Warns about unsaved changes; false if there are none. Exiting again right away discards them.
  private func warnOfPendingChanges() -> Bool {
    let unsaved = console.unsavedStores.map { "`\($0.name)`" }
    if unsaved.isEmpty { return false }
    let places =
      console.stores.stores.count == 1 ? "" : " in \(unsaved.joined(separator: ", "))"
    console.report(
      Diagnostic(
        .warning,
        "unsaved changes\(places)",
        at: nil,
        help: ["`save` or `rollback` them; exit again to discard them"]
      )
    )
    return true
  }

  private func run(_ block: String) -> RunStatus {
    var runner = ScriptRunner(console: console, bails: true)
    runner.isTyped = true
    console.editedBlock = nil
    defer {
      let last = console.editedBlock ?? block
      if Self.hasStatement(last) { console.lastBlock = last }
    }
    return runner.run(SourceText(name: "", text: block))
  }

  /// Whether a block contains a statement. `.edit` skips blocks of commands.
  private static func hasStatement(_ block: String) -> Bool {
    var parser = ScriptParser(SourceText(name: "", text: block))
    while let item = parser.next() {
      guard case .command = item else { return true }
    }
    return false
  }

  /// The name of the current store, or `martlet` for the store in memory; `*` if it has pending
  /// changes, and the target of `.output`: `martlet* [report.csv]>`.
  private var prompt: Prompt {
    let store = console.stores.current
    let name =
      store.place.map(escapedForTerminal)
      ?? (store.name == OpenStore.memoryName ? "martlet" : store.name)
    let target = console.redirectionTarget.map { " [\(escapedForTerminal($0))]" } ?? ""
    return Prompt(
      "\(name)\(store.session.hasPendingChanges ? "*" : "")\(target)>",
      isColored: console.settings.color.isColored(.standardOutput)
    )
  }

  private func printBanner(_ version: String, _ examples: [String]) {
    guard Terminal.isTerminal(.standardOutput) else { return }
    let first = "Martlet \(version) · .help for help, .lesson for lessons, Ctrl-D to exit"
    let others =
      examples.isEmpty
      ? HelpLayout.paragraph(escapedForTerminal(openFile), indent: 0, .dim)
      : examples.enumerated().flatMap { index, example in
        index == 0
          ? HelpLayout.paragraph("try: " + example, indent: 0, .dim)
          : HelpLayout.paragraph(example, indent: 5, .dim)
      }
    for line in HelpLayout.paragraph(first, indent: 0, .dim) + others {
      console.standardOutput.writeLine(
        line.rendered(usesColor: console.settings.color.isColored(.standardOutput))
      )
    }
  }

  /// `people (2 records), x (1 record); try: fetch people`, or that the store's file is new, or
  /// that no file is open.
  private var openFile: String {
    let store = console.stores.current
    let names = store.session.schema.entities.map(\.name)
    guard let first = names.first else {
      guard let path = store.path else {
        return "no file is open; try: import \"people.csv\", or `martlet --demo` for sample data"
      }
      return store.place != nil || FileSystem.exists(path)
        ? "\(path) has no models yet" : "\(path) is a new file; nothing is written yet"
    }
    // Counts on a server can take long.
    let shown =
      store.place != nil
      ? Array(names.prefix(4))
      : console.briefly {
        names.prefix(4).map { name in
          let count = try? store.session.recordCount(of: name)
          return name + (count.map { " (\(counted($0, "record")))" } ?? "")
        }
      }
    let rest = names.count > 4 ? " and \(names.count - 4) more" : ""
    return shown.joined(separator: ", ") + "\(rest); try: fetch \(quotedIfNeeded(first))"
  }

  private func makeReader() -> any BlockReader {
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable,
      let editor = LineEditor(
        historySize: Self.historySize,
        usesColor: console.settings.color.isColored(.standardOutput),
        readsSettings: !console.settings.isSafe
      )
    else { return PlainReader(isComplete: Self.isComplete) }
    editor.support = assistant.support(isComplete: Self.isComplete)
    if let kept = history.map({ InputHistory($0, limit: Self.historySize) }) {
      for block in kept.blocks { editor.remember(block) }
      for block in kept.failed { editor.markFailed(block) }
    }
    return editor
  }

  private func remember(_ block: String, after newest: inout String?, in reader: any BlockReader) {
    let block = Self.withoutBlankEnds(block)
    guard !block.isEmpty, block != newest else { return }
    newest = block
    reader.remember(block)
    let isKept = Terminal.isTerminal(.standardOutput) && history?.append(block) == true
    if !isKept { console.unsavedBlocks.append(block) }
  }

  /// Notes that a block failed, so that it is suggested last.
  private func markFailed(_ block: String, _ newest: inout String?, in reader: any BlockReader) {
    let block = Self.withoutBlankEnds(block)
    // The same block is remembered again if it succeeds next time.
    newest = nil
    reader.markFailed(block)
    guard let history, Terminal.isTerminal(.standardOutput) else { return }
    InputHistory.markFailed(block, in: history)
  }

  /// The block without leading and trailing empty lines.
  static func withoutBlankEnds(_ block: String) -> String {
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    let filled = lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }
    guard let first = filled.first, let last = filled.last else { return "" }
    return lines[first...last].joined(separator: "\n")
  }

  /// Whether Enter runs a block: it is complete, or has an error.
  static func isComplete(_ block: String) -> Bool {
    if case .incomplete = completeness(of: block) { false } else { true }
  }
}
