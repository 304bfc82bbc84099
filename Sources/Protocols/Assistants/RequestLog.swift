import Diagnostics
import Foundation
import JSONRPC
import Model
import Platform
import Rendering
public import Session

/// A file with a line of JSON for each request.
public final class RequestLog {
  private let file: FileHandle

  /// Opens the file at `path` for more lines.
  public init(path: String) throws(SessionError) {
    if !FileSystem.exists(path) {
      _ = FileManager.default.createFile(
        atPath: path,
        contents: nil,
        attributes: [.posixPermissions: 0o600]
      )
    }
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw .failed([
        Diagnostic(.error, "cannot write the log \(path.debugDescription)", at: nil)
      ])
    }
    _ = try? file.seekToEnd()
    self.file = file
  }

  func add(
    _ method: String,
    _ parameters: JSON,
    _ result: JSON = .null,
    _ duration: Duration? = nil
  ) {
    var line: JSON = [
      "time": .string(ValueText(timeZone: .gmt).string(.date(SessionSettings().clock()))),
      "method": .string(method),
    ]
    if method == "tools/call" {
      line = line.with(["tool": parameters["name"], "arguments": parameters["arguments"]])
    }
    if let duration {
      let milliseconds = duration / .milliseconds(1)
      line = line.with(["milliseconds": .double((milliseconds * 1_000).rounded() / 1_000)])
    }
    if let error = result["error"].string { line = line.with(["error": .string(error)]) }
    if let content = result["content"].array {
      let texts = content.compactMap { $0["text"].string }
      line = line.with([
        "isError": result["isError"], "bytes": .int(texts.reduce(0) { $0 + $1.utf8.count }),
      ])
    }
    try? file.write(contentsOf: Data((line.text + "\n").utf8))
  }
}
