import Foundation
import TestSupport
import Testing

/// Invalid files and arguments, and termination by signals.
@Suite struct BoundaryTests {
  @Test(arguments: [["Zeros.csv=/dev/zero"], ["-f", "/dev/zero"], ["-c", ".read /dev/zero"]])
  func devicesAreNotRead(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let link = folder.file("zero.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/zero")
    let arguments = arguments.map { $0 == "Zeros.csv=/dev/zero" ? link : $0 }
    let result = try BuiltCommand.run(arguments)
    #expect(result.status != 0)
    #expect(result.errors.contains("is a device"))
  }

  @Test func anEmptyDeviceIsAnEmptyScript() throws {
    #expect(try BuiltCommand.run("-f", "/dev/null").status == 0)
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1"])
  func openFilesAreWrittenDirectly(path: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("log")
    let result = try BuiltCommand.runShell(
      "(echo before; $MARTLET -c '= 1' -o \(path); echo after) > \(file)"
    )
    #expect(result.status == 0)
    #expect(try folder.text("log") == "before\n1\nafter\n")
  }

  @Test(arguments: ["TERM", "HUP"])
  func aSignalLeavesNoUnfinishedFile(signal: String) throws {
    let folder = try TemporaryFolder()
    let (pipe, output) = (folder.file("pipe"), folder.file("out.csv"))
    let result = try BuiltCommand.runShell(
      """
      mkfifo \(pipe)
      $MARTLET -o \(output) -f \(pipe) & child=$!
      exec 9> \(pipe)
      while ! ls \(folder.path) | grep -q partial; do sleep 0.05; done
      kill -\(signal) $child
      wait $child
      echo $?
      """
    )
    #expect(Int(result.output.trimmingCharacters(in: .newlines)).map { $0 > 128 } == true)
    #expect(try folder.names() == ["pipe"])
  }

  @Test func controlCStopsWaitingForAScript() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    let result = try BuiltCommand.runShell(
      """
      mkfifo \(pipe)
      python3 - "$MARTLET" \(pipe) <<'END' || exit $?
      import errno, os, signal, subprocess, sys, time
      child = subprocess.Popen([sys.argv[1], "-c", ".read " + sys.argv[2]])
      # The pipe can be opened as soon as somebody reads it.
      while child.poll() is None:
        try:
          pipe = os.open(sys.argv[2], os.O_WRONLY | os.O_NONBLOCK)
          break
        except OSError as error:
          if error.errno != errno.ENXIO: raise
          time.sleep(0.02)
      child.send_signal(signal.SIGINT)
      sys.exit(child.wait(60))
      END
      """
    )
    #expect(result.status == 130)
    #expect(!result.errors.contains("error"))
  }

  @Test(arguments: [["--mode", "x\u{1B}[31m"], ["--\u{1B}]0;t\u{7}"], ["--timezone", "\u{9B}1m"]])
  func invalidArgumentsAreEscaped(arguments: [String]) throws {
    let result = try BuiltCommand.run(arguments)
    #expect(result.status == 2)
    #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!result.errors.unicodeScalars.contains("\u{9B}"))
  }

  @Test func sameFileIsNotReadTwice() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a\n1\n", to: "one.csv")
    let twice = try BuiltCommand.run(path, folder.path + "/./one.csv", "-c", "count one")
    #expect(twice.status == 3)
    #expect(twice.errors.contains("is given twice"))
    let named = try BuiltCommand.run(
      "A=\(path)",
      "B=\(path)",
      "-c",
      "= (A) is nil",
      "-c",
      "count B"
    )
    #expect(!named.errors.contains("twice"))
  }

  @Test(arguments: [("[1,", 3), ("\"open", 3), ("[1, 2]", 0), ("\"[1,\"", 0), ("12a", 0)])
  func literalPrefixesAreLiterals(value: String, status: Int32) throws {
    let result = try BuiltCommand.run("--param", "x=\(value)", "-c", "= $x")
    #expect(result.status == status, "\(result.errors)")
  }
}
