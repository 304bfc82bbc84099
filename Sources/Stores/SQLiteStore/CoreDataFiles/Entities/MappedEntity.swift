import CoreDataModels

/// An entity of the model that the file has a table for.
struct MappedEntity {
  /// What the model says of it.
  let model: ModelEntity
  /// The file's number for it.
  let number: Int64
  /// The name in the model of the entity at the top of its tree.
  let root: String
  /// How many entities lie above it.
  let depth: Int
  /// The table of its tree.
  let table: CatalogueTable
  /// The columns of all members of its tree.
  let columns: ColumnPlan

  /// The column of a member, if the table has it.
  func column(_ path: [String]) -> String? {
    columns.columns[ColumnPlan.Member(entity: model.name, path: path)]
      .flatMap { table.has($0) ? $0 : nil }
  }
}

/// The entities of a model that a file has, those above others first.
struct MappedEntities {
  /// The entities.
  let all: [MappedEntity]
  /// What of the model the file has not, and what of the file the model has not.
  private(set) var notes: [String] = []
  private let places: [String: Int]

  init(_ model: ManagedObjectModel, _ catalogue: StoreCatalogue) {
    let inFile = model.entities.filter { catalogue.number(of: $0.name) != nil }
    let trees = Dictionary(grouping: inFile) { model.lineage(of: $0.name).last ?? $0.name }
    var all: [MappedEntity] = []
    for root in trees.keys.sorted() {
      let members = trees[root, default: []]
        .map { (entity: $0, number: catalogue.number(of: $0.name) ?? 0) }
        .sorted { $0.number < $1.number }
      guard let table = catalogue.table(ofRoot: root), table.rowNumberColumn?.name == "Z_PK",
        table.has("Z_ENT")
      else {
        notes.append("the entity `\(root)` has no table in the file and is left out")
        continue
      }
      let columns = ColumnPlan(members.map(\.entity))
      for (entity, number) in members {
        let lineage = model.lineage(of: entity.name)
        guard lineage.allSatisfy({ catalogue.number(of: $0) != nil }) else { continue }
        all.append(
          MappedEntity(
            model: entity,
            number: number,
            root: root,
            depth: lineage.count - 1,
            table: table,
            columns: columns
          )
        )
      }
    }
    self.all = all.sorted { ($0.depth, $0.model.name) < ($1.depth, $1.model.name) }
    places = Dictionary(
      self.all.enumerated().map { ($1.model.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for entity in catalogue.entities where model.entity(entity.name) == nil {
      notes.append("the model says nothing of the entity `\(entity.name)`, which is left out")
    }
  }

  /// The entity that the model calls `name`.
  subscript(name: String) -> MappedEntity? { places[name].map { all[$0] } }
}
