import CBuild
import ColumnImages
import Demo
import Diagnostics
import Features
import Formats
import Foundation
import Model
import Platform
import SQLiteStore
import Session
import Shell
import Storage
import Transfer

/// Opens the files that the arguments name and runs the scripts.
struct Launcher {
  let options: LaunchOptions
  let console: Console
  /// The models of `--models`, or why there are none; both nil without the option. The type of a
  /// `Result` would be looked up in the whole program.
  private let appModels: (models: AppModels?, failure: SessionError?)

  init(_ options: LaunchOptions) {
    leave_out_sqlite_statistics()
    self.options = options
    appModels = options.appModels
    let opening = StoreOpening.martlet
    let stores = OpenStores(
      appModels.models.map(opening.adding) ?? opening,
      options: options.fileOptions
    )
    console = Console(stores: stores, settings: DisplaySettings())
    applyOptions()
  }

  /// Runs the program and returns the process's exit code.
  func run() -> Int32 {
    defer { Signals.endIfTerminated() }
    return runAll()
  }

  private func runAll() -> Int32 {
    Signal.unblockAll()
    Signal.brokenPipe.restoreDefault()
    Signals.catchInterrupts(raising: console.stores.cancellation, endsAll: true)
    console.chooseColors()
    do throws(SessionError) {
      try openFiles()
    } catch {
      return fail(error)
    }
    defer {
      // The answers are printed. Whoever waits for the end waits no longer than necessary.
      if !Signals.isInterrupted {
        console.stores.options.columnImages?.writePending { Signals.isInterrupted }
      }
      console.discardPendingChanges()
      console.stores.closeAll()
    }
    if let failure = unreadableScript {
      console.report(failure)
      return console.finish(.unreadable, cameToEnd: false)
    }
    if let service = options.service, service.isPeer { return serve(service) }
    let status = runInit()
    switch status {
    case .quit: return console.finish(status, cameToEnd: true)
    case .interrupted where !startsShell: return console.finish(status, cameToEnd: false)
    default: break
    }
    applyOptions()
    do throws(SessionError) {
      if let path = options.output { try redirect(to: path) }
    } catch {
      return fail(error)
    }
    if case .report(let path) = options.service {
      return runReport(to: path) { runScripts(afterFailure: status != .succeeded) }
    }
    return startsShell ? runShell() : runScripts(afterFailure: status != .succeeded)
  }

  /// Whether to start the interactive shell.
  private var startsShell: Bool {
    options.scripts.isEmpty && options.service == nil && Terminal.isTerminal(.standardInput)
  }

  private func runShell() -> Int32 {
    InteractiveShell(console: console).run(
      version: ProgramVersion.number,
      examples: options.demo && options.files.isEmpty ? Self.demoExamples : []
    )
    // An interrupt during the last prompt must not affect how the program ends.
    _ = Signals.takeInterrupt()
    return console.finish(.succeeded, cameToEnd: true)
  }

  private static let demoExamples = [
    "fetch Budget where spent > limit", "fetch User where age > 85 sort surname",
    "fetch Expense group by budget.name select sum(total) chart bar",
  ]

  /// Runs the startup script, if there is one. Its errors are reported but do not end the program.
  private func runInit() -> RunStatus {
    guard !options.skipsInit, !options.safe, let path = InitFile.path else { return .succeeded }
    do throws(Diagnostic) {
      let source = try ScriptFile.readRegular(path)
      return ScriptRunner(console: console, bails: false).run(source)
    } catch {
      console.report(error)
      return .failed
    }
  }

  /// Runs the scripts in order in one session.
  private func runScripts(afterFailure: Bool) -> Int32 {
    let runner = ScriptRunner(console: console, bails: options.bail)
    var hasFailed = afterFailure
    for script in scripts {
      switch run(script, with: runner) {
      case .succeeded: continue
      case .failed where !options.bail: hasFailed = true
      case .quit(let afterFailure):
        return console.finish(.quit(afterFailure: afterFailure || hasFailed), cameToEnd: true)
      case let status: return console.finish(status, cameToEnd: false)
      }
    }
    return console.finish(hasFailed ? .failed : .succeeded, cameToEnd: true)
  }

