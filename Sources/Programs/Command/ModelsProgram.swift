import Foundation
import Platform
import Session

/// The program `martlet-models`, which translates an app's models.
///
/// It contains a parser of Swift, so it is a separate program that is built with a package trait.
enum ModelsProgram {
  private static let name = "martlet-models"

  /// The declarations for the models in Swift files.
  static func declarations(of files: [String]) throws(SessionError) -> String {
    var failure = AppModels.failure(
      "`--models` needs the program `\(name)`, which is neither beside `martlet` nor on the path",
      help: "in Martlet's sources, `make install-models` installs it; "
        + "`swift build --traits SwiftData --product \(name)` builds it"
    )
    for path in paths {
      let (status, text, problem) = try run(path, files)
      if status == 0 { return text }
      failure = AppModels.failure(
        "\(path.debugDescription) failed: \(problem.trimmingCharacters(in: .whitespacesAndNewlines))",
        help: "run `\(name)` with the files to see what it reads"
      )
      if status != withoutParser { break }
    }
    throw failure
  }

  /// What a program without the trait returns: EX_UNAVAILABLE of sysexits.h.
  private static let withoutParser: Int32 = 69

  /// Runs one program to its end; nil as its status if a signal ended it.
  private static func run(
    _ path: String,
    _ files: [String]
  ) throws(SessionError) -> (status: Int32?, output: String, problem: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--"] + files
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw AppModels.failure(
        "cannot run \(path.debugDescription): \(error.localizedDescription)",
        help: "`make install-models` in Martlet's sources installs it"
      )
    }
    // The program writes its errors after its output, so one pipe after the other is read.
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problem = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : nil,
      String(decoding: text, as: UTF8.self), String(decoding: problem, as: UTF8.self)
    )
  }

  /// The programs in the folder of this one and on the path, in this order.
  private static var paths: [String] {
    let own = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ([own].compactMap(\.self) + folders.map(String.init)).map { "\($0)/\(name)" }
      .filter { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
