import Foundation
import Model

extension OutputBuffer {
  /// Appends `2024-02-29`, or `2024-02-29T12:30:00.25Z` if the time is not midnight UTC or
  /// `showsTime` is true.
  mutating func append(_ moment: Timestamp, showsTime: Bool = false) {
    write(upTo: TextCursor.longestMoment) { $0.put(moment, showsTime: showsTime) }
  }

  /// Appends an ISO 8601 duration: `P3M`, `P1DT2H30M`, `PT-0.5S`. Each part has its own sign;
  /// months are separate from the exact part.
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
    write(upTo: TextCursor.longestNumber) {
      $0.put(digitsOf: (rest % 60).magnitude)
      $0.put(fraction: fraction.magnitude)
    }
    append(UInt8(ascii: "S"))
  }

  private mutating func append(_ amount: Int64, unit: String) {
    guard amount != 0 else { return }
    append(amount)
    append(unit)
  }
}
