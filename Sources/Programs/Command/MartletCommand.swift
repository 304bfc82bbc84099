import ArgumentParser
import Diagnostics
import Foundation
import Shell

/// The command-line arguments.
struct MartletCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "martlet")

  @Argument(
    help: ArgumentHelp(
      "SQLite files are opened as stores, other files become models in memory, named after them or as said.",
      valueName: "[name=]file"
    ),
    completion: .file()
  )
  var files: [NamedFile] = []

  @Option(
    name: .customShort("c"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run a text; repeatable.", valueName: "text"),
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
    help: ArgumentHelp("Write results to a file, whole or not at all.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp("Give the parameter $name a value; repeatable.", valueName: "name=value"),
    transform: ParameterArgument.init(argument:)
  )
  var param: [ParameterArgument] = []

  @Option(
    help: ArgumentHelp(
      "The zone of dates, such as Europe/Oslo; UTC if not given.",
      valueName: "zone"
    ),
    transform: parseTimeZone
  )
  var timezone: TimeZone?

  @Option(
    help: ArgumentHelp(
      "The model of a Core Data store: a .xcdatamodeld, .momd, or a single version.",
      valueName: "model"
    ),
    completion: .file()
  )
  var model: String?

  @Option(
    help: ArgumentHelp(
      "For how long a store that another process writes is waited for; 5 if not given.",
      valueName: "seconds"
    ),
    transform: parseTimeout
  )
  var timeout: Double?

  @Option(
    help: ArgumentHelp("Colour the output: auto, always, never.", valueName: "when"),
    completion: .list(ColorChoice.allCases.map(\.rawValue)),
    transform: ColorChoice.parse
  )
  var color: ColorChoice?

  @Flag(help: "Open the sample data, in memory: budgets, expenses and 10,000 users.")
  var demo = false

  @Flag(name: .customLong("read-only"), help: "Open stores for reading only.")
  var readOnly = false

  @Flag(help: "Reach nothing but the stores that are given: no other files, no programs.")
  var safe = false

  @Flag(
    name: .customLong("no-header"),
    help: "Files begin with data, and results are printed, without a line of names."
  )
  var hasNoHeader = false

  @Flag(
    name: .customLong("no-init"),
    help: "Do not run martlet/init.fetch in the folder of settings, $XDG_CONFIG_HOME."
  )
  var skipsInit = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Stop at the first failure, as scripts do; --no-bail goes on, and the exit code is still 1."
  )
  var bail = true

  @Option(
    name: .customLong("completion-script"),
    help: ArgumentHelp("Print what completes options: bash, zsh, fish.", valueName: "shell"),
    transform: CompletionShell.parse
  )
  var completionScript: CompletionShell?

  @Flag(name: .customLong("manual-page"), help: .hidden)
  var printsManualPage = false

  /// Prints the language reference. The value is the path of the grammar file.
  @Option(name: .customLong("language-reference"), help: .hidden)
  var grammarOfReference: String?

  @Flag(help: "Print the version.")
  var version = false
}
