import ArgumentParser
import Diagnostics
import Foundation
import Platform
import Shell

exit(run())

/// Parses the arguments, runs the program and returns the exit code.
func run() -> Int32 {
  if let options = LaunchOptions(common: Array(CommandLine.arguments.dropFirst())) {
    return Launcher(options).run()
  }
  do {
    let arguments = try MartletCommand.parse()
    if arguments.version { return show(BuildInformation.text) }
    if let shell = arguments.completionScript {
      return show(MartletCommand.completionScript(for: shell))
    }
    if arguments.printsManualPage { return show(ManualPage.text) }
    let launcher = Launcher(arguments.options)
    guard arguments.format else { return launcher.run() }
    return FormatProgram(action: arguments.formatAction, console: launcher.console)
      .run(arguments.files.map(\.argument))
  } catch {
    return answer(error)
  }
}

/// Answers a request for help, or reports wrong usage.
func answer(_ error: any Error) -> Int32 {
  if MartletCommand.exitCode(for: error) == .success { return show(HelpText.text) }
  let reason = MartletCommand.message(for: error).split(
    separator: "\n",
    omittingEmptySubsequences: false
  ).map { escapedForTerminal(String($0)) }.joined(separator: "\n")
  let message = "martlet: \(reason)\n\(HelpText.hint)\n"
  FileHandle.standardError.write(Data(message.utf8))
  return 2
}

func show(_ text: String, terminator: String = "\n") -> Int32 {
  do {
    try FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
    return 0
  } catch {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let reason =
      cause.map { Errno(rawValue: Int32(clamping: $0.code)).description } ?? "it is closed"
    FileHandle.standardError.write(
      Data("martlet: cannot write to standard output: \(reason)\n".utf8)
    )
    return 1
  }
}
