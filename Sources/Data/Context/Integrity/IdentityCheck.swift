import Columns
import Model
import Storage

/// Checks that a store finds its records by their identities, without duplicates.
struct IdentityCheck {
  let snapshot: any StoreSnapshot
  let cancellation: CancellationFlag
  let records: CheckedRecords

  /// How many records are checked at once.
  private static let batchSize = 8_192

  func check(_ findings: IntegrityFindings) throws {
    let reported = try snapshot.count(of: records.entity)
    if reported != records.count {
      findings.add(
        .wrongCount(kind: records.entity, reported: reported, found: records.count),
        of: records.place
      )
    }
    var seen: Set<RecordKey> = []
    seen.reserveCapacity(records.count)
    var repeated: [Int] = []
    var lost: [Int] = []
    for start in stride(from: 0, to: records.count, by: Self.batchSize) {
      try cancellation.check()
      let batch = Array(records.references[start...].prefix(Self.batchSize))
      let keys = try snapshot.recordIDs(of: records.entity, at: batch).map(\.key)
      let found = try snapshot.references(to: .list(keys), of: records.entity)
      for row in batch.indices {
        if !seen.insert(keys[row]).inserted {
          repeated.append(start + row)
        } else if found[row] != batch[row] {
          lost.append(start + row)
        }
      }
    }
    try findings.add(repeated, of: records.place) {
      .repeatedIdentity(try records.id($0), kind: records.kind($0))
    }
    try findings.add(lost, of: records.place) {
      .notFoundByIdentity(try records.id($0), kind: records.kind($0))
    }
  }
}
