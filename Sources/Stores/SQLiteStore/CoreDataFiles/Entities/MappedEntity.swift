import CoreDataModels
import Model
import TableModels

/// An entity of the model with its table.
struct MappedEntity {
  let model: ModelEntity
  /// The store's number for it.
  let number: Int64
  /// The model's name of its root entity.
  let root: String
  /// The number of entities above it.
  let depth: Int
  /// The table of its inheritance tree.
  let table: CatalogueTable
  /// The columns of all members of the tree.
  let columns: ColumnPlan

  /// The column of a member, if the table has it.
  func column(_ path: [String]) -> String? {
    columns.columns[ColumnPlan.Member(entity: model.name, path: path)]
      .flatMap { table.has($0) ? $0 : nil }
  }
}

/// The entities of a model that the store contains, parents first.
struct MappedEntities {
  let all: [MappedEntity]
  /// Differences between the model and the store.
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
        notes.append("the entity `\(root)` is omitted: the file has no table for it")
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
      keepingFirst: self.all.enumerated().map { ($1.model.name, $0) }
    )
    for entity in catalogue.entities where model.entity(entity.name) == nil {
      notes.append("the entity `\(entity.name)` is omitted: it is not in the model")
    }
  }

  /// The entity with a name in the model.
  subscript(name: String) -> MappedEntity? { places[name].map { all[$0] } }
}
