import Foundation
import TestSupport

/// Compiles a program with the toolchain's compiler and runs it.
enum SwiftCompiler {
  /// Why there is no output.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What `source` prints.
  static func run(_ source: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Program.swift")
    let program = folder.file("Program")
    let arguments = [
      "swiftc", "-swift-version", "6", "-parse-as-library", "-Onone", "-suppress-warnings",
      file, "-o", program,
    ]
    _ = try output(of: "/usr/bin/env", arguments)
    return try output(of: program, [])
  }

  /// What the compiler says of `sources`, each a file of one module, where it makes no program.
  static func diagnostics(_ options: [String], of sources: [String]) throws -> String {
    let folder = try TemporaryFolder()
    let files = try sources.enumerated().map { index, source in
      try folder.write(source, to: "Source\(index).swift")
    }
    do {
      return try output(of: "/usr/bin/env", ["swiftc", "-frontend"] + options + files)
    } catch let failure as Failure {
      return failure.description
    }
  }

  private static func output(of path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(description: text) }
    return text
  }
}
