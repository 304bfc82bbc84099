public import Diagnostics
import Files
import Foundation
import Platform
import Rendering
public import Session
import Synchronization

/// The environment of scripts, blocks and dot-commands: the session, the display settings and the
/// output.
public final class Console {
  /// The open stores.
  public let stores: OpenStores
  /// The session of the current store.
  public var session: QuerySession { stores.session }
  /// The display settings.
  public var settings: DisplaySettings

  let standardOutput = TextOutput(.standardOutput)
  /// The file of the report for test tools; nil for standard output.
  var reportFile: Redirection?
  /// Takes the output of a run for test tools that is not part of its report.
  private(set) lazy var asideOutput = TextOutput(for: .closed) { [unowned self] text in
    reportOutput.write(tests.aside(text))
    return reportOutput.failure == nil
  }
  /// Collects the text for the pager while it is open; otherwise nil.
  private var pagedOutput: TextOutput?
  /// The destination of results that `.output` has chosen.
  private var redirection: Redirection?
  /// The destination that `.once` has chosen for the next statement.
  private(set) var singleRedirection: Redirection?
  /// The nesting depth of the script that used `.once`.
  private(set) var singleRedirectionDepth = 0
  /// Takes the output in place of standard output and standard error; nil to print.
  public weak var receiver: (any OutputReceiver)?
  private lazy var receivedOutput = TextOutput(for: .closed) { [unowned self] text in
    receiver?.take(text)
    return true
  }
  /// The last result, for `.last`.
  var lastResult: LastResult?
  /// The typed blocks that no history file stores, oldest first.
  var unsavedBlocks: [String] = []
  /// The last typed block, for `.edit`.
  var lastBlock = ""
  /// The block that `.edit` ran, until it is added to the history.
  var editedBlock: String?
  /// The lesson that was started last.
  var lesson: LessonTeacher?
  /// The completed tasks of the lessons.
  lazy var lessonProgress = LessonProgress(settings.isSafe ? nil : .lessons)
  /// Whether a person types the statements.
  var isInteractive = false
  /// The tips shown so far.
  lazy var shownTips = ShownTips(settings.isSafe ? nil : .tips)
  /// Whether this session has shown a tip.
  var hasShownTip = false
  /// The statements and commands typed in this session.
  var sessionItems: [SessionItem] = []
  /// The expectations so far.
  var tests = TestReport()
  /// The progress of the current statement, on a terminal.
  private(set) var progressDisplay: ProgressDisplay?

  /// Creates a console for `stores`.
  public init(stores: OpenStores, settings: DisplaySettings) {
    self.stores = stores
    self.settings = settings
    ReplacedFile.unfinished.withLock {
      $0 = ReplacedFile.Watcher(begin: Signals.deleteOnTermination, end: TemporaryFiles.forget)
    }
    stores.willBecomeIrrevocable = { [unowned self] in
      report(Diagnostic(.warning, "this change is too large to undo", at: nil))
    }
  }

  /// The destination of results.
  var output: TextOutput {
    singleRedirection?.output ?? redirection?.output ?? (receiver == nil ? nil : receivedOutput)
      ?? (tests.style == nil ? pagedOutput ?? standardOutput : asideOutput)
  }

  /// The receiver of results; nil if they are printed as text.
  var resultReceiver: (any OutputReceiver)? {
    mode.isForPeople && singleRedirection == nil && redirection == nil ? receiver : nil
  }

  var printsToTerminal: Bool { Terminal.isTerminal(output.descriptor.descriptor) }

  /// Reports diagnostics for `source`, after all previous output.
  public func report(_ diagnostics: [Diagnostic], in source: SourceText) {
    reportAll(diagnostics, in: source)
  }

  /// Reports an error without a source location.
  public func report(_ message: String) {
    report(Diagnostic(.error, message, at: nil))
  }

  /// Reports a diagnostic without a source location.
  public func report(_ diagnostic: Diagnostic) {
    reportAll([diagnostic], in: nil)
  }

  /// Reports why a statement or a command ended early.
  ///
  /// - Parameter elapsed: The time it ran; nil if unknown.
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

  /// Reports that Ctrl-C stopped a statement, below the terminal's `^C`.
  private func reportCancellation(after elapsed: Duration?) {
    if Signals.isTerminated { return }
    let start = Terminal.isTerminal(.standardError) ? "\n" : ""
    let time = elapsed.map { " after \(elapsedText($0))" } ?? ""
    flush()
    if let receiver {
      return receiver.take([Diagnostic(.error, "cancelled\(time)", at: nil)], in: nil)
    }
    OutputDescriptor.standardError.write(Array("\(start)cancelled\(time)\n".utf8))
  }

  /// Reports problems with files, one line each with its location.
  public func report(_ findings: FileFindings) {
    let lines = findings.lines.map { escapedForTerminal($0) + "\n" }
    flush()
    if let receiver {
      return receiver.take(findings.lines.map { Diagnostic(.error, $0, at: nil) }, in: nil)
    }
    OutputDescriptor.standardError.write(Array(lines.joined().utf8))
  }

