import Platform
import Storage

/// Opens a file of records: detects its format, decompresses and decodes it.
struct FileOpener {
  /// The path; `-` is standard input.
  let path: String
  /// The format; nil to use the path's extension.
  var format: FileFormat?

  /// The decompressed bytes of the file, and its format.
  func open(
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> (FileBytes, FileFormat) {
    guard let format = format ?? FileFormat(path: GzipFile.unpackedPath(path)) else {
      throw .problem(unknownFormatReason, file: name)
    }
    let file = try FileBytes.open(path: path, name: name, cancellation)
    let bytes = GzipFile.isPacked(file) ? try unpacked(file, cancellation) : file
    return (bytes.isUTF16 ? try made(of: bytes, cancellation, UTF16File.decoded) : bytes, format)
  }

  /// The decompressed bytes of a gzip file.
  func unpacked(
    _ file: FileBytes,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    try made(of: file, cancellation, GzipFile.unpacked)
  }

  /// Runs `make` on the bytes. Throws if the file was truncated meanwhile.
  private func made(
    of bytes: FileBytes,
    _ cancellation: CancellationFlag,
    _ make: (FileBytes, CancellationFlag) throws(ByteSpool.Failure) -> FileBytes
  ) throws(FileReadingError) -> FileBytes {
    do throws(ByteSpool.Failure) {
      let made = try make(bytes, cancellation)
      if !bytes.wasTruncated { return made }
    } catch {
      // A truncated file looks damaged.
      let error = FileReadingError(error, file: name)
      if error == .cancelled || !bytes.wasTruncated { throw error }
    }
    throw .problem(.changed, file: name)
  }

  /// Why a path's extension gives no format.
  private var unknownFormatReason: FileProblem.Fact {
    if path == "-" { return .unknownFormat }
    do throws(Errno) {
      switch try FileStatus(path).kind {
      case .directory: return .isDirectory
      case .characterDevice, .blockDevice: return .isDevice
      default: return .unknownFormat
      }
    } catch {
      return .cannotOpen(error)
    }
  }

  var name: String { path == "-" ? "<stdin>" : path }
}
