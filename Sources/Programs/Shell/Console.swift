public import Diagnostics
import Files
import Foundation
import Platform
import Rendering
public import Session
import Synchronization

/// What scripts, blocks and dot-commands work on: the session, how results look and where they go.
public final class Console {
  /// The stores that are open.
  public let stores: OpenStores
  /// The session that statements run in: that of the current store.
  public var session: QuerySession { stores.session }
  /// How results look.
  public var settings: DisplaySettings

  let standardOutput = TextOutput(.standardOutput)
  /// Takes what is printed while the pager shows it; else nil.
  private var pagedOutput: TextOutput?
  /// Where results go until `.output` says something else.
  private var redirection: Redirection?
  /// Where those of the next statement go.
  private(set) var singleRedirection: Redirection?
  /// How many scripts run the one with the `.once`.
  private(set) var singleRedirectionDepth = 0
  /// What the last result was, for `.last`.
  var lastResult: LastResult?
  /// The blocks that were typed at the prompt and that no file keeps, oldest first.
  var unkeptBlocks: [String] = []
  /// What was typed last, for `.edit`.
  var lastBlock = ""
  /// What `.edit` ran, until the history has it.
  var editedBlock: String?
  /// The lesson that a person has begun last.
  var lesson: LessonTeacher?
  /// Which tasks of lessons are done.
  lazy var lessonProgress = LessonProgress(settings.isSafe ? nil : .lessons)
  /// How far the statement that runs has come, where a person sees it.
  private(set) var progressDisplay: ProgressDisplay?

  /// A console for some stores.
  public init(stores: OpenStores, settings: DisplaySettings) {
    self.stores = stores
    self.settings = settings
    ReplacedFile.unfinished.withLock {
      $0 = ReplacedFile.Watcher(begin: Signals.removeAtDeath, end: TemporaryFiles.forget)
    }
    stores.willBecomeIrrevocable = { [unowned self] in
      report(Diagnostic(.warning, "this is too much to be undone", at: nil))
    }
  }

  /// Where results go.
  var output: TextOutput {
    singleRedirection?.output ?? redirection?.output ?? pagedOutput ?? standardOutput
  }

  /// Whether results go to a terminal.
  var printsToTerminal: Bool { Terminal.isTerminal(output.descriptor.descriptor) }

  /// Reports findings about `source`, behind everything that was printed before.
  public func report(_ diagnostics: [Diagnostic], in source: SourceText) {
    reportAll(diagnostics, in: source)
  }

  /// Reports a failure that no text is to blame for.
  public func report(_ message: String) {
    report(Diagnostic(.error, message, at: nil))
  }

  /// Reports a finding that is about no text.
  public func report(_ diagnostic: Diagnostic) {
    reportAll([diagnostic], in: nil)
  }

  /// Reports why a statement or a command ended early.
  ///
  /// - Parameter elapsed: How long it has run; nil where nobody has measured that.
  func report(
    _ error: SessionError,
    after elapsed: Duration?,
    in source: SourceText?
  ) -> RunStatus {
    switch error {
    case .failed(let diagnostics): reportAll(diagnostics, in: source)
    case .unreadable(let findings): report(findings)
    case .cancelled:
      reportCancellation(after: elapsed)
      return .interrupted
    }
    return .failed
  }

  /// Says that Ctrl-C stopped a statement, below the `^C` that a terminal shows.
  private func reportCancellation(after elapsed: Duration?) {
    if Signals.isTerminated { return }
    let start = Terminal.isTerminal(.standardError) ? "\n" : ""
    let time = elapsed.map { " after \(elapsedText($0))" } ?? ""
    flush()
    OutputDescriptor.standardError.write(Array("\(start)cancelled\(time)\n".utf8))
  }

  /// Reports problems with files, each a line of its own that names its place.
  public func report(_ findings: FileFindings) {
    let lines = findings.lines.map { escapedForTerminal($0) + "\n" }
    flush()
    OutputDescriptor.standardError.write(Array(lines.joined().utf8))
  }

  private func reportAll(_ diagnostics: [Diagnostic], in source: SourceText?) {
    var renderer = DiagnosticRenderer(usesColor: settings.color.isColored(.standardError))
    if Terminal.isTerminal(.standardError), let width = Terminal.width {
      renderer.sourceWidth = min(renderer.sourceWidth, width)
    }
    flush()
    OutputDescriptor.standardError.write(Array(renderer.render(diagnostics, in: source).utf8))
  }

  /// Writes out what was printed.
  public func flush() {
    progressDisplay?.hide()
    singleRedirection?.output.flush()
    redirection?.output.flush()
    pagedOutput?.flush()
    standardOutput.flush()
  }

  /// Whether the pager shows what is printed.
  var isPaging: Bool { pagedOutput != nil }

