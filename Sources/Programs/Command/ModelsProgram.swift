import Foundation
import Platform
import Session

/// The program `martlet-models`, which translates an app's models.
///
/// It contains a parser of Swift, so it is a program of its own that is built with a package trait.
enum ModelsProgram {
  private static let name = "martlet-models"

  /// The declarations for the models in Swift files.
  static func declarations(of files: [String]) throws(SessionError) -> String {
    guard let path else {
      throw AppModels.failure(
        "`--models` needs the program `\(name)`, which is neither beside `martlet` nor on the path",
        help: "in Martlet's sources, `make install-models` installs it; "
          + "`swift build --traits SwiftData --product \(name)` builds it"
      )
    }
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
    guard process.terminationStatus == 0, process.terminationReason == .exit else {
      let message = String(decoding: problem, as: UTF8.self)
      throw AppModels.failure(
        "`\(name)` failed: \(message.trimmingCharacters(in: .whitespacesAndNewlines))",
        help: "run `\(name)` with the files to see what it reads"
      )
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The program in the folder of this one, or on the path.
  private static var path: String? {
    let own = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return ([own].compactMap(\.self) + folders.map(String.init)).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
