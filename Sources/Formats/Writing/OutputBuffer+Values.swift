import Foundation
import Model

extension OutputBuffer {
  /// Appends `2024-02-29`, or `2024-02-29T12:30:00.25Z` where the time is not midnight UTC.
  @inline(__always)
  mutating func append(_ moment: Timestamp) {
    let perDay = Timestamp.microsecondsPerDay
    var day = moment.microseconds / perDay
    var time = moment.microseconds % perDay
    if time < 0 {
      day -= 1
      time += perDay
    }
    let date = CivilDate(dayNumber: day)
    if date.year < 0 { append(Byte.minus) }
    append(digitsOf: date.year.magnitude, width: 4)
    append(Byte.minus)
    append(digitsOf: date.month.magnitude, width: 2)
    append(Byte.minus)
    append(digitsOf: date.day.magnitude, width: 2)
    if time != 0 { appendTime(time) }
  }

  private mutating func appendTime(_ microseconds: Int64) {
    let seconds = microseconds / Timestamp.microsecondsPerSecond
    append(UInt8(ascii: "T"))
    append(digitsOf: UInt64(seconds / 3600), width: 2)
    append(Byte.colon)
    append(digitsOf: UInt64(seconds / 60 % 60), width: 2)
    append(Byte.colon)
    append(digitsOf: UInt64(seconds % 60), width: 2)
    appendFraction(microseconds % Timestamp.microsecondsPerSecond)
    append(UInt8(ascii: "Z"))
  }

  /// Appends `.25` for 250,000 microseconds, nothing for 0.
  private mutating func appendFraction(_ microseconds: Int64) {
    guard microseconds != 0 else { return }
    var digits = microseconds.magnitude
    var width = 6
    while digits % 10 == 0 {
      digits /= 10
      width -= 1
    }
    append(Byte.point)
    append(digitsOf: digits, width: width)
  }

  /// Appends the UUID whose bytes are `number`, in upper case as Foundation does.
  mutating func append(uuid number: UInt128) {
    append(upTo: 36) { memory in
      var index = 0
      for nibble in 0..<32 {
        if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
          memory[index] = Byte.minus
          index += 1
        }
        let digit = UInt8(truncatingIfNeeded: number >> UInt128(124 - 4 * nibble)) & 15
        memory[index] = digit < 10 ? Byte.zero + digit : UInt8(ascii: "A") - 10 + digit
        index += 1
      }
      return index
    }
  }

  /// Appends a duration by ISO 8601: `P3M`, `P1DT2H30M`, `PT-0.5S`. Each part bears its own sign, and
  /// months are never mixed with the exact part.
  mutating func append(_ span: TimeSpan) {
    append(UInt8(ascii: "P"))
    append(span.months, unit: "M")
    let perSecond = Timestamp.microsecondsPerSecond
    let seconds = span.microseconds / perSecond
    append(seconds / 86_400, unit: "D")
    let rest = seconds % 86_400
    let fraction = span.microseconds % perSecond
    let isNothing = span.months == 0 && span.microseconds == 0
    guard rest != 0 || fraction != 0 || isNothing else { return }
    append(UInt8(ascii: "T"))
    append(rest / 3600, unit: "H")
    append(rest / 60 % 60, unit: "M")
    guard rest % 60 != 0 || fraction != 0 || isNothing else { return }
    if span.microseconds < 0 { append(Byte.minus) }
    append(digitsOf: (rest % 60).magnitude)
    appendFraction(fraction)
    append(UInt8(ascii: "S"))
  }

  private mutating func append(_ amount: Int64, unit: String) {
    guard amount != 0 else { return }
    append(amount)
    append(unit)
  }
}
