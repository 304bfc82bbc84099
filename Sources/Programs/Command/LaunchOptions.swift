import Foundation
import Shell

/// What the arguments ask for.
struct LaunchOptions {
  var files: [NamedFile] = []
  /// The texts and scripts in the order in which they were given.
  var scripts: [ScriptArgument.Content] = []
  var mode: OutputMode?
  var output: String?
  var parameters: [ParameterArgument] = []
  var timezone: TimeZone?
  var model: String?
  var timeout: Double?
  var color: ColorChoice?
  var demo = false
  var readOnly = false
  var safe = false
  var hasNoHeader = false
  var skipsInit = false
  var bail = true
}

extension LaunchOptions {
  /// Reads arguments of the usual forms alone: files, texts, scripts, a mode, flags; nil where there is
  /// another or a wrong one, for the full parser to read and to explain.
  ///
  /// The full parser first finds out by reflection what it is to read, which is a third of the time of a
  /// short run.
  init?(usual arguments: [String]) {
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
  /// What the arguments ask for.
  var options: LaunchOptions {
    LaunchOptions(
      files: files,
      scripts: (texts + scripts).sorted { $0.position < $1.position }.map(\.content),
      mode: mode,
      output: output,
      parameters: param,
      timezone: timezone,
      model: model,
      timeout: timeout,
      color: color,
      demo: demo,
      readOnly: readOnly,
      safe: safe,
      hasNoHeader: hasNoHeader,
      skipsInit: skipsInit,
      bail: bail
    )
  }
}
