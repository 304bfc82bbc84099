import Diagnostics
import Foundation
import Syntax

extension DotCommand {
  static let edit = DotCommand(
    name: "edit",
    summary: "write the last statement anew in an editor, and run what was saved",
    example: ".edit",
    details: """
      The editor is what `VISUAL` says, else `EDITOR`, else `vi`. What is saved is shown and run, and \
      the history has it; nothing is run where nothing was saved.
      """,
    handler: { call throws(Diagnostic) in
      try call.refuseIfSafe("runs no programs")
      guard Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) else {
        throw Diagnostic("an editor needs a terminal", at: call.line.span)
      }
      var runner = try call.runner.nested(at: call.line.span, bails: true)
      guard let text = try call.editedText(), !text.allSatisfy(\.isWhitespace) else {
        call.console.printLine(StyledText("nothing was saved, so nothing is run", .dim))
        return .succeeded
      }
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        call.console.printLine(StyledText(escapedForTerminal(String(line)), .dim))
      }
      call.console.editedBlock = text
      runner.asker = call.runner.asker
      return runner.run(SourceText(name: "", text: text))
    }
  )
}

extension CommandCall {
  /// What the user made of the last block; nil if it was not saved.
  fileprivate func editedText() throws(Diagnostic) -> String? {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("martlet-\(UUID().uuidString).fetch").path
    defer { unlink(path) }
    guard writeNewFile(path, console.lastBlock + "\n") else {
      throw Diagnostic(
        "cannot write \(path.debugDescription): \(String(cString: strerror(errno)))",
        at: line.span
      )
    }
    let former = Self.saveTime(path)
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
      throw Diagnostic("the editor `\(Self.editor)` ended with exit code \(status)", at: line.span)
    }
    guard Self.saveTime(path) != former else { return nil }
    let source = try ScriptFile.read(path)
    var text = String(decoding: source.bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private static var editor: String {
    ["VISUAL", "EDITOR"].lazy.compactMap(Terminal.environment).first { !$0.isEmpty } ?? "vi"
  }

  /// When a file was written last, and how large it is.
  private static func saveTime(_ path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size), Int(status.st_ino)]
  }

  /// Writes a file that only the user can read; gives whether it went through.
  private func writeNewFile(_ path: String, _ text: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    errno = OutputDescriptor(descriptor).write(Array(text.utf8))
    return errno == 0
  }
}
