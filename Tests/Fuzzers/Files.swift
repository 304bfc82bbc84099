import Columns
import Model
import Platform
import Storage

@testable import Formats

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? readFile(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The first bytes choose how the rest is read.
private func readFile(_ bytes: [UInt8]) throws {
  guard bytes.count > 2 else { return }
  let (first, second) = (Int(bytes[0]), Int(bytes[1]))
  let formats: [FileFormat] = first & 32 == 0 ? [.csv, .tsv] : [.json, .jsonLines]
  var options = ReadingOptions(hasHeader: first & 1 == 0)
  options.skipsBad = first & 2 != 0
  options.stripeCount = 1 + first >> 2 & 1
  options.bytesPerWindow = 1 + second & 63
  options.fieldsPerBlock = 1 + second >> 4
  if first & 40 == 40 { options.place = ["a"] }
  let file = try RecordFile(
    FileBytes(copying: Array(bytes[2...])),
    formats[first >> 4 & 1],
    name: "file",
    options,
    CancellationFlag()
  )
  for part in try [file.whole] + file.parts(of: 1 + second) { _ = try? file.read(part) }
}
