import Diagnostics
import Formats
import Foundation
import Session
import Shell
import Storage

/// Opens what the arguments name and runs what they say.
struct Launcher {
  let arguments: MartletCommand
  let console: Console

  init(arguments: MartletCommand) {
    self.arguments = arguments
    let stores = StoreShelf(
      .martlet,
      options: arguments.fileOptions,
      settings: arguments.sessionSettings
    )
    console = Console(stores: stores, settings: arguments.displaySettings)
  }

  /// Does all of it; gives the process's exit code.
  func run() -> Int32 {
    Signals.dieOfClosedPipes()
    Signals.catchInterrupts(raising: console.stores.cancellation, endsAll: true)
    do throws(LaunchFailure) {
      try openFiles()
      if let path = arguments.output { try redirect(to: path) }
    } catch {
      return fail(error)
    }
    defer {
      console.discardPendingChanges()
      console.stores.closeAll()
    }
    let isInitialized = runInit()
    return startsShell ? runShell() : runScripts(afterFailure: !isInitialized)
  }

  /// Whether a person is to type the statements.
  private var startsShell: Bool {
    arguments.scriptArguments.isEmpty && Terminal.isTerminal(STDIN_FILENO)
  }

  private func runShell() -> Int32 {
    InteractiveShell(console: console).run(version: ProgramVersion.number)
    return console.finish(.succeeded, cameToEnd: true)
  }

  /// Runs what the user wants at every start, if there is such a file; gives whether all went well.
  ///
  /// What is wrong in it is said, and the run goes on.
  private func runInit() -> Bool {
    guard !arguments.skipsInit, !arguments.safe, let path = InitFile.path else { return true }
    do throws(Diagnostic) {
      let source = try ScriptFile.read(path)
      return ScriptRunner(console: console, bails: false).run(source).exitCode == 0
    } catch {
      console.report(error)
      return false
    }
  }

  /// Runs the scripts one after another, in one session.
  private func runScripts(afterFailure: Bool) -> Int32 {
    let runner = ScriptRunner(console: console, bails: arguments.bail)
    var hasFailed = afterFailure
    for script in scripts {
      switch run(script, with: runner) {
      case .succeeded: continue
      case .failed where !arguments.bail: hasFailed = true
      case .quit(let afterFailure):
        return console.finish(.quit(afterFailure: afterFailure || hasFailed), cameToEnd: true)
      case let status: return console.finish(status, cameToEnd: false)
      }
    }
    return console.finish(hasFailed ? .failed : .succeeded, cameToEnd: true)
  }

  private var scripts: [ScriptArgument] {
    let given = arguments.scriptArguments
    return given.isEmpty ? [ScriptArgument(.file("-"))] : given
  }

  private func run(_ script: ScriptArgument, with runner: ScriptRunner) -> RunStatus {
    switch script.content {
    case .text(let text):
      return runner.run(SourceText(name: "-c", text: text))
    case .file(let path):
      do throws(Diagnostic) {
        return runner.run(try ScriptFile.read(path))
      } catch {
        if Signals.isInterrupted { return .interrupted }
        console.report(error)
        return .unreadable
      }
    }
  }
}

// MARK: - Opening

extension Launcher {
  private func openFiles() throws(LaunchFailure) {
    do throws(SessionError) {
      try checkArguments()
      let (stores, data) = FileKind.parted(arguments.files)
      for warning in try console.stores.begin(with: stores.map { ($0.path, $0.name) }) {
        console.report(warning)
      }
      if arguments.demo { try console.session.loadDemo() }
      let options = ReadingOptions(hasHeader: !arguments.hasNoHeader)
      for file in data {
        _ = try console.showingProgress { () throws(SessionError) in
          try console.session.importFile(path: file.path, entity: file.name, options: options)
        }
      }
    } catch {
      throw LaunchFailure(error)
    }
  }

  /// Looks for what is wrong before anything is read.
  private func checkArguments() throws(SessionError) {
    for parameter in arguments.param {
      guard let fault = console.session.settings.fault(ofParameter: parameter.value) else {
        continue
      }
      let help = "a text is put in quotes: --param '\(parameter.name)=\"…\"'"
      throw .failed([
        Diagnostic(.error, "--param \(parameter.name): \(fault)", at: nil, help: [help])
      ])
    }
    var seen: Set<[String]> = []
    for file in arguments.files where file.path != "-" {
      let real = URL(fileURLWithPath: file.path).resolvingSymlinksInPath().path
      guard !seen.insert([file.name ?? "", real]).inserted else { continue }
      let help = "with names of their own a file gives two models: A=file B=file"
      throw .failed([
        Diagnostic(.error, "\(file.path.debugDescription) is given twice", at: nil, help: [help])
      ])
    }
  }

  private func redirect(to path: String) throws(LaunchFailure) {
    do throws(Diagnostic) {
      try console.redirect(to: path)
    } catch {
      throw .cannotOpen([error])
    }
  }

  private func fail(_ failure: LaunchFailure) -> Int32 {
    switch failure {
    case .cannotOpen(let diagnostics):
      for diagnostic in diagnostics { console.report(diagnostic) }
      return 3
    case .unreadable(let problems):
      console.report(problems: problems)
      return 3
    case .interrupted:
      return RunStatus.interrupted.exitCode
    }
  }
}

/// Why nothing could be run.
enum LaunchFailure: Error {
  case cannotOpen([Diagnostic])
  /// A line for each problem with a file, its place included.
  case unreadable([String])
  case interrupted

  init(_ error: SessionError) {
    switch error {
    case .failed(let diagnostics): self = .cannotOpen(diagnostics)
    case .unreadable(let problems): self = .unreadable(problems)
    case .cancelled: self = .interrupted
    }
  }
}

// MARK: - Settings

extension MartletCommand {
  fileprivate var sessionSettings: SessionSettings {
    var settings = SessionSettings()
    if let timezone { settings.timeZone = timezone }
    settings.readsFiles = !safe
    for parameter in param { settings.parameters[parameter.name] = parameter.value }
    return settings
  }

  fileprivate var fileOptions: FileOptions {
    var options = FileOptions()
    options.isReadOnly = readOnly
    options.modelPath = model
    if let timeout { options.busyTimeout = timeout }
    return options
  }

  fileprivate var displaySettings: DisplaySettings {
    var settings = DisplaySettings()
    settings.mode = mode ?? output.flatMap(OutputMode.forFile) ?? .table
    settings.color = color
    settings.hasHeadings = !hasNoHeader
    settings.isSafe = safe
    return settings
  }
}
