import Diagnostics
import Foundation
import Platform
import Syntax

extension DotCommand {
  static let edit = DotCommand(
    name: "edit",
    summary: "edit the last statement in an editor, and run the saved text",
    example: ".edit",
    details: """
      Opens `VISUAL`, `EDITOR` or `vi`. The saved text is shown, run and added to the history. If \
      you do not save, nothing runs.
      """,
    handler: { call throws(Diagnostic) in
      try call.refuseIfSafe("runs no programs")
      guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else {
        throw Diagnostic("an editor needs a terminal", at: call.line.span)
      }
      var runner = try call.runner.nested(at: call.line.span, bails: true)
      guard let text = try call.editedText(), !text.allSatisfy(\.isWhitespace) else {
        call.console.printLine(StyledText("nothing was saved, so nothing runs", .dim))
        return .succeeded
      }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        call.console.printLine(StyledText(escapedForTerminal(String(line)), .dim))
      }
      call.console.editedBlock = text
      runner.isTyped = call.runner.isTyped
      return runner.run(SourceText(name: "", text: text))
    }
  )
}

extension CommandCall {
  /// The last block as edited by the user; nil if the file was not saved.
  fileprivate func editedText() throws(Diagnostic) -> String? {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("martlet-\(UUID().uuidString).fetch").path
    defer { FileSystem.remove(path) }
    do throws(Errno) {
      try writeNewFile(path, console.lastBlock + "\n")
    } catch {
      throw Diagnostic("cannot write \(path.debugDescription): \(error)", at: line.span)
    }
    let previous = Self.saveTime(path)
    console.flush()
    let status: Int32
    do throws(ChildProgram.Failure) {
      status = try ChildProgram("\(Self.editor) \(shellQuoted(path))", hasPipe: false).finish(
        ownsTerminal: true
      )
    } catch {
      throw Diagnostic(error.message, at: line.span)
    }
    guard status == 0 else {
      throw Diagnostic("the editor `\(Self.editor)` exited with status \(status)", at: line.span)
    }
    guard Self.saveTime(path) != previous else { return nil }
    let source = try ScriptFile.read(path)
    var text = String(decoding: source.bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private static var editor: String {
    ["VISUAL", "EDITOR"].lazy.compactMap(Environment.value).first { !$0.isEmpty } ?? "vi"
  }

  /// The file's version, which changes when the file is saved.
  private static func saveTime(_ path: String) -> FileStatus.Version? {
    (try? FileStatus(path))?.version
  }

  /// Writes a file that only the user can read.
  private func writeNewFile(_ path: String, _ text: String) throws(Errno) {
    let descriptor = try FileDescriptor.open(
      path,
      .writeOnly,
      options: .exclusiveCreate,
      permissions: 0o600
    )
    defer { try? descriptor.close() }
    if let failure = OutputDescriptor(descriptor).write(Array(text.utf8)) { throw failure }
  }
}