  /// The error for the first script that cannot be opened. If there is one, nothing runs. Pipes are
  /// not checked in advance.
  private var unreadableScript: Diagnostic? {
    for case .file(let path) in options.scripts
    where path != "-" && !FileSystem.allows(.reading, path) {
      do throws(Diagnostic) {
        _ = try ScriptFile.read(path)
      } catch {
        return error
      }
    }
    return nil
  }

  private var scripts: [ScriptArgument.Content] {
    options.scripts.isEmpty ? [.file("-")] : options.scripts
  }

  private func run(_ script: ScriptArgument.Content, with runner: ScriptRunner) -> RunStatus {
    switch script {
    case .text(let text):
      return runner.run(SourceText(name: "-c", text: text))
    case .file(let path):
      do throws(Diagnostic) {
        if path == "-", ScriptStream.isPipe(.standardInput) {
          return try runner.run(ScriptStream.standardInput)
        }
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
  private func openFiles() throws(SessionError) {
    try checkArguments()
    if let failure = appModels.failure { throw failure }
    let models = appModels.models
    let stores = options.files.filter(\.isStore)
    let data = options.files.filter { !$0.isStore }
    for warning in try console.stores.begin(with: stores.map { ($0.path, $0.name) }) {
      console.report(warning)
    }
    let first = console.stores.current.name
    // Data files and the demo are loaded into memory, never into a store.
    if !stores.isEmpty, !data.isEmpty || options.demo {
      try console.stores.open(OpenStore.memoryPath)
    }
    defer { if options.files.first?.path == stores.first?.path { console.stores.use(first) } }
    if let models, stores.isEmpty { try models.declare(in: console.session) }
    if options.demo { try console.session.loadDemo() }
    let reading = ReadingOptions(hasHeader: !options.hasNoHeader)
    let texts = scriptTexts
    for file in data {
      let known = Set(console.session.schema.entities.map(\.name))
      let warnings = try console.showingProgress { () throws(SessionError) in
        try console.session.importFile(
          path: file.path,
          entity: file.name,
          options: reading,
          images: console.stores.options.columnImages,
          scripts: texts
        )
      }
      for warning in warnings { console.report(warning) }
      let added = console.session.schema.entities.first { !known.contains($0.name) }
      if let added, !options.hasNoHeader, let warning = headerWarning(file.path, added) {
        console.report(warning)
      }
    }
    if options.demo || !data.isEmpty { console.stores.protectMemory() }
  }

  /// All scripts, if each is an argument; nil if there are others.
  private var scriptTexts: [String]? {
    let texts = options.scripts.compactMap { script in
      if case .text(let text) = script { text } else { nil }
    }
    return texts.isEmpty || texts.count < options.scripts.count ? nil : texts
  }

  /// A warning if the header of a CSV or TSV file looks like data: a number above a column of
  /// numbers. Years are common headings of numbers.
  private func headerWarning(_ path: String, _ entity: Entity) -> Diagnostic? {
    let format = FileFormat(path: path)
    guard format == .csv || format == .tsv else { return nil }
    let number = entity.attributes.first { attribute in
      [.int, .double].contains(attribute.type) && Double(attribute.name) != nil
        && !(Int(attribute.name).map((1900...2100).contains) ?? false)
    }
    return number.map { number in
      Diagnostic(
        .warning,
        "the first line of \(path.debugDescription) looks like data: it names a column `\(number.name)`",
        at: nil,
        help: ["`--no-header` reads the first line as a record"]
      )
    }
  }

  /// Checks the arguments before any file is read.
  private func checkArguments() throws(SessionError) {
    for parameter in options.parameters { try check(parameter) }
    if let path = options.model, !FileSystem.exists(path) {
      throw Self.failure(
        "cannot read \(path.debugDescription): no such model",
        help: "`--model` takes the app's compiled model: a .momd, or a single .mom"
      )
    }
    try checkFiles()
  }

  private func check(_ parameter: ParameterArgument) throws(SessionError) {
    guard let fault = console.session.settings.fault(ofParameter: parameter.value) else { return }
    throw Self.failure(
      "--param \(parameter.name): \(fault)",
      help: "put strings in quotes: --param '\(parameter.name)=\"…\"'"
    )
  }

  private func checkFiles() throws(SessionError) {
    if options.files.contains(where: \.path.isEmpty) {
      throw Self.failure(
        "\"\" is not a file name",
        help: "the argument `''` is empty; `martlet` alone opens an empty store in memory"
      )
    }
    var seen: Set<String> = []
    for file in options.files where file.path != "-" {
      let real = FileSystem.realPath(file.path) ?? file.path
      guard !seen.insert("\(file.name ?? "")\0\(real)").inserted else { continue }
      throw Self.failure(
        "\(file.path.debugDescription) is given twice",
        help: "to read a file into two models, name both: A=file B=file"
      )
    }
    try checkModelNames()
  }

  /// Checks that each data file has its own model.
  private func checkModelNames() throws(SessionError) {
    var files: [String: String] = [:]
    for file in options.files where !file.isStore {
      let name = file.modelName
      guard let other = files.updateValue(file.path, forKey: name) else { continue }
      var number = 2
      while options.files.contains(where: { $0.modelName == "\(name)\(number)" }) { number += 1 }
      throw Self.failure(
        "\(other.debugDescription) and \(file.path.debugDescription) would both become the model "
          + "`\(name)`",
        help: "name one of them: \(Self.argument("\(name)\(number)=\(file.path)"))"
      )
    }
  }

  /// The argument as it is typed in the system's shell.
  private static func argument(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber || "=/._-".contains($0) }
      ? text
      : "'"
        + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }

  private static func failure(_ message: String, help: String) -> SessionError {
    .failed([Diagnostic(.error, message, at: nil, help: [help])])
  }

  /// Applies `--output`, which overrides a redirection in the startup script.
  private func redirect(to path: String) throws(SessionError) {
    console.discardRedirection()
    do throws(Diagnostic) {
      try console.redirectRun(to: path, followsEnding: options.mode == nil)
    } catch {
      throw Signals.isInterrupted ? .cancelled : .failed([error])
    }
  }

  func fail(_ error: SessionError) -> Int32 {
    switch error {
    case .failed(let diagnostics):
      for diagnostic in diagnostics { console.report(diagnostic) }
    case .unreadable(let findings): console.report(findings)
    case .cancelled: return RunStatus.interrupted.exitCode
    }
    return RunStatus.unreadable.exitCode
  }
}

// MARK: - Settings

extension Launcher {
  /// Applies the settings of the command line, and leaves the others unchanged.
  ///
  /// This runs before the startup script, which may use the settings, and again after it, so that
  /// the command line wins.
  private func applyOptions() {
    let session = console.session
    if let timezone = options.timezone { session.settings.timeZone = timezone }
    for parameter in options.parameters {
      session.settings.parameters[parameter.name] = parameter.value
    }
    if let mode = options.mode ?? options.output.flatMap(OutputMode.forFile) {
      console.begin(in: mode)
    }
    if let timeout = options.timeout { console.stores.setBusyTimeout(timeout) }
    if let color = options.color { console.settings.color = color }
    if options.hasNoHeader { console.settings.hasHeadings = false }
    if options.safe || options.service?.isConfined == true {
      console.settings.isSafe = true
      session.settings.fileRefusal = .safeMode("reads and writes no other files")
    }
  }
}

extension LaunchOptions {
  /// The models of `--models`, or why there are none; both nil without the option.
  fileprivate var appModels: (models: AppModels?, failure: SessionError?) {
    guard !models.isEmpty else { return (nil, nil) }
    do throws(SessionError) {
      guard !safe else { throw AppModels.refusedInSafeMode }
      return (try AppModels(files: models), nil)
    } catch {
      return (nil, error)
    }
  }

  fileprivate var fileOptions: FileOptions {
    var options = FileOptions()
    options.isReadOnly =
      readOnly || service?.isReadOnly == true || !models.isEmpty && files.contains(where: \.isStore)
    options.modelPath = model
    if let timeout { options.busyTimeout = timeout }
    if !safe, !hasNoCache { options.columnImages = .ofUser() }
    return options
  }
}
