import Platform
import Testing

@Suite struct ProcessTests {
  @Test(arguments: [("exit 3", 3), ("kill -TERM $$", -15), (":", 0)])
  func endingsAreReported(command: String, code: Int32) throws {
    #expect(try ChildProcess(shell: command).wait() == code)
  }

  @Test func inputAndVariablesArePassed() throws {
    let pipe = try FileDescriptor.pipe()
    let process = try ChildProcess(
      shell: "read line; test \"$line\" = \"$WANTED\"",
      input: pipe.readEnd,
      environment: ["WANTED": "one line"]
    )
    try pipe.readEnd.close()
    #expect(process.poll() == nil)
    try Array("one line\n".utf8).withUnsafeBytes { try pipe.writeEnd.writeAll($0) }
    try pipe.writeEnd.close()
    #expect(process.wait() == 0)
  }

  @Test func signalsEndProcesses() throws {
    let pipe = try FileDescriptor.pipe()
    let process = try ChildProcess(shell: "exec cat", input: pipe.readEnd)
    process.send(.terminate)
    #expect(process.wait() == -Signal.terminate.rawValue)
    try pipe.readEnd.close()
    try pipe.writeEnd.close()
  }
}
