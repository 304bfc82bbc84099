import Columns
import Model
import Storage

extension ReadTable {
  /// The table with a column of JSON texts replaced by their arrays or objects: values, or separate
  /// records. Nil if any text is not an array or an object.
  ///
  /// - Parameter exactNumbers: The keys whose numbers are kept as strings.
  public func expandingJSON(_ name: String, keeping exactNumbers: Set<String> = []) -> ReadTable? {
    let path = AttributePath([name])
    guard case .string(let texts)? = columns[path], texts.codes.validCount > 0 else { return nil }
    var lines = OutputBuffer()
    for row in 0..<count {
      guard let text = texts.string(at: row) else {
        lines.append("{}\n")
        continue
      }
      // A line end between tokens means the same as a space.
      let value = text.utf8.map { $0 == Byte.lineFeed ? Byte.space : $0 }
      guard let first = value.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
        Self.isOneValue(value)
      else { return nil }
      lines.append("{")
      lines.appendJSON(name)
      lines.append(":")
      lines.append(value)
      lines.append("}\n")
    }
    var options = ReadingOptions()
    options.exactNumbers = exactNumbers
    let reader = JSONReader(
      bytes: FileBytes(copying: lines.bytes),
      unwrapsArray: false,
      options: options,
      cancellation: CancellationFlag()
    )
    guard let read = try? reader.read(), read.count == count else { return nil }
    var columns = columns
    columns[path] = nil
    columns.merge(read.columns) { first, _ in first }
    return ReadTable(
      attributes: attributes.flatMap { $0.name == name ? read.attributes : [$0] },
      count: count,
      columns: columns,
      children: children + read.children,
      mixed: mixed + read.mixed
    )
  }

  /// Whether a text is exactly one JSON value.
  private static func isOneValue(_ text: [UInt8]) -> Bool {
    let bytes = FileBytes(copying: text)
    defer { withExtendedLifetime(bytes) {} }
    var cursor = JSONCursor(bytes)
    do throws(ReadingFailure) {
      try cursor.skipValue(depth: 2)
      return cursor.peek() == nil
    } catch {
      return false
    }
  }
}
