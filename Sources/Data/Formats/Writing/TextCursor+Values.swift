import Model

extension TextCursor {
  /// The maximum length of a date.
  static let longestMoment = 40

  /// Writes `2024-02-29`, or `2024-02-29T12:30:00.25Z` if the time is not midnight UTC or
  /// `showsTime` is true.
  @inline(__always)
  mutating func put(_ moment: Timestamp, showsTime: Bool = false) {
    let perDay = Timestamp.microsecondsPerDay
    var day = moment.microseconds / perDay
    var time = moment.microseconds % perDay
    if time < 0 {
      day -= 1
      time += perDay
    }
    let date = CivilDate(dayNumber: day)
    let year = date.year.magnitude
    if date.year < 0 { put(Byte.minus) }
    if year < 10_000 {
      put(pair: year / 100)
      put(pair: year % 100)
    } else {
      put(digitsOf: year)
    }
    put(Byte.minus)
    put(pair: date.month.magnitude)
    put(Byte.minus)
    put(pair: date.day.magnitude)
    if time != 0 || showsTime { put(time: time.magnitude) }
  }

  private mutating func put(time microseconds: UInt64) {
    let perSecond = UInt64(Timestamp.microsecondsPerSecond)
    let seconds = microseconds / perSecond
    put(UInt8(ascii: "T"))
    put(pair: seconds / 3600)
    put(Byte.colon)
    put(pair: seconds / 60 % 60)
    put(Byte.colon)
    put(pair: seconds % 60)
    put(fraction: microseconds % perSecond)
    put(UInt8(ascii: "Z"))
  }

  /// Writes `.25` for 250,000 microseconds; nothing for 0.
  mutating func put(fraction microseconds: UInt64) {
    guard microseconds != 0 else { return }
    put(Byte.point)
    put(sixDigitsOf: microseconds)
    while end[-1] == Byte.zero { end -= 1 }
  }

  /// Writes a UUID in upper case: 36 bytes.
  mutating func put(uuid number: UInt128) {
    for nibble in 0..<32 {
      if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { put(Byte.minus) }
      let digit = UInt8(truncatingIfNeeded: number >> UInt128(124 - 4 * nibble)) & 15
      put(digit < 10 ? Byte.zero + digit : UInt8(ascii: "A") - 10 + digit)
    }
  }
}
