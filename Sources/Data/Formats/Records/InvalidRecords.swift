/// Finds the invalid records in part of a file, so that the others can be read.
struct InvalidRecords {
  /// An invalid record and its problem.
  struct Record {
    let range: Range<Int>
    let fact: LocatedFact
    /// The comma after the last valid record, if this is the last record of an array.
    var separator: Range<Int>?
  }

  let file: RecordFile
  let part: RecordPart

  /// The records in file order. Throws `failure` if it does not concern single records.
  func found(after failure: ReadingFailure) throws(ReadingFailure) -> [Record] {
    guard case .facts(let facts) = failure else { throw failure }
    let records: [Record]
    if let csv = file.csv {
      // Without its only field a record would be an empty line, which is also a record.
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
      // A problem at the end of a record is located before its line end.
      guard let offset = fact.offset, offset < tokenizer.offset || tokenizer.isAtEnd else {
        continue
      }
      records.append(Record(range: start..<tokenizer.offset, fact: fact))
      let end = tokenizer.offset
      rest = rest.drop { ($0.offset ?? 0) < end || tokenizer.isAtEnd }
    }
    return records
  }

  /// Checks each line as a record.
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

  /// Checks the elements of an array. Returns nothing if the array itself is broken.
  private func inArray() throws(ReadingFailure) -> [Record] {
    let (text, offset) = (file.bytes.part(part.range), part.range.lowerBound)
    var cursor = JSONCursor(text)
    if part.isWhole, !cursor.skip(UInt8(ascii: "[")) { return [] }
    var records: [Record] = []
    var endOfValid: Int?
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
        if !isFollowed, let endOfValid {
          records[records.count - 1].separator = endOfValid + offset..<start + offset
        }
      } else {
        endOfValid = end
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
  /// Whether the problem concerns one record only.
  fileprivate var isOfOneRecord: Bool {
    switch fact {
    case .tooFewFields, .tooManyFields, .invalidUTF8, .nulCharacter, .textAfterQuote: offset != nil
    default: false
    }
  }

  /// The same problem with its offset increased by `distance`.
  func shifted(by distance: Int) -> LocatedFact {
    LocatedFact(offset: offset.map { $0 + distance }, fact: fact)
  }
}
