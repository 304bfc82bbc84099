#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct LinkFlagsTests {
    /// The C library needs the tables for unwinding to end threads, and other builds have another runtime.
    @Test(arguments: [
      ("-Xswiftc -no-pie --static-swift-stdlib", true), ("-static-executable", false),
      ("--swift-sdk x86_64-swift-linux-musl", false),
    ])
    func fullyStaticCommandsHaveTablesForUnwinding(flags: String, mayLackThem: Bool) throws {
      let folder = try TemporaryFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      let swift = "$(command -v swift || echo /opt/swift/usr/bin/swift)"
      process.arguments = ["-c", "Scripts/link-flags \"\(swift)\" \"$0\"", folder.file("linking")]
      process.currentDirectoryURL = ManualTests.project
      process.environment = ProcessInfo.processInfo.environment
        .merging(["RELEASE_FLAGS": flags]) { _, new in new }
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let printed = String(decoding: output, as: UTF8.self)
      if !mayLackThem {
        #expect(!printed.contains("no-unwinding.ld"))
        #expect(!printed.contains("libFoundation.a"))
      }
      // Without clang, it prints nothing.
      #expect(printed.allSatisfy(\.isWhitespace) || printed.contains("--no-export-dynamic"))
    }
  }
#endif
