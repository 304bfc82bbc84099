import Storage

/// UTF-16 files with a byte order mark, as spreadsheets write them.
enum UTF16File {
  private static let step = 1 << 16

  /// The text as UTF-8, without the byte order mark.
  static func decoded(
    _ bytes: FileBytes,
    _ cancellation: CancellationFlag
  ) throws(ByteSpool.Failure) -> FileBytes {
    guard bytes.count.isMultiple(of: 2) else {
      throw .damaged("the file is UTF-16 and ends within a character")
    }
    let isBigEndian = bytes.start[0] == 0xFE
    var spool = ByteSpool()
    var position = 2
    cancellation.progress.begin(.reading, total: bytes.count)
    while position < bytes.count {
      if cancellation.isCancelled { throw .cancelled }
      let end = min(position + step, bytes.count)
      var fault: Int?
      // Two bytes become at most three; the second half of a pair may be past the end.
      _ = try spool.append(upTo: (step / 2 + 1) * 3) { memory, _ in
        var count = 0
        while position < end {
          guard let scalar = scalar(bytes, at: &position, isBigEndian) else {
            fault = position
            return count
          }
          for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            memory[count] = byte
            count += 1
          }
        }
        return count
      }
      if let fault {
        throw .damaged("the file is UTF-16, with half of a surrogate pair at byte \(fault)")
      }
      cancellation.progress.advance(to: position)
    }
    return try spool.finish()
  }

  /// The character at `position`, which then moves past it; nil for half a surrogate pair.
  private static func scalar(
    _ bytes: FileBytes,
    at position: inout Int,
    _ isBigEndian: Bool
  ) -> Unicode.Scalar? {
    let first = unit(bytes, position, isBigEndian)
    if let scalar = Unicode.Scalar(first) {
      position += 2
      return scalar
    }
    guard UTF16.isLeadSurrogate(first), position + 2 < bytes.count else { return nil }
    let second = unit(bytes, position + 2, isBigEndian)
    guard UTF16.isTrailSurrogate(second) else { return nil }
    position += 4
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private static func unit(_ bytes: FileBytes, _ position: Int, _ isBigEndian: Bool) -> UInt16 {
    let (first, second) = (UInt16(bytes.start[position]), UInt16(bytes.start[position + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
