import Model
import Storage
import Testing

@testable import Execution

/// The records of a random world, in the reference and in stores.
struct DifferentialSide {
  /// What keeps records.
  enum Store: String, CaseIterable {
    case memory
    /// The same records in a store that has nothing but what every store must have.
    case minimal
    case file
    /// A file that is read from its pages.
    case pages
    /// A file whose columns are kept in memory.
    case kept
    /// A native store on a PostgreSQL server.
    case server
    /// Tables of another layout where everything fits its column.
    case tables
    /// Tables of another layout where some values do not fit, and some keys reference nothing.
    case spoiledTables = "spoiled tables"
    /// Tables of another layout on a PostgreSQL server.
    case serverTables = "server tables"
  }

  private let reference: Reference
  private let stores: [Store: any StoreSnapshot]

  init(_ world: RandomWorld, _ stores: [Store: any StoreSnapshot]) {
    reference = Reference(world)
    self.stores = stores
  }

  /// Expects that all stores answer a request as the reference does.
  func compare(_ request: FetchRequest, _ tally: DifferentialTally?, _ note: String) {
    let expected = reference.outcome(request)
    for store in Store.allCases {
      guard let snapshot = stores[store] else { continue }
      let answer = snapshot.outcome(request, Reference.moment)
      #expect(answer == expected, "\(store.rawValue), \(note): \(request)")
      if store == .memory {
        let divided = snapshot.outcome(request, Reference.moment, division: .always)
        #expect(divided == expected, "divided, \(note): \(request)")
      }
      if case .broken = expected { Issue.record("\(note): \(expected) for \(request)") }
      tally?.add(request, store, snapshot)
    }
  }
}
