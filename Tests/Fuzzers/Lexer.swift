import Diagnostics
import Syntax

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  readTokens(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func readTokens(_ bytes: [UInt8]) {
  var lexer = Lexer(SourceText(name: "", text: String(decoding: bytes, as: UTF8.self)))
  var end = 0
  while true {
    let token = lexer.next()
    if token.kind == .end { return }
    precondition(token.span.lowerBound >= end && token.span.upperBound > token.span.lowerBound)
    end = token.span.upperBound
  }
}
