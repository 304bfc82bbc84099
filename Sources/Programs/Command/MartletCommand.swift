import ArgumentParser
import Diagnostics
import Foundation
import Shell

/// The command-line arguments.
struct MartletCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "martlet")

  @Argument(
    help: ArgumentHelp(
      "SQLite files are opened as stores; other files become models in memory, named after the file or as given.",
      valueName: "[name=]file"
    ),
    completion: .file()
  )
  var files: [NamedFile] = []

  @Option(
    name: .customShort("c"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run statements; repeatable.", valueName: "text"),
    transform: { ScriptArgument(.text($0)) }
  )
  var texts: [ScriptArgument] = []

  @Option(
    name: .customShort("f"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a script; - is standard input; repeatable.", valueName: "file"),
    completion: .file(),
    transform: { ScriptArgument(.file($0)) }
  )
  var scripts: [ScriptArgument] = []

  @Option(
    name: [.customShort("m"), .long],
    help: ArgumentHelp(
      "Print results as \(OutputMode.all.map(\.name).joined(separator: ", ")).",
      valueName: "mode"
    ),
    completion: .list(OutputMode.all.map(\.name)),
    transform: OutputMode.parse
  )
  var mode: OutputMode?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write results to a file, all or nothing.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp("Set the parameter $name; repeatable.", valueName: "name=value"),
    transform: ParameterArgument.init(argument:)
  )
  var param: [ParameterArgument] = []

  @Option(
    help: ArgumentHelp(
      "The time zone of dates, such as Europe/Oslo; UTC by default.",
      valueName: "zone"
    ),
    transform: parseTimeZone
  )
  var timezone: TimeZone?

  @Option(
    help: ArgumentHelp(
      "The compiled model of a Core Data store: a .momd or .mom.",
      valueName: "model"
    ),
    completion: .file()
  )
  var model: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The app's Swift models, whose computed properties are added to the store; repeatable.",
      valueName: "file"
    ),
    completion: .file()
  )
  var models: [String] = []

  @Option(
    help: ArgumentHelp(
      "Seconds to wait for a locked store; 5 by default.",
      valueName: "seconds"
    ),
    transform: parseTimeout
  )
  var timeout: Double?

  @Option(
    help: ArgumentHelp("Color the output: auto, always or never.", valueName: "when"),
    completion: .list(ColorChoice.allCases.map(\.rawValue)),
    transform: ColorChoice.parse
  )
  var color: ColorChoice?

  @Flag(help: "Open the sample data, in memory: budgets, expenses and 10,000 users.")
  var demo = false

  @Flag(name: .customLong("read-only"), help: "Open stores for reading only.")
  var readOnly = false

  @Flag(help: "Use only the given stores: no other files, no programs.")
  var safe = false

  @Flag(
    name: .customLong("no-cache"),
    help: "Neither read nor write images of columns, $XDG_CACHE_HOME/martlet/images."
  )
  var noCache = false

  @Flag(
    name: .customLong("no-header"),
    help: "Read files and print results without a header line."
  )
  var hasNoHeader = false

  @Flag(
    name: .customLong("no-init"),
    help: "Do not run the startup script, $XDG_CONFIG_HOME/martlet/init.fetch."
  )
  var skipsInit = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Stop at the first error; --no-bail continues, and the exit status is still 1."
  )
  var bail = true

  @Flag(help: "Print the scripts that are given as files in the canonical style.")
  var format = false

  @Flag(name: .customLong("in-place"), help: "With --format: rewrite the files.")
  var inPlace = false

  @Flag(help: "With --format: print the names of files that are not formatted, and exit with 1.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write a page with the statements of the scripts, their comments, tables and charts.",
      valueName: "file"
    ),
    completion: .file()
  )
  var report: String?

  @Flag(
    name: .customLong("language-server"),
    help: "Serve an editor on standard input, in the Language Server Protocol."
  )
  var languageServer = false

  @Flag(help: .hidden)
  var kernel = false

  @Flag(help: "Serve an assistant on standard input, in the Model Context Protocol.")
  var mcp = false

  @Flag(name: .customLong("allow-changes"), help: "With --mcp: allow changes that were previewed.")
  var allowChanges = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --mcp: hide an attribute and all that uses it; repeatable.",
      valueName: "Model.attribute"
    )
  )
  var hide: [String] = []

  @Option(
    help: ArgumentHelp("With --mcp: add each request to a file.", valueName: "file"),
    completion: .file()
  )
  var log: String?

  @Option(
    name: .customLong("completion-script"),
    help: ArgumentHelp("Print a completion script for bash, zsh or fish.", valueName: "shell"),
    transform: CompletionShell.parse
  )
  var completionScript: CompletionShell?

  @Flag(name: .customLong("manual-page"), help: .hidden)
  var printsManualPage = false

  @Flag(help: "Print the version.")
  var version = false

  func validate() throws {
    if inPlace || check, !format {
      throw ValidationError("--\(inPlace ? "in-place" : "check") is used with --format")
    }
    if inPlace && check { throw ValidationError("--in-place and --check exclude each other") }
    try refuseSeveralServices()
    try refuseIgnoredOptions()
    guard !mcp else { return }
    let given = [(allowChanges, "allow-changes"), (!hide.isEmpty, "hide"), (log != nil, "log")]
    if let option = given.first(where: \.0)?.1 {
      throw ValidationError("--\(option) is used with --mcp")
    }
  }

  /// What the command does instead of printing results, as options.
  private var services: [String] {
    let all = [
      (format, "--format"), (report != nil, "--report"), (mcp, "--mcp"),
      (languageServer, "--language-server"), (kernel, "--kernel"),
    ]
    return all.filter(\.0).map(\.1)
  }

  private func refuseSeveralServices() throws {
    guard let last = services.last, services.count > 1 else { return }
    let others = services.dropLast().joined(separator: ", ")
    throw ValidationError("\(others) and \(last) exclude each other")
  }

  /// Refuses options without an effect.
  private func refuseIgnoredOptions() throws {
    if mcp && readOnly && allowChanges {
      throw ValidationError("--read-only and --allow-changes exclude each other")
    }
    guard let service = services.first else { return }
    if output != nil { throw ValidationError("--output and \(service) exclude each other") }
    if report != nil { return }
    if !texts.isEmpty { throw ValidationError("-c and \(service) exclude each other") }
    if !scripts.isEmpty {
      let help = format ? ": write the name of the script without -f" : ""
      throw ValidationError("-f and \(service) exclude each other\(help)")
    }
    // The cells of notebooks have a mode.
    if mode != nil && !kernel {
      throw ValidationError("--mode and \(service) exclude each other")
    }
  }
}
