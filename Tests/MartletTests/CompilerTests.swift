import Foundation
import TestSupport
import Testing

/// Compiler errors of programs that share the library's types between tasks.
@Suite struct CompilerTests {
  @Test func aContainerIsShared() throws {
    let errors = try ModuleClient.errors(
      """
      import Martlet

      func count(_ container: ModelContainer) async throws -> Int {
        try await withThrowingTaskGroup(of: [RecordSnapshot].self) { group in
          for owner in ["Zoë", "Ada"] {
            let descriptor = FetchDescriptor<RecordSnapshot>("Budget", predicate: "owner == \\(owner)")
            group.addTask { try ModelContext(container).fetch(descriptor) }
          }
          return try await group.reduce(0) { $0 + $1.count }
        }
      }

      actor Ledger {
        private let context: ModelContext
        init(_ container: ModelContainer) { context = ModelContext(container) }
        func budgets() throws -> [RecordSnapshot] { try context.fetch("Budget") }
      }
      """
    )
    #expect(errors == [])
  }

  @Test func aContextIsNotSentToAnotherTask() throws {
    let errors = try ModuleClient.errors(
      """
      import Martlet

      func count(_ context: ModelContext) throws {
        Task { try context.fetchCount("Budget") }
      }

      func insert(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        Task.detached { try context.insert("Budget", ["name": "A"]) }
        try context.save()
      }
      """
    )
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.contains("data races") || $0.contains("sending") }, "\(errors)")
  }

  @Test func aContextIsNotSendable() throws {
    let errors = try ModuleClient.errors(
      """
      import Martlet

      struct Job: Sendable { let context: ModelContext }
      func share(_ job: some Sendable) {}
      func run(_ context: ModelContext) { share(context) }
      """
    )
    #expect(errors.count >= 1)
    #expect(
      errors.contains {
        $0.contains("share the container between tasks, and create a context in each")
      },
      "\(errors)"
    )
  }
}

/// A program that imports the library as it was built beside the tests.
enum ModuleClient {
  struct NotCompiled: Error { let output: [String] }

  /// The compiler's errors in `source`. It checks data shared by tasks after the types.
  static func errors(_ source: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Client.swift")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let products = try BuiltProducts.folder()
    // The folder of the module maps of system libraries, which Martlet's modules import.
    let build = products.deletingLastPathComponent().deletingLastPathComponent()
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Platform").standardizedFileURL
    let libraries =
      [build.appendingPathComponent("checkouts/GRDB.swift/Sources/GRDBSQLite")]
      + ["CZlib", "CPlatform/include"].map { sources.appendingPathComponent($0) }
    process.arguments =
      ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library"]
      + ([products.appendingPathComponent("Modules")] + libraries).flatMap { ["-I", $0.path] }
      + [file]
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    let errors = lines.filter { $0.hasPrefix(file) && $0.contains(": error: ") }
    // Without a compiler, or if it fails for another reason, the test is inconclusive.
    let isCompiled = process.terminationReason == .exit && process.terminationStatus == 0
    guard isCompiled == errors.isEmpty else { throw NotCompiled(output: lines) }
    return errors
  }
}

/// What was built beside the tests.
enum BuiltProducts {
  struct NotFound: Error {}

  /// The folder of the binaries and modules: that of the test bundle.
  static func folder() throws -> URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
      let modules = folder.appendingPathComponent("Modules/Martlet.swiftmodule")
      if FileManager.default.fileExists(atPath: modules.path) { return folder }
      folder.deleteLastPathComponent()
    }
    throw NotFound()
  }
}
