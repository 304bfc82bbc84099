import SQLGeneration

/// The numbers that a sequence will return, without taking them.
struct SequencePreview {
  /// The next number; nil if the sequence has no more.
  private(set) var next: Int64?
  private let name: String
  private let step: Int64
  private let least: Int64
  private let most: Int64
  private let cycles: Bool

  /// - Parameter literal: The name of the sequence as a literal.
  ///
  /// Returns nil if there is no such sequence. Throws if the user may not take numbers.
  init?(of literal: String, _ connection: ServerConnection) throws(ServerFailure) {
    let facts = try connection.run(
      SQLFragment(
        """
        SELECT s.seqincrement, s.seqmin, s.seqmax, s.seqstart,
        CASE WHEN has_sequence_privilege(s.seqrelid, 'USAGE, SELECT')
          THEN pg_sequence_last_value(s.seqrelid) END,
        s.seqcycle, has_sequence_privilege(s.seqrelid, 'USAGE, UPDATE'),
        has_sequence_privilege(s.seqrelid, 'SELECT'), s.seqrelid::regclass::text, c.relname::text
        FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
        WHERE s.seqrelid = to_regclass(\(literal))
        """
      )
    )
    guard facts.rowCount == 1, let path = facts.text(0, 8), let name = facts.text(0, 9) else {
      return nil
    }
    guard facts.isTrue(0, 6) else {
      throw ServerFailure(code: "42501", message: "permission denied for sequence \(name)")
    }
    self.name = name
    (step, least, most) = (
      facts.references(0)[0], facts.references(1)[0], facts.references(2)[0]
    )
    cycles = facts.isTrue(0, 5)
    if facts.isTrue(0, 7) {
      // Only the sequence itself knows where it was restarted.
      let state = try connection.run(SQLFragment("SELECT last_value, is_called FROM \(path)"))
      next = state.references(0).first
      if state.isTrue(0, 1) { advance() }
    } else if facts.isNull(0, 4) {
      next = facts.references(3)[0]
    } else {
      next = facts.references(4)[0]
      advance()
    }
  }

  /// The next number. Throws what the server reports if there is none.
  mutating func take() throws(ServerFailure) -> Int64 {
    guard let number = next else {
      let (end, limit) = step > 0 ? ("maximum", most) : ("minimum", least)
      throw ServerFailure(
        code: "2200H",
        message: "nextval: reached \(end) value of sequence \"\(name)\" (\(limit))"
      )
    }
    advance()
    return number
  }

  private mutating func advance() {
    guard let last = next else { return }
    let (number, isTooLarge) = last.addingReportingOverflow(step)
    if !isTooLarge, least <= number, number <= most {
      next = number
    } else {
      next = cycles ? (step > 0 ? least : most) : nil
    }
  }

  /// A default that shows the numbers which it would take from sequences for `count` values. In
  /// its SQL, `v.place` is the place of a value.
  static func showing(
    _ text: String,
    count: Int,
    _ connection: ServerConnection
  ) throws(ServerFailure) -> String {
    let calls = text.matches(of: #/\bnextval\(\(?('(?:[^']|'')*')(?:::text\))?::regclass\)/#)
    // A value may take several numbers of a sequence.
    var counts: [String: Int] = [:]
    for call in calls { counts[String(call.1), default: 0] += 1 }
    var arrays: [String: String] = [:]
    for (sequence, callCount) in counts {
      guard var preview = try SequencePreview(of: sequence, connection) else { continue }
      var numbers: [String] = []
      for _ in 0..<count * callCount {
        let number = try preview.take()
        numbers.append("\(number)")
      }
      arrays[sequence] = "('{\(numbers.joined(separator: ","))}'::int8[])"
    }
    var shown = ""
    var end = text.startIndex
    var places: [String: Int] = [:]
    for call in calls {
      let sequence = String(call.1)
      guard let array = arrays[sequence], let callCount = counts[sequence] else { continue }
      let place = places[sequence, default: 0] + 1
      places[sequence] = place
      shown += String(text[end..<call.range.lowerBound])
      shown += "\(array)[v.place * \(callCount) + \(place)]"
      end = call.range.upperBound
    }
    return shown + String(text[end...])
  }
}
