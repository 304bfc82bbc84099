import CoreDataModels
import Foundation
import KeyedArchives

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? readArchive(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func readArchive(_ bytes: [UInt8]) throws {
  let data = Data(bytes)
  _ = try? Inflater.inflate(data, limit: 1 << 16)
  _ = try? ManagedObjectModel(archive: data)
  _ = try KeyedArchive(data).root?.standardValue
}
