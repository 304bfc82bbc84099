import Diagnostics
import Syntax

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  readStatements(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func readStatements(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  var parser = ScriptParser(SourceText(name: "", text: text))
  while let item = parser.next() {
    guard case .statement(let statement) = item else { continue }
    let printed = SyntaxPrinter().text(of: statement)
    var again = ScriptParser(SourceText(name: "", text: printed))
    guard case .statement(let same)? = again.next() else { fatalError("no statement: \(printed)") }
    precondition(SyntaxPrinter().text(of: same) == printed)
  }
  _ = completeness(of: text)
}
