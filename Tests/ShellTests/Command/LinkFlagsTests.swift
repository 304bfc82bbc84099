#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite struct LinkFlagsTests {
    /// The C library needs the tables for unwinding to end threads, and such builds have another
    /// runtime.
    @Test(arguments: [
      ("-Xswiftc -no-pie --static-swift-stdlib", true), ("-static-executable", false),
      ("--swift-sdk x86_64-swift-linux-musl", false),
    ])
    func fullyStaticCommandsHaveTablesForUnwinding(flags: String, mayLackThem: Bool) throws {
      let folder = try TemporaryFolder()
      let swift = "$(command -v swift || echo /opt/swift/usr/bin/swift)"
      let printed = try output(
        of:
          "RELEASE_FLAGS='\(flags)' Scripts/link-flags \"\(swift)\" \"$0\"",
        folder.file("linking")
      )
      if !mayLackThem {
        #expect(!printed.contains("no-unwinding.ld"))
        #expect(!printed.contains("libFoundation.a"))
      }
      // Without clang, it prints nothing.
      #expect(printed.allSatisfy(\.isWhitespace) || printed.contains("--no-export-dynamic"))
    }

    /// An archive with an object file of these sections, which are all marked SHF_GNU_RETAIN.
    @Test func onlyRecordsKeepTheirMarks() throws {
      let folder = try TemporaryFolder()
      let printed = try output(
        of:
          """
          command -v python3 > /dev/null && python3 - "$0" << 'END'
          import struct, subprocess, sys
          names = [b"", b".text.f", b"swift5_protocols", b".rodata.x", b".shstrtab"]
          texts = b"".join(name + b"\\0" for name in names)
          headers = b""
          for place, name in enumerate(names):
              offset = sum(len(other) + 1 for other in names[:place])
              start = 64 if place == 4 else 0
              headers += struct.pack("<IIQQQQIIQQ", offset, 1, 0x200002, 0, start, len(texts), 0, 0, 1, 0)
          elf = b"\\x7fELF\\x02\\x01\\x01".ljust(16, b"\\0")
          elf += struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, 64 + len(texts), 0, 64, 0, 0, 64, 5, 4)
          elf += texts + headers
          member = b"a.o/".ljust(48) + str(len(elf)).encode().ljust(10) + b"`\\n"
          open(sys.argv[1] + ".a", "wb").write(b"!<arch>\\n" + member + elf + b"\\n" * (len(elf) % 2))
          command = ["Scripts/removable-functions", sys.argv[1] + ".a", sys.argv[1]]
          subprocess.run(command, check=True)
          changed = open(sys.argv[1], "rb").read()[8 + 60 + 64 + len(texts):]
          print(*(hex(struct.unpack_from("<Q", changed, 64 * place + 8)[0]) for place in range(5)))
          open(sys.argv[1] + ".a", "wb").write(b"no archive")
          print(subprocess.run(command).returncode)
          END
          """,
        folder.file("library")
      )
      #expect(printed.isEmpty || printed == "0x2 0x2 0x200002 0x2 0x2\n1\n")
    }

    /// What a command of bash prints in the folder of the project.
    private func output(of command: String, _ argument: String) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", command, argument]
      process.currentDirectoryURL = ManualTests.project
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: output, as: UTF8.self)
    }
  }
#endif
