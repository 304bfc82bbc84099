#if SwiftData
  import Foundation
  import SwiftParser
  import SwiftSyntax

  /// The program `martlet-models`: prints the declarations for the models in Swift files.
  enum ModelsTool {
    private static let help = """
      usage: martlet-models [--] FILE|FOLDER…

      Prints the models of an app as declarations of Martlet's language: classes with @Model and the
      enums and structs that they use, with computed properties and rules. Members without an
      equivalent become comments.

        martlet-models Sources/*.swift > models.fetch
        martlet app.store --models Sources/Models.swift

      """

    /// Prints the declarations and returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
      var files = arguments
      if let end = files.firstIndex(of: "--") {
        files.remove(at: end)
      } else if files == ["--help"] || files == ["-h"] {
        FileHandle.standardOutput.write(Data(help.utf8))
        return 0
      }
      guard !files.isEmpty else { return fail(help, status: 2) }
      let reader = SwiftFileReader()
      for file in files.flatMap(swiftFiles) {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
          return fail("martlet-models: cannot read \(file)\n", status: 1)
        }
        let tree = Parser.parse(source: text)
        guard !tree.hasError else {
          return fail("martlet-models: \(file) is not valid Swift\n", status: 1)
        }
        reader.walk(tree)
      }
      let types = reader.types
      guard types.contains(where: \.isModel) else {
        return fail(
          "martlet-models: there is no class with @Model in \(files.joined(separator: ", "))\n",
          status: 1
        )
      }
      let text = DeclarationWriter(types).text
      FileHandle.standardOutput.write(Data(text.utf8))
      return 0
    }

    /// The Swift files of a folder in the order of their paths, or the file itself.
    private static func swiftFiles(_ path: String) -> [String] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { return [path] }
      let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(path)/\($0)" }
    }

    private static func fail(_ message: String, status: Int32) -> Int32 {
      FileHandle.standardError.write(Data(message.utf8))
      return status
    }
  }
#endif