  private func reportAll(_ diagnostics: [Diagnostic], in source: SourceText?) {
    var renderer = DiagnosticRenderer(usesColor: settings.color.isColored(.standardError))
    if Terminal.isTerminal(.standardError), let width = Terminal.width {
      renderer.lineWidth = width
    }
    flush()
    if let receiver { return receiver.take(diagnostics, in: source) }
    OutputDescriptor.standardError.write(Array(renderer.render(diagnostics, in: source).utf8))
  }

  /// Writes all buffered output.
  public func flush() {
    progressDisplay?.hide()
    singleRedirection?.output.flush()
    redirection?.output.flush()
    pagedOutput?.flush()
    asideOutput.flush()
    if receiver != nil { receivedOutput.flush() }
    reportFile?.output.flush()
    standardOutput.flush()
  }

  var isPaging: Bool { pagedOutput != nil }

  /// Runs `body` and shows its output in the pager if it does not fit the screen.
  func paging<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard Pager.isUsable(by: self) else { return try body() }
    flush()
    let (pager, plainOutput) = (Pager(self), output)
    var text = ""
    // Writes fail after the user left the pager, so that printing stops.
    pagedOutput = TextOutput(for: output.descriptor) { piece in
      text += piece
      return (try? pager.write(piece)) != nil
    }
    defer {
      flush()
      pagedOutput = nil
      if !pager.finish() { plainOutput.write(text) }
    }
    return try body()
  }

  /// Shows a progress bar on a terminal while `body` runs, once it takes long.
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
  /// Redirects the following results to the file at `path`.
  ///
  /// - Parameter followsEnding: Whether the file's extension determines the format.
  public func redirect(to path: String, followsEnding: Bool = true) throws(Diagnostic) {
    try refuseStore(at: path)
    try finishRedirection()
    redirection = try Redirection(path: path, cancellation: stores.cancellation)
    if !followsEnding { redirection?.mode = nil }
  }

  /// The file or program of `.output`, for the prompt; nil for the screen.
  var redirectionTarget: String? { redirection?.name }

  /// The mode of the results: that of the output file, or the chosen one.
  var mode: OutputMode { (singleRedirection ?? redirection)?.mode ?? settings.mode }

  /// Changes the mode, also for an output file with a format of its extension.
  func choose(_ mode: OutputMode) {
    settings.mode = mode
    chooseTestStyle(mode)
    singleRedirection?.mode = nil
    redirection?.mode = nil
  }

  /// Pipes the following results to a program.
  func redirect(toProgram command: String) throws(Diagnostic) {
    try finishRedirection()
    flush()
    redirection = Redirection(command: command)
  }

  /// Redirects the results of the next statement, replacing an earlier `.once`.
  ///
  /// - Parameter depth: The nesting depth of the script.
  func redirectOnce(
    depth: Int,
    to target: () throws(Diagnostic) -> Redirection
  ) throws(Diagnostic) {
    discardSingleRedirection()
    flush()
    singleRedirectionDepth = depth
    singleRedirection = try target()
  }

  /// Ends the redirection by `.once`.
  func finishSingleRedirection() throws(Diagnostic) {
    let target = singleRedirection
    singleRedirection = nil
    try finish(target)
  }

  /// Discards the redirection by `.once`.
  func discardSingleRedirection() {
    singleRedirection?.discard()
    singleRedirection = nil
  }

  /// Ends the redirection and commits its file. Results go to standard output again.
  public func finishRedirection() throws(Diagnostic) {
    let target = redirection
    redirection = nil
    try finish(target)
  }

  /// Ends a redirection, unless its file has become an open store's file.
  func finish(_ target: Redirection?) throws(Diagnostic) {
    guard let target else { return }
    do throws(Diagnostic) {
      if let path = target.path { try refuseStore(at: path) }
    } catch {
      target.discard()
      throw error
    }
    try target.finish()
  }

  /// Ends the redirection and leaves its file unchanged.
  public func discardRedirection() {
    redirection?.discard()
    redirection = nil
  }
}

// MARK: - The end

extension Console {
  /// Discards the pending changes of all stores with a warning.
  public func discardPendingChanges() {
    for store in unsavedStores { discardPendingChanges(of: store) }
  }

  /// The stores with unsaved changes, except for a lesson's store.
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
        help: ["`save` saves the changes since `begin`, or with `autosave off`"]
      )
    )
  }

  /// Ends the output after a run with `status`, and returns the process's exit code.
  ///
  /// An output file is committed only if the run was completed.
  public func finish(_ status: RunStatus, cameToEnd: Bool) -> Int32 {
    var exitCode = status.exitCode
    discardSingleRedirection()
    if finishTests(cameToEnd: cameToEnd) { exitCode = max(exitCode, 1) }
    if !finishReport(of: status, cameToEnd: cameToEnd) { exitCode = max(exitCode, 1) }
    if cameToEnd {
      do throws(Diagnostic) {
        try finishRedirection()
      } catch {
        // An interrupt is not an error.
        if !Signals.isInterrupted { report(error) }
        exitCode = max(exitCode, 1)
      }
    } else {
      discardRedirection()
    }
    // Ctrl-C may have stopped a program that reads the results.
    if Signals.isInterrupted { exitCode = RunStatus.interrupted.exitCode }
    flush()
    if let failure = standardOutput.failure, failure != .interrupted || !Signals.isInterrupted {
      report("cannot write to standard output: \(failure)")
      exitCode = max(exitCode, 1)
    }
    return exitCode
  }
}
