import ArgumentParser
import Diagnostics
import Foundation
import Platform
import PostgreSQLStore
import SQLiteStore
import Session
import Shell
import Synchronization

/// A `-c` or `-f` argument. They run in the order of the command line.
struct ScriptArgument {
  enum Content {
    case text(String)
    case file(String)
  }

  let content: Content
  let position: Int

  private static let counter = Atomic<Int>(0)

  init(_ content: Content) {
    self.content = content
    position = Self.counter.add(1, ordering: .relaxed).newValue
  }
}

/// A file, with an optional name for its model or store: `People=other.json`.
struct NamedFile: ExpressibleByArgument {
  /// The argument as it was given.
  let argument: String
  let name: String?
  let path: String

  /// The part before `=` is a name unless it contains a slash, or the whole argument is a file.
  init(argument: String) {
    self.argument = argument
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !parts[0].contains("/"),
      !FileSystem.exists(argument)
    {
      (name, path) = (String(parts[0]), String(parts[1]))
    } else {
      (name, path) = (nil, argument)
    }
  }

  /// Whether the file is a store, or would become one: an SQLite file, or one named like it.
  var isStore: Bool {
    path == OpenStore.memoryPath || PostgreSQLStore.isAddress(path) || FileHeader.isDatabase(path)
      || ["store", "sqlite", "sqlite3", "db"].contains(
        URL(fileURLWithPath: path).pathExtension.lowercased()
      )
  }

  /// The name of the model of a data file.
  var modelName: String {
    name ?? (path == "-" ? "stdin" : DerivedName.name(forFile: path))
  }
}

/// A value for a parameter: `--param name=value`.
struct ParameterArgument {
  let name: String
  let value: String

  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].drop { $0 == "$" }
    guard parts.count == 2, !name.isEmpty else {
      throw ValidationError("'\(argument)' is not of the form name=value")
    }
    (self.name, value) = (String(name), String(parts[1]))
  }
}

extension OutputMode {
  @Sendable static func parse(_ argument: String) throws -> OutputMode {
    if let mode = named(argument) { return mode }
    throw ValidationError("there is no mode '\(argument)'; \(hint(for: argument))")
  }
}

extension CompletionShell {
  @Sendable static func parse(_ argument: String) throws -> CompletionShell {
    if let shell = CompletionShell(rawValue: argument) { return shell }
    throw ValidationError("completion scripts exist for bash, zsh and fish, not for '\(argument)'")
  }
}

extension ColorChoice {
  @Sendable static func parse(_ argument: String) throws -> ColorChoice {
    if let choice = ColorChoice(rawValue: argument) { return choice }
    let choices = allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("--color is one of \(choices), not '\(argument)'")
  }
}

/// Parses a timeout: `5`, `200ms`.
@Sendable func parseTimeout(_ argument: String) throws -> Double {
  if let seconds = BusyTimeout.seconds(argument) { return seconds }
  throw ValidationError("'\(argument)' is not a valid timeout; \(BusyTimeout.help)")
}

/// Parses a time zone: `Europe/Oslo`, `UTC`, `GMT+2`.
@Sendable func parseTimeZone(_ argument: String) throws -> TimeZone {
  guard let zone = TimeZone(identifier: argument) else {
    throw ValidationError("there is no time zone '\(argument)'; for example Europe/Oslo.")
  }
  return zone
}
