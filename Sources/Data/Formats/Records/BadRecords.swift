/// Finds the records of a part of a file that cannot be read, so that the others can.
struct BadRecords {
  /// A record that cannot be read, and why.
  struct Record {
    let range: Range<Int>
    let fact: LocatedFact
    /// The comma between this record, the last of an array, and the one before that stays.
    var separator: Range<Int>?
  }

  private let file: RecordFile
  private let part: RecordPart

  init(_ file: RecordFile, _ part: RecordPart) {
    self.file = file
    self.part = part
  }

  /// The records, rising; throws `failure` where it is none of single records.
  func found(after failure: ReadingFailure) throws(ReadingFailure) -> [Record] {
    guard case .facts(let facts) = failure else { throw failure }
    let records: [Record]
    if let csv = file.csv {
      // A record of one field that is taken away leaves an empty line, which is a record there.
      guard csv.names.count > 1, facts.first.allSatisfy(\.isOfOneRecord) else { throw failure }
      records = inCSV(csv, facts)
    } else {
      records = file.unwrapsArray ? try inArray() : try inLines()
    }
    guard !records.isEmpty else { throw failure }
    return records
  }

  private func inCSV(_ csv: CSVLayout, _ facts: FactList) -> [Record] {
    let facts = facts.first.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
    var rest = facts[...]
    var records: [Record] = []
    var tokenizer = CSVTokenizer(file.bytes, part.range, delimiter: csv.delimiter)
    while let fact = rest.first {
      tokenizer.skipBlankLines()
      let start = tokenizer.offset
      guard tokenizer.nextRecord() != nil else { break }
      _ = tokenizer.takeFacts()
      // What is said of a record's end stands before the line end behind it.
      guard let offset = fact.offset, offset < tokenizer.offset || tokenizer.isAtEnd else {
        continue
      }
      records.append(Record(range: start..<tokenizer.offset, fact: fact))
      let end = tokenizer.offset
      rest = rest.drop { ($0.offset ?? 0) < end || tokenizer.isAtEnd }
    }
    return records
  }

  /// Where each line is a record.
  private func inLines() throws(ReadingFailure) -> [Record] {
    var records: [Record] = []
    var start = part.range.lowerBound
    var count = 0
    while start < part.range.upperBound {
      let feed = ByteWord.offset(
        of: Byte.lineFeed,
        in: file.bytes.start,
        from: start,
        to: part.range.upperBound
      )
      if let fact = fault(of: start..<feed) {
        records.append(Record(range: start..<feed, fact: fact))
      }
      start = feed + 1
      count += 1
      if count.isMultiple(of: 1_024) { try file.cancellation.checkReading() }
    }
    return records
  }

  /// Where the elements of an array are the records: those whose ends can be found nevertheless. None where
  /// the array itself is broken.
  private func inArray() throws(ReadingFailure) -> [Record] {
    let (text, offset) = (file.bytes.part(part.range), part.range.lowerBound)
    var cursor = JSONCursor(text)
    if part.isWhole, !cursor.skip(UInt8(ascii: "[")) { return [] }
    var records: [Record] = []
    var endOfKept: Int?
    var count = 0
    while let byte = cursor.peek(), byte != UInt8(ascii: "]") {
      let start = cursor.position
      guard (try? cursor.skipValue(depth: 1)) != nil else { return [] }
      let end = cursor.position
      let isFollowed = cursor.skip(Byte.comma)
      if !isFollowed, let next = cursor.peek(), next != UInt8(ascii: "]") { return [] }
      if let fact = fault(of: start + offset..<end + offset) {
        let range = start + offset..<(isFollowed ? cursor.position : end) + offset
        records.append(Record(range: range, fact: fact))
        if !isFollowed, let endOfKept {
          records[records.count - 1].separator = endOfKept + offset..<start + offset
        }
      } else {
        endOfKept = end
      }
      count += 1
      if count.isMultiple(of: 1_024) { try file.cancellation.checkReading() }
    }
    return records
  }

  private func fault(of line: Range<Int>) -> LocatedFact? {
    let text = file.bytes.part(line)
    if let fault = TextValidator.firstFault(in: text.start, 0..<text.count) {
      return fault.shifted(by: line.lowerBound)
    }
    do throws(ReadingFailure) {
      var parser = JSONRecordParser(text, root: JSONObjectNode())
      guard parser.hasMore() else { return nil }
      try parser.readRecord()
      try parser.expectEnd()
      return nil
    } catch {
      guard case .facts(let facts) = error else { return nil }
      return facts.first.first?.shifted(by: line.lowerBound)
    }
  }
}

extension LocatedFact {
  /// Whether it says nothing of the records around.
  fileprivate var isOfOneRecord: Bool {
    switch fact {
    case .tooFewFields, .tooManyFields, .invalidUTF8, .nulCharacter, .textAfterQuote: offset != nil
    default: false
    }
  }

  /// The same for what lies further behind.
  func shifted(by distance: Int) -> LocatedFact {
    LocatedFact(offset: offset.map { $0 + distance }, fact: fact)
  }
}
