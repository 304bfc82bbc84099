import Columns
import NativeStores
import SQLGeneration

/// The sequence that numbers the new rows of a table.
struct KeySequence {
  private let name: String
  private let table: String
  private let model: ServerModel
  private let transaction: ServerTransaction

  /// Larger gaps are skipped at once.
  private static let mostSteps: Int64 = 100_000

  /// - Parameter name: The name of the sequence as a literal.
  init(
    _ name: String,
    of table: String,
    _ model: ServerModel,
    _ transaction: ServerTransaction
  ) {
    (self.name, self.table) = (name, table)
    (self.model, self.transaction) = (model, transaction)
  }

  /// Makes the sequence continue after the numbers that the user gave, up to its maximum.
  func advance(past numbers: [Int64]) throws {
    guard let last = numbers.max(), !model.facts.hasReached(last, in: table) else { return }
    let state = try transaction.run(
      SQLFragment(
        "SELECT s.seqmax, s.seqincrement, s.seqstart, pg_sequence_last_value(s.seqrelid)"
          + " FROM pg_sequence s WHERE s.seqincrement > 0"
          + " AND has_sequence_privilege(s.seqrelid, 'USAGE') AND s.seqrelid = ",
        "::regclass",
        binding: .text(name)
      )
    )
    guard state.rowCount == 1 else { return }
    let (most, step) = (state.references(0)[0], state.references(1)[0])
    // The sequence never reaches greater numbers, as of a column whose type was changed.
    guard let wanted = numbers.lazy.filter({ $0 <= most }).max() else { return }
    let (start, current) = (state.references(2)[0], state.references(3)[0])
    let from = current == Column.nullReference ? start : current
    if wanted >= from {
      let (gap, isHuge) = wanted.subtractingReportingOverflow(from)
      // A sequence that was never used begins with its start.
      let steps = min(gap / step, Self.mostSteps + 1) + (current == Column.nullReference ? 1 : 0)
      if isHuge || steps > Self.mostSteps {
        try skip(to: wanted)
      } else if steps > 0 {
        try transaction.run(
          SQLFragment(
            "SELECT max(nextval(",
            "::regclass)) FROM generate_series(1, \(steps))",
            binding: .text(name)
          )
        )
      }
    }
    model.facts.note(lastNumber: wanted, of: table)
  }

  /// Sets the sequence, but never back: other imports that do the same wait, and the gap is so
  /// large that no program closes it with single numbers meanwhile.
  private func skip(to last: Int64) throws {
    try transaction.run(
      SQLFragment(
        "SELECT pg_advisory_xact_lock('pg_sequence'::regclass::oid::int, ",
        "::regclass::oid::int)",
        binding: .text(name)
      )
    )
    // A new statement, which sees what others have set before.
    try transaction.run(
      SQLFragment(
        "SELECT setval(s.seqrelid, greatest(\(last), pg_sequence_last_value(s.seqrelid)))"
          + " FROM pg_sequence s WHERE has_sequence_privilege(s.seqrelid, 'UPDATE')"
          + " AND has_sequence_privilege(s.seqrelid, 'USAGE') AND s.seqrelid = ",
        "::regclass",
        binding: .text(name)
      )
    )
  }
}
