import Platform
import Storage

/// Opens a file of records: finds its format, unpacks and decodes it.
struct FileOpener {
  /// Where the file is; `-` is standard input.
  let path: String
  /// The format; nil if the path's ending names it.
  var format: FileFormat?

  /// The unpacked bytes of the file, and its format.
  func open(
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> (FileBytes, FileFormat) {
    guard let format = format ?? FileFormat(path: GzipFile.unpackedPath(path)) else {
      throw .problem(whyFormatless, file: name)
    }
    let file = try FileBytes.open(path: path, name: name, cancellation)
    let bytes = GzipFile.isPacked(file) ? try unpacked(file, cancellation) : file
    return (bytes.isUTF16 ? try made(of: bytes, cancellation, UTF16File.decoded) : bytes, format)
  }

  /// The unpacked bytes of a packed file.
  func unpacked(
    _ file: FileBytes,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> FileBytes {
    try made(of: file, cancellation, GzipFile.unpacked)
  }

  /// What `make` makes of all bytes of the file, none of which was cut off meanwhile.
  private func made(
    of bytes: FileBytes,
    _ cancellation: CancellationFlag,
    _ make: (FileBytes, CancellationFlag) throws(ByteSpool.Failure) -> FileBytes
  ) throws(FileReadingError) -> FileBytes {
    do throws(ByteSpool.Failure) {
      let made = try make(bytes, cancellation)
      if !bytes.wasCut { return made }
    } catch {
      // What was cut off reads as damage.
      let error = FileReadingError(error, file: name)
      if error == .cancelled || !bytes.wasCut { throw error }
    }
    throw .problem(.changed, file: name)
  }

  /// What is wrong with a path whose ending names no format.
  private var whyFormatless: FileProblem.Fact {
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
