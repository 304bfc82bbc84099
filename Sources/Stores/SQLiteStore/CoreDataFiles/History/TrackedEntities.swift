import CoreDataModels
import Model
import SQLGeneration
import TableModels

/// The entities in the history of a Core Data store, with the numbers that it uses for entities and
/// members.
struct TrackedEntities: Sendable {
  struct Entity: Sendable {
    /// The root entity's name in the language.
    let root: String
    /// The names in the language of its stored attributes and relationships, including inherited
    /// ones, in the order of the bits that represent them: sorted by the model's names.
    let members: [String]
  }

  private let byNumber: [Int64: Entity]
  /// The columns of the tables of changes and of transactions.
  let columns: (changes: Set<String>, transactions: Set<String>)
  /// Whether a separate table contains shared strings.
  let hasStrings: Bool

  /// Nil if the store has no history.
  init?(_ entities: ModeledEntities, _ catalogue: StoreCatalogue) {
    guard let changes = catalogue.tables["ACHANGE"],
      let transactions = catalogue.tables["ATRANSACTION"]
    else { return nil }
    columns = (Set(changes.columns.map(\.name)), Set(transactions.columns.map(\.name)))
    guard columns.changes.isSuperset(of: Self.changeColumns),
      columns.transactions.isSuperset(of: ["Z_PK", "ZTIMESTAMP"])
    else { return nil }
    hasStrings = catalogue.tables["ATRANSACTIONSTRING"].map { $0.has("ZNAME") } ?? false
    byNumber = Dictionary(
      keepingFirst: entities.placed.all.map { placed in
        (
          placed.number,
          Entity(
            root: entities.names.entity(placed.root),
            members: entities.trackedMembers(of: placed.model.name)
          )
        )
      }
    )
  }

  private static let changeColumns: Set<String> = [
    "Z_PK", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID",
  ]

  /// The entity with a number; nil if the model does not contain it.
  func entity(_ number: Int64) -> Entity? { byNumber[number] }

  /// The numbers of the entities in a tree.
  func numbers(ofRoot root: String) -> [Int64] {
    byNumber.filter { $0.value.root == root }.keys.sorted()
  }
}

extension ModeledEntities {
  /// The members that the history of an entity represents by one bit each.
  fileprivate func trackedMembers(of entity: String) -> [String] {
    var members: [(own: String, shown: String)] = []
    for owner in model.lineage(of: entity) {
      guard let declared = model.entity(owner) else { continue }
      members += declared.storedMembers.map { ($0, names.member($0, of: owner)) }
    }
    return members.sorted { $0.own < $1.own }.map(\.shown)
  }
}

extension TrackedEntities.Entity {
  /// The members whose bits are set; the first member's bit is the highest of the first byte. Nil
  /// if the bits do not match these members, as after a change of the model.
  func members(in bits: some Collection<UInt8>) -> [String]? {
    var found: [String] = []
    for (place, byte) in bits.enumerated() where byte != 0 {
      for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
        guard members.indices.contains(place * 8 + bit) else { return nil }
        found.append(members[place * 8 + bit])
      }
    }
    return found
  }
}
