import Columns
import Model
import Storage

@testable import Formats

/// Reads a string as a file named `file`.
func read(
  _ text: String,
  as format: FileFormat = .csv,
  _ options: ReadingOptions = ReadingOptions()
) throws -> ReadTable {
  try read(bytes: Array(text.utf8), as: format, options)
}

/// Reads bytes as a file named `file`.
func read(
  bytes: [UInt8],
  as format: FileFormat = .csv,
  _ options: ReadingOptions = ReadingOptions()
) throws -> ReadTable {
  let file = try RecordFile(
    FileBytes(copying: bytes),
    format,
    name: "file",
    options,
    CancellationFlag()
  )
  return try file.read(file.whole)
}

/// Reads the file at a path.
func read(path: String, as format: FileFormat? = nil) throws -> ReadTable {
  let file = try RecordFile(path: path, format: format, cancellation: CancellationFlag())
  return try file.read(file.whole)
}

/// The lines of an error message; empty if there is none.
func failure(
  _ text: String,
  as format: FileFormat = .csv,
  _ options: ReadingOptions = ReadingOptions()
) -> [String] {
  failure(bytes: Array(text.utf8), as: format, options)
}

/// The problems of a failure, one per line, without help; empty if there is none.
func failure(
  bytes: [UInt8],
  as format: FileFormat = .csv,
  _ options: ReadingOptions = ReadingOptions()
) -> [String] {
  do {
    _ = try read(bytes: bytes, as: format, options)
    return []
  } catch {
    return "\(error)".split(separator: "\n").map(String.init).filter { !$0.hasPrefix("help: ") }
  }
}

extension ReadTable {
  /// The attributes as a model would declare them: `age: Int?`.
  var declarations: [String] {
    attributes.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
  }

  /// The values of the column at `path`: `["address", "city"]`.
  func values(_ path: String...) -> [Value] {
    guard let column = columns[AttributePath(path)] else { return [] }
    return (0..<count).map { column.value(at: $0) }
  }

  /// The texts of the columns from left to right, nil for values that are not strings.
  var texts: [[String?]] {
    attributes.map { attribute in
      values(attribute.name).map { if case .string(let text) = $0 { text } else { nil } }
    }
  }
}
