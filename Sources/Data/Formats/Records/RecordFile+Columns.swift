public import Columns
public import Model
public import Platform

extension RecordFile {
  /// Reads columns of the whole file, whose types are known since all of it was read before.
  ///
  /// - Parameters:
  ///   - attributes: The columns, with their types.
  ///   - count: The number of records.
  ///   - stamp: The file's stamp at that time. Throws if the file has changed since.
  public func columns(
    of attributes: [Attribute],
    count: Int,
    unchangedSince stamp: FileStamp
  ) throws(FileReadingError) -> [Column] {
    guard self.stamp == stamp else { throw .problem(.changedSinceOpened, file: name) }
    var options = options
    options.kinds = Dictionary(
      attributes.map { ($0.name, ScalarKind($0.type)) },
      uniquingKeysWith: { first, _ in first }
    )
    if isDelimited {
      options.needed = Set(attributes.map(\.name))
      options.othersAreKnown = true
    }
    let table: ReadTable
    do throws(ReadingFailure) {
      table = try read(bytes, body, whole, options)
      try bytes.checkWhole()
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
    let found = attributes.compactMap { attribute -> Column? in
      let isThere = table.attributes.contains {
        $0.name == attribute.name && $0.type == attribute.type
      }
      return isThere ? table.columns[AttributePath([attribute.name])] : nil
    }
    guard table.count == count, found.count == attributes.count,
      (try? FileStamp(name)) == stamp
    else {
      throw .problem(.changedSinceOpened, file: name)
    }
    return found
  }
}
