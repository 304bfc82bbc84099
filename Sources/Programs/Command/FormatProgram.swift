import Diagnostics
import Files
import Foundation
import Platform
import Session
import Shell
import Syntax

/// `martlet --format`: prints, rewrites or checks scripts in the canonical style.
struct FormatProgram {
  /// What happens with a formatted script.
  enum Action {
    /// It is printed.
    case print
    /// It replaces the file.
    case replace
    /// Its name is printed if it is not formatted yet.
    case check
  }

  let action: Action
  /// Reports errors.
  let console: Console

  /// Formats the scripts at `paths`, or standard input, and returns the process's exit code.
  func run(_ paths: [String]) -> Int32 {
    let statuses = (paths.isEmpty ? ["-"] : paths).map(run)
    return statuses.max() ?? 0
  }

  private func run(_ path: String) -> Int32 {
    let source: SourceText
    do throws(Diagnostic) {
      source = try ScriptFile.read(path, isStrict: true)
    } catch {
      if Signals.isInterrupted { return RunStatus.interrupted.exitCode }
      console.report(error)
      return RunStatus.unreadable.exitCode
    }
    do {
      return try finish(ScriptFormatter.text(of: source), of: source, at: path)
    } catch let error as DiagnosticList {
      console.report(console.session.improved(error.all, in: source), in: source)
    } catch let error as ReplacedFile.Failure {
      console.report(Diagnostic(error, at: nil))
    } catch {
      console.report("\(error)")
    }
    return RunStatus.failed.exitCode
  }

  private func finish(_ text: String, of source: SourceText, at path: String) throws -> Int32 {
    switch action {
    case .print:
      return show(text, terminator: "")
    case .check:
      return text == source.text ? 0 : max(show(source.name), RunStatus.failed.exitCode)
    case .replace where path == "-":
      return show(text, terminator: "")
    case .replace:
      guard text != source.text else { return 0 }
      try ReplacedFile.write(text, to: path)
      return 0
    }
  }
}

extension MartletCommand {
  /// What `--format` does.
  var formatAction: FormatProgram.Action {
    inPlace ? .replace : check ? .check : .print
  }
}
