import Columns
import Model
import Storage

extension ReadTable {
  /// The table with the arrays or objects that the texts of a column are as JSON, in its place: values,
  /// or records of their own. Nil where some text is none, or none is one.
  ///
  /// - Parameter exactNumbers: Which numbers of the table's records are kept as texts.
  public func expandingJSON(_ name: String, keeping exactNumbers: ExactNumbers? = nil) -> ReadTable?
  {
    let path = AttributePath([name])
    guard case .string(let texts)? = columns[path], texts.codes.validCount > 0 else { return nil }
    var lines = OutputBuffer()
    for row in 0..<count {
      guard let text = texts.string(at: row) else {
        lines.append("{}\n")
        continue
      }
      // A line end may stand between the tokens of a value, where a blank means the same.
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
    let bytes = FileBytes(copying: lines.bytes)
    let flag = CancellationFlag()
    var options = ReadingOptions()
    options.exactNumbers = exactNumbers
    guard
      let read = try? JSONReader(bytes, unwrapsArray: false, options, flag).read(),
      read.count == count
    else { return nil }
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

  /// Whether a text is one JSON value, behind which nothing stands.
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
