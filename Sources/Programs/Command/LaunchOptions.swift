import Foundation
import Shell

/// The settings that the command line selects.
struct LaunchOptions {
  var files: [NamedFile] = []
  /// The texts and scripts in the order of the command line.
  var scripts: [ScriptArgument.Content] = []
  var mode: OutputMode?
  var output: String?
  var parameters: [ParameterArgument] = []
  var timezone: TimeZone?
  var model: String?
  /// The files with the app's models.
  var models: [String] = []
  var timeout: Double?
  var color: ColorChoice?
  var demo = false
  var readOnly = false
  var safe = false
  var hasNoCache = false
  var hasNoHeader = false
  var skipsInit = false
  var bail = true
  /// What the program does instead of running scripts; nil for a shell or scripts.
  var service: Service?
}

extension LaunchOptions {
  /// Parses the most common arguments: files, scripts, a mode, flags. Returns nil for anything
  /// else, which the full parser then handles.
  ///
  /// The full parser inspects its declaration by reflection, which takes a third of a short run.
  init?(common arguments: [String]) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-c":
        guard let text = rest.popFirst() else { return nil }
        scripts.append(.text(text))
      case "-f":
        guard let path = rest.popFirst() else { return nil }
        scripts.append(.file(path))
      case "-m":
        guard let name = rest.popFirst(), let mode = OutputMode.named(name) else { return nil }
        self.mode = mode
      case "--demo": demo = true
      case "--read-only": readOnly = true
      case "--safe": safe = true
      case "--no-cache": hasNoCache = true
      case "--no-header": hasNoHeader = true
      case "--no-init": skipsInit = true
      default:
        guard !argument.hasPrefix("-") else { return nil }
        files.append(NamedFile(argument: argument))
      }
    }
  }
}

extension MartletCommand {
  /// The parsed arguments.
  var options: LaunchOptions {
    LaunchOptions(
      files: files,
      scripts: (texts + scripts).sorted { $0.position < $1.position }.map(\.content),
      mode: mode,
      output: output,
      parameters: param,
      timezone: timezone,
      model: model,
      models: models,
      timeout: timeout,
      color: color,
      demo: demo,
      readOnly: readOnly,
      safe: safe,
      hasNoCache: noCache,
      hasNoHeader: hasNoHeader,
      skipsInit: skipsInit,
      bail: bail,
      service: service
    )
  }

  private var service: Service? {
    if mcp { return .assistant(allowsChanges: allowChanges, hidden: hide, log: log) }
    if kernel { return .notebook }
    if languageServer { return .editor }
    return report.map { .report(path: $0) }
  }
}
