import Binding
public import Diagnostics
import Foundation
import Session
import Syntax

/// Runs the statements and dot-commands of a text in order.
public struct ScriptRunner {
  let console: Console
  /// Whether the first error ends the run.
  let bails: Bool
  /// The nesting depth of the script.
  let depth: Int
  /// Whether a person typed the text, so that `.history --session` lists it.
  var isTyped = false
  /// The text that is running.
  private(set) var source: SourceText?

  /// Creates a runner for a top-level script.
  public init(console: Console, bails: Bool) {
    self.init(console: console, bails: bails, depth: 0)
  }

  init(console: Console, bails: Bool, depth: Int) {
    self.console = console
    self.bails = bails
    self.depth = depth
  }

  /// The maximum nesting depth.
  private static let maximumDepth = 16

  /// Creates a runner for a script that the command at `span` runs. Throws if scripts are nested
  /// too deeply.
  func nested(at span: SourceSpan, bails: Bool) throws(Diagnostic) -> ScriptRunner {
    guard depth < Self.maximumDepth else {
      throw Diagnostic("scripts are nested more than \(Self.maximumDepth) deep", at: span)
    }
    return ScriptRunner(console: console, bails: bails, depth: depth + 1)
  }

  /// Runs `source` until its end, `.quit` or a fatal error.
  public func run(_ source: SourceText) -> RunStatus {
    var runner = self
    runner.source = source
    return runner.runAll(source)
  }

  /// Runs the statements of `stream` as they arrive. Throws if reading fails.
  public func run(_ stream: ScriptStream) throws(Diagnostic) -> RunStatus {
    var hasFailed = false
    while let source = try stream.next(flush: console.flush) {
      if let end = end(after: run(source), &hasFailed) { return end }
    }
    return hasFailed ? .failed : .succeeded
  }

  private func runAll(_ source: SourceText) -> RunStatus {
    var parser = ScriptParser(source)
    var hasFailed = false
    defer { console.receiver?.end(source) }
    while let item = parser.next() {
      if Signals.isInterrupted { return .interrupted }
      // Shows the output of a statement before the next one runs.
      defer { if console.printsToTerminal { console.flush() } }
      let single = console.singleRedirection
      console.receiver?.begin(item.span, in: source)
      let status = run(item, in: source, &parser)
      if isTyped { console.sessionItems.append(SessionItem(item, in: source, status)) }
      if let end = end(after: ending(single, of: item, with: status), &hasFailed) { return end }
    }
    return hasFailed ? .failed : .succeeded
  }

  /// The outcome of the whole run if `status` ends it; otherwise nil.
  private func end(after status: RunStatus, _ hasFailed: inout Bool) -> RunStatus? {
    switch status {
    case .succeeded: return nil
    case .failed:
      hasFailed = true
      return bails ? .failed : nil
    case .quit(let afterFailure): return .quit(afterFailure: afterFailure || hasFailed)
    case .interrupted, .unreadable: return .interrupted
    }
  }

  /// Ends a redirection by `.once`. It stays active after a command that printed nothing.
  private func ending(
    _ redirection: Redirection?,
    of item: ScriptItem,
    with status: RunStatus
  ) -> RunStatus {
    guard let redirection, redirection === console.singleRedirection,
      depth <= console.singleRedirectionDepth
    else { return status }
    guard status == .succeeded else {
      console.discardSingleRedirection()
      return status
    }
    if case .command = item, !redirection.output.hasText { return status }
    let wasInterrupted = Signals.isInterrupted
    do throws(Diagnostic) {
      try console.finishSingleRedirection()
    } catch {
      guard Signals.isInterrupted else {
        console.report(error)
        return .failed
      }
      if wasInterrupted { return .interrupted }
    }
    // Ctrl-C was pressed while the result was consumed.
    let isCancelled = Signals.isInterrupted && !wasInterrupted
    return isCancelled ? console.report(.cancelled, after: nil, in: nil) : status
  }

  private func run(
    _ item: ScriptItem,
    in source: SourceText,
    _ parser: inout ScriptParser
  ) -> RunStatus {
    switch item {
    case .statement(let statement):
      StatementRunner(console: console).run(statement, in: source)
    case .command(let line):
      run(line, in: source)
    case .failure(let diagnostics, let span):
      runStatement(before: &parser, in: source, at: span)
        ?? answer(console.session.foreignInput(at: span, in: source), &parser)
        ?? fail(diagnostics, at: span, in: source)
    }
  }

  /// Runs a statement that is directly followed by a line in another language, which is then judged
  /// separately. Returns nil if there is no such statement.
  private func runStatement(
    before parser: inout ScriptParser,
    in source: SourceText,
    at span: SourceSpan
  ) -> RunStatus? {
    guard let line = console.session.foreignLine(within: span, of: source) else { return nil }
    let text = SourceText(name: "", text: source.text(in: SourceSpan(0, line)))
    var before = ScriptParser(text, startingAt: span.lowerBound)
    guard case .statement(let statement)? = before.next() else { return nil }
    parser = ScriptParser(source, startingAt: line)
    return StatementRunner(console: console).run(statement, in: source)
  }

  /// Handles input that was meant for another shell; nil if it is not recognized.
  private func answer(
    _ answer: InputAnswer?,
    _ parser: inout ScriptParser
  ) -> RunStatus? {
    guard let source else { return nil }
    switch answer {
    case .command(let name, let argument, let end)?:
      parser = ScriptParser(source, startingAt: end)
      let line = ([".\(name)"] + (argument.map { [$0] } ?? [])).joined(separator: " ")
      return run(SourceText(name: source.name, text: line))
    case .finding(let finding, let end)?:
      if let end { parser = ScriptParser(source, startingAt: end) }
      return fail([finding], at: finding.primary?.span ?? SourceSpan(0, 0), in: source)
    case nil:
      return nil
    }
  }

  private func run(_ line: CommandLine, in source: SourceText) -> RunStatus {
    do throws(Diagnostic) {
      let command = try DotCommand.find(line)
      return try command.run(CommandCall(command: command, line: line, runner: self))
    } catch {
      return fail([error], at: line.span, in: source)
    }
  }

  private func fail(
    _ diagnostics: [Diagnostic],
    at span: SourceSpan,
    in source: SourceText
  ) -> RunStatus {
    let findings = console.session.improved(diagnostics, in: source)
    console.noteFailure(.failed(findings), at: span, in: source)
    console.report(findings, in: source)
    return .failed
  }
}

extension ScriptItem {
  fileprivate var span: SourceSpan {
    switch self {
    case .statement(let statement): statement.span
    case .command(let line): line.span
    case .failure(_, let span): span
    }
  }
}

extension SessionItem {
  fileprivate init(_ item: ScriptItem, in source: SourceText, _ status: RunStatus) {
    var command: String?
    if case .command(let line) = item {
      command = DotCommand.matches(line.name.text).first?.name
    }
    self.init(
      text: source.text(in: item.span),
      hasSucceeded: status == .succeeded,
      command: command
    )
  }
}
