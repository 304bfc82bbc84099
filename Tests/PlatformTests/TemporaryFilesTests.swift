import Foundation
import Platform
import Testing

@Suite struct TemporaryFilesTests {
  /// Images are written by several threads at once. The address and thread sanitizers report a path
  /// that one of them frees while another one compares it.
  @Test func severalThreadsAddAndForget() {
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<2_000 {
        let path = "/nowhere/\(thread).\(round % 5)"
        TemporaryFiles.add(path)
        TemporaryFiles.forget(path)
      }
    }
  }
}
