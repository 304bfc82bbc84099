import JSONRPC
import TestSupport
import Testing

/// Messages, valid and invalid, over both kinds of framing.
@Suite struct ConnectionTests {
  private let peer = Peer.assistant("--demo")

  private func codes(_ lines: String...) throws -> [Int?] {
    let (answers, status) = try peer.run(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(status == 0)
    return answers.map { $0["error"]["code"].int }
  }

  @Test func invalidMessagesAreAnswered() throws {
    #expect(try codes("{", "[]", "1", "\"x\"", "null") == [-32700, -32600, -32600, -32600, -32600])
    #expect(
      try codes(#"{"id":1,"method":"ping"}"#, #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#) == [
        -32600, -32600,
      ]
    )
    #expect(
      try codes(#"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"method":2}"#) == [
        -32600, -32600,
      ]
    )
    #expect(try codes(#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#) == [-32600])
    #expect(try codes(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":3}"#) == [-32602])
    #expect(try codes(#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#) == [-32601])
  }

  @Test func notificationsAndResponsesAreNotAnswered() throws {
    #expect(
      try codes(
        #"{"jsonrpc":"2.0","method":"nothing"}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        "",
        "  "
      ).isEmpty
    )
  }

  @Test func messagesGoOnAfterInvalidOnes() throws {
    let ping = #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#
    #expect(try codes("{\"", ping, "\u{0}", ping) == [-32700, nil, -32700, nil])
  }

  @Test func batchesAreAnsweredTogether() throws {
    let batch = #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},3]"#
    let (answers, _) = try peer.run(Array((batch + "\n").utf8))
    #expect(answers.count == 1 && answers[0].array?.count == 2)
    #expect(answers[0].array?[1]["error"]["code"] == -32600)
  }

  @Test func aCancelledRequestIsNotRun() throws {
    let cancel = notification("notifications/cancelled", ["requestId": 2])
    let answers = try peer.answers(to: [request(1, "ping"), cancel, request(3, "ping")])
    #expect(answers.map { $0["id"] } == [1, 3])
  }

  @Test func largeMessagesAreSkipped() throws {
    let large = "\"" + String(repeating: "x", count: 1 << 26) + "\""
    #expect(try codes(large, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == [-32600, nil])
  }

  @Test func framedMessagesNeedALength() throws {
    let editor = Peer.editor("--demo")
    for header in ["X: 1\r\n\r\n{}", "Content-Length: x\r\n\r\n{}", "Content-Length: -5\r\n\r\n{}"]
    {
      let (answers, status) = try editor.run(Array(header.utf8))
      #expect(answers.map { $0["error"]["code"] } == [-32700], "\(header)")
      #expect(status == 1)
    }
    // A message that is cut off at the end.
    #expect(try editor.run(Array("Content-Length: 50\r\n\r\n{}".utf8)).status == 1)
    let lower = "content-length:2\ncontent-type: x\n\n{}" + "Content-Length: 4\r\n\r\nnull"
    #expect(try editor.run(Array(lower.utf8)).answers.count == 2)
  }

  /// Sequences of damaged messages: each run ends in order, and the last request is answered.
  @Test(arguments: ["--mcp", "--language-server", "--kernel"])
  func damagedMessagesNeverCrash(option: String) throws {
    var random = SeededRandom(seed: 43)
    let peer = Peer(
      arguments: [option, "--demo"],
      framing: option == "--language-server" ? .headers : .lines
    )
    let samples = FuzzMessages.samples(for: option)
    var input: [UInt8] = []
    for message in samples.prefix(2) { input += peer.frame(Array(message.text.utf8)) }
    for number in 0..<fuzzCount(1_500) {
      let message = random.pick(samples).with(["id": .int(100 + number)])
      var bytes = Array(FuzzMessages.changed(message, &random).text.utf8)
      if random.chance(25) {
        // The message remains UTF-8, so that its length is right.
        let places = bytes.indices.filter { bytes[$0] < 0x80 }
        let place = random.pick(places)
        let byte = UInt8.random(in: 1...127, using: &random)
        bytes[place] = byte == UInt8(ascii: "\n") ? UInt8(ascii: "x") : byte
      }
      input += peer.frame(bytes)
    }
    input += peer.frame(Array(request(99, option == "--kernel" ? "version" : "shutdown").text.utf8))
    let (answers, status) = try peer.run(input)
    #expect(status == 0, "\(option)")
    #expect(answers.contains { $0["id"] == 99 }, "\(option)")
  }
}
