import Platform

/// Reads blocks when line editing is not possible.
///
/// Prompts go to standard error if standard output is not a terminal.
final class PlainReader: BlockReader {
  private let isComplete: (String) -> Bool
  private let prompts: OutputDescriptor

  init(isComplete: @escaping (String) -> Bool) {
    self.isComplete = isComplete
    prompts = Terminal.isTerminal(.standardOutput) ? .standardOutput : .standardError
  }

  func readBlock(prompt: Prompt) -> LineEditor.Answer {
    var block = ""
    prompts.write(Array(prompt.rendered.utf8))
    while true {
      switch readLine() {
      case .interrupted:
        showInterrupt()
        return .interrupted
      case .endOfInput:
        return block.isEmpty ? .endOfInput : .block(block)
      case .block(let line):
        block += block.isEmpty ? line : "\n" + line
        if line.isEmpty || isComplete(block) { return .block(block) }
        prompts.write(Array(Self.continuation.padded(to: prompt.width).utf8))
      }
    }
  }

  func remember(_ block: String) {}

  func markFailed(_ block: String) {}

  func endLine() { prompts.write(Array("\n".utf8)) }

  /// Shows `^C` unless the terminal has done so.
  private func showInterrupt() {
    prompts.write(Array((Terminal.echoesControlKeys ? "\n" : "^C\n").utf8))
  }

  private func readLine() -> LineEditor.Answer {
    var bytes: [UInt8] = []
    while true {
      do throws(Errno) {
        guard let byte = try FileDescriptor.standardInput.read(upTo: 1).first else { break }
        if byte == UInt8(ascii: "\n") { return .block(String(decoding: bytes, as: UTF8.self)) }
        bytes.append(byte)
      } catch {
        guard error == .interrupted else { break }
        if Signals.takeInterrupt() { return .interrupted }
      }
    }
    return bytes.isEmpty ? .endOfInput : .block(String(decoding: bytes, as: UTF8.self))
  }

  private static let continuation = "...>"
}

extension String {
  /// The string padded with spaces to `width` characters.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
