import Platform
import Storage

/// Opens a file of records and detects its format.
struct FileOpener {
  /// The path; `-` is standard input.
  let path: String
  /// The format; nil to use the path's extension.
  var format: FileFormat?

  /// The bytes of the file, and its format.
  func open(
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) -> (FileBytes, FileFormat) {
    if path.lowercased().hasSuffix(".gz") { throw .problem(.compressed, file: name) }
    guard let format = format ?? FileFormat(path: path) else {
      throw .problem(unknownFormatReason, file: name)
    }
    let bytes = try FileBytes.open(path: path, name: name, cancellation)
    if bytes.begins(with: [0x1F, 0x8B, 8]) { throw .problem(.compressed, file: name) }
    if bytes.begins(with: [0xFF, 0xFE]) || bytes.begins(with: [0xFE, 0xFF]) {
      throw .problem(.utf16, file: name)
    }
    return (bytes, format)
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
