import Foundation
import JSONRPC
import TestSupport

/// Sends messages to the built command, and reads its answers.
struct Peer {
  let arguments: [String]
  let framing: MessageFraming

  /// A peer that serves an assistant.
  static func assistant(_ arguments: String...) -> Peer {
    Peer(arguments: ["--mcp"] + arguments, framing: .lines)
  }

  /// A peer that serves an editor.
  static func editor(_ arguments: String...) -> Peer {
    Peer(arguments: ["--language-server"] + arguments, framing: .headers)
  }

  /// What the command answers to messages, in order.
  func answers(to messages: [JSON]) throws -> [JSON] {
    try run(messages.map { frame(Array($0.text.utf8)) }.reduce([], +)).answers
  }

  /// The bytes of a message.
  func frame(_ message: [UInt8]) -> [UInt8] {
    switch framing {
    case .lines: message + [UInt8(ascii: "\n")]
    case .headers: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
  }

  /// The answers to bytes, and the exit status.
  func run(_ input: [UInt8]) throws -> (answers: [JSON], status: Int32) {
    let result = try BuiltCommand.run(arguments, input: String(decoding: input, as: UTF8.self))
    return (try answers(in: Array(result.output.utf8)), result.status)
  }

  private func answers(in output: [UInt8]) throws -> [JSON] {
    guard framing == .headers else {
      return try output.split(separator: UInt8(ascii: "\n")).map { try JSON(Array($0)) }
    }
    var answers: [JSON] = []
    var rest = output[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = header.split(separator: " ").last.flatMap { Int($0) } ?? 0
      let body = rest[end.upperBound..<min(end.upperBound + length, rest.endIndex)]
      answers.append(try JSON(Array(body)))
      rest = rest[body.endIndex...]
    }
    return answers
  }
}

/// A request.
func request(_ id: Int, _ method: String, _ parameters: JSON = [:]) -> JSON {
  ["jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": parameters]
}

/// A notification.
func notification(_ method: String, _ parameters: JSON = [:]) -> JSON {
  ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
}