  /// Runs `body`, whose text the pager shows where that is more than the screen has room for.
  func paging<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard Pager.isUsable(by: self) else { return try body() }
    flush()
    let text = PagedText(self)
    pagedOutput = text.output
    defer {
      flush()
      pagedOutput = nil
      text.finish()
    }
    return try body()
  }

  /// Shows how far `body` has come, on a terminal, once it takes long.
  public func showingProgress<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard progressDisplay == nil, let display = ProgressDisplay(cancellation: stores.cancellation)
    else { return try body() }
    progressDisplay = display
    defer {
      progressDisplay = nil
      display.stop()
    }
    return try body()
  }
}

// MARK: - Redirection

extension Console {
  /// Sends the following results to the file at `path`.
  ///
  /// - Parameter followsEnding: Whether they have the format that the file's ending stands for.
  public func redirect(to path: String, followsEnding: Bool = true) throws(Diagnostic) {
    try refuseStore(at: path)
    try finishRedirection()
    redirection = try Redirection(path: path, cancellation: stores.cancellation)
    if !followsEnding { redirection?.mode = nil }
  }

  /// The mode in which results are printed: that of the file they go to, or the chosen one.
  var mode: OutputMode { (singleRedirection ?? redirection)?.mode ?? settings.mode }

  /// Prints in another mode from now on, files with endings of formats included.
  func choose(_ mode: OutputMode) {
    settings.mode = mode
    singleRedirection?.mode = nil
    redirection?.mode = nil
  }

  /// Sends the following results to a program.
  func redirect(toProgram command: String) throws(Diagnostic) {
    try finishRedirection()
    flush()
    redirection = Redirection(command: command)
  }

  /// Sends the results of the next statement somewhere else, in place of what was wished before.
  ///
  /// - Parameter depth: How many scripts run the one that wants it.
  func redirectOnce(
    depth: Int,
    to target: () throws(Diagnostic) -> Redirection
  ) throws(Diagnostic) {
    discardSingleRedirection()
    flush()
    singleRedirectionDepth = depth
    singleRedirection = try target()
  }

  /// Ends what `.once` began.
  func finishSingleRedirection() throws(Diagnostic) {
    let target = singleRedirection
    singleRedirection = nil
    try finish(target)
  }

  /// Gives up what `.once` began.
  func discardSingleRedirection() {
    singleRedirection?.discard()
    singleRedirection = nil
  }

  /// Ends the redirection: a file takes its place. Results go to standard output again.
  public func finishRedirection() throws(Diagnostic) {
    let target = redirection
    redirection = nil
    try finish(target)
  }

  /// Ends a redirection, unless its file has become that of a store that was opened meanwhile.
  private func finish(_ target: Redirection?) throws(Diagnostic) {
    guard let target else { return }
    do throws(Diagnostic) {
      if let path = target.path { try refuseStore(at: path) }
    } catch {
      target.discard()
      throw error
    }
    try target.finish()
  }

  /// Leaves the file that results went to as it was before.
  public func discardRedirection() {
    redirection?.discard()
    redirection = nil
  }
}

// MARK: - The end

extension Console {
  /// Gives up what waits to be saved in any store, and says so; nothing is said where nothing waits.
  public func discardPendingChanges() {
    for store in unsavedStores { discardPendingChanges(of: store) }
  }

  /// The stores with changes that somebody may want to save: not that of a lesson.
  var unsavedStores: [OpenStore] {
    stores.unsaved.filter { $0.session !== lesson?.store.session }
  }

  private func discardPendingChanges(of store: OpenStore) {
    let count = store.session.discardPendingChanges()
    let place = stores.stores.count == 1 ? "" : " in `\(store.name)`"
    report(
      Diagnostic(
        .warning,
        "\(counted(count, "changed record"))\(place) \(count == 1 ? "was" : "were") not saved",
        at: nil,
        help: ["`save` keeps what was changed since `begin`, or with `autosave off`"]
      )
    )
  }

  /// Ends the output of a run that ended with `status`; gives the process's exit code.
  ///
  /// A file takes its place only if the run came to its end.
  public func finish(_ status: RunStatus, cameToEnd: Bool) -> Int32 {
    var exitCode = status.exitCode
    discardSingleRedirection()
    if cameToEnd {
      do throws(Diagnostic) {
        try finishRedirection()
      } catch {
        // What Ctrl-C ended is no failure.
        if !Signals.isInterrupted { report(error) }
        exitCode = max(exitCode, 1)
      }
    } else {
      discardRedirection()
    }
    // A program that reads results may have been what Ctrl-C stopped.
    if Signals.isInterrupted { exitCode = RunStatus.interrupted.exitCode }
    flush()
    if let failure = standardOutput.failure, failure != .interrupted || !Signals.isInterrupted {
      report("cannot write to standard output: \(failure)")
      exitCode = max(exitCode, 1)
    }
    return exitCode
  }
}
