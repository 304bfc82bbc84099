import Columns
import Storage

/// Reads files of mostly similar objects of scalars on separate lines, in parallel stripes.
///
/// Returns nil for other files, which `JSONReader` reads record by record on one thread.
struct JSONStripes {
  let bytes: FileBytes
  let unwrapsArray: Bool
  let options: ReadingOptions
  let cancellation: CancellationFlag

  /// The number of records that determine the fields.
  private static let sampleRecords = 64

  /// The table; nil if the file cannot be read this way. Throws only on cancellation.
  func read() throws(ReadingFailure) -> ReadTable? {
    guard let sample = try? sample(), let template = sample.template else { return nil }
    let stripes = split(from: sample.start, isArray: template.isArray)
    let reader = StripedReader(
      bytes,
      names: ColumnNames.completed(template.names),
      syntax: .json,
      stripes,
      options,
      cancellation
    ) { JSONTokenizer(bytes, $0, template) }
    do throws(ReadingFailure) {
      return try reader.read()
    } catch {
      try cancellation.checkReading()
      return nil
    }
  }

  /// Reads the first records. Returns their start and shape.
  private func sample() throws(ReadingFailure) -> (start: Int, template: JSONRecordTemplate?) {
    let root = JSONObjectNode(exactNumbers: options.exactNumbers)
    var parser = JSONRecordParser(bytes, root: root)
    guard parser.hasMore() else { return (0, nil) }
    let isArray = unwrapsArray && parser.beginArray()
    guard parser.hasMore() else { return (0, nil) }
    let start = parser.position
    try parser.readSample(Self.sampleRecords, isArray: isArray)
    let areScalars = root.fields.allSatisfy { field in
      switch field.shape {
      case .unknown, .scalar: true
      case .object, .list, .children: false
      }
    }
    let isReadable = areScalars && !root.fields.isEmpty && !root.needsAnotherPass()
    return (
      start,
      isReadable
        ? JSONRecordTemplate(
          bytes,
          at: start,
          names: root.fields.map(\.name),
          isArray: isArray
        ) : nil
    )
  }

  /// Divides the text after `start` at line ends; in an array, at line ends after a comma.
  private func split(from start: Int, isArray: Bool) -> [Stripe] {
    let length = bytes.count - start
    let count = Stripe.count(for: length, options)
    var bounds = [start]
    for number in 1..<max(2, count) where count > 1 {
      let target = max(start + length / count * number, bounds[bounds.count - 1])
      let bound = lineStart(from: target, behindComma: isArray)
      if bound > bounds[bounds.count - 1], bound < bytes.count { bounds.append(bound) }
    }
    bounds.append(bytes.count)
    let ranges = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    let lines = inParallel(ranges.count) {
      LineCounter(bytes: bytes.start).feedCount(ranges[$0]) + 1
    }
    return zip(ranges, lines).map { Stripe(range: $0, rowLimit: $1) }
  }

  private func lineStart(from target: Int, behindComma: Bool) -> Int {
    var position = target
    while true {
      position = ByteWord.offset(
        of: Byte.lineFeed,
        in: bytes.start,
        from: position,
        to: bytes.count
      )
      guard position < bytes.count else { return position }
      position += 1
      if !behindComma || position >= 2 && bytes.start[position - 2] == Byte.comma {
        return position
      }
    }
  }
}
