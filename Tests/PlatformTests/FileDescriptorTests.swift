import Platform
import TestSupport
import Testing

@Suite struct FileDescriptorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func filesAreWrittenAndRead() throws {
    let path = folder.file("text")
    let written = try FileDescriptor.open(path, .readWrite, options: .create, permissions: 0o600)
    try Array("first line\n".utf8).withUnsafeBytes { try written.writeAll($0) }
    try written.synchronize()
    #expect(written.position == 11)
    #expect(written.seek(to: 6))
    #expect(try written.read(upTo: 64) == Array("line\n".utf8))
    #expect(written.byte(at: 10) == 0x0A)
    #expect(written.byte(at: 11) == nil)
    try written.close()
    let status = try FileStatus(path)
    #expect(status.kind == .regular)
    #expect(status.size == 11)
    #expect(status.permissions == 0o600)
    #expect(status.linkCount == 1)
  }

  @Test func failuresHaveExitCodes() throws {
    let path = try folder.write("", to: "file")
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try FileDescriptor.open(path + "no", .readOnly)
    }
    #expect(throws: Errno.fileExists) {
      try FileDescriptor.open(path, .writeOnly, options: .exclusiveCreate)
    }
    #expect(throws: Errno.isDirectory) { try FileDescriptor.open(folder.path, .writeOnly) }
    #expect(throws: Errno.notDirectory) { try FileStatus(path + "/file") }
    #expect(Errno.noSuchFileOrDirectory.description == "No such file or directory")
  }

  @Test func truncatedMappedBytesAreZeros() throws {
    let path = try folder.write(String(repeating: "x", count: 100_000), to: "file")
    let descriptor = try FileDescriptor.open(path, .readOnly)
    let file = try MappedFile(descriptor, count: 100_000)
    try descriptor.close()
    #expect(file.start[99_999] == UInt8(ascii: "x"))
    #expect(!file.wasTruncated)
    file.release(0..<100_000)
    try folder.write("short", to: "file")
    #expect(file.wasTruncated)
    #expect(file.start[99_999] == 0)
  }

  @Test func aLockHasOneOwner() throws {
    let path = try folder.write("", to: "file")
    let first = try FileDescriptor.open(path, .readWrite)
    let second = try FileDescriptor.open(path, .readWrite)
    #expect(first.tryLock())
    #expect(!second.tryLock())
    try first.close()
    #expect(second.tryLock())
    try second.close()
  }

  @Test func pathsOfDescriptors() throws {
    #expect(FileDescriptor(standingAt: "/dev/stdout") == .standardOutput)
    #expect(FileDescriptor(standingAt: "/dev/fd/7")?.rawValue == 7)
    #expect(FileDescriptor(standingAt: folder.file("file")) == nil)
  }

  @Test func aPipeWithoutReaderIsAnError() throws {
    let pipe = try FileDescriptor.pipe()
    #expect(try !pipe.readEnd.wait(for: .input, milliseconds: 0))
    try [UInt8](repeating: 1, count: 3).withUnsafeBytes { try pipe.writeEnd.writeAll($0) }
    #expect(try pipe.readEnd.wait(for: .input, milliseconds: 0))
    #expect(try pipe.readEnd.read(upTo: 64) == [1, 1, 1])
    try pipe.readEnd.close()
    #expect(try pipe.writeEnd.wait(for: .hangUp, milliseconds: 0))
    #expect(throws: Errno.brokenPipe) {
      try pipe.writeEnd.ignoringBrokenPipe { () throws(Errno) in
        try [1].withUnsafeBufferPointer { bytes throws(Errno) in
          try pipe.writeEnd.writeAll(UnsafeRawBufferPointer(bytes))
        }
      }
    }
    try pipe.writeEnd.close()
  }

  @Test func aWaitEndsWhenItIsCancelled() throws {
    let pipe = try FileDescriptor.pipe()
    var looks = 0
    let isReady = pipe.readEnd.wait(for: .input) {
      looks += 1
      return looks == 2
    }
    #expect(!isReady)
    try pipe.readEnd.close()
    try pipe.writeEnd.close()
  }
}
