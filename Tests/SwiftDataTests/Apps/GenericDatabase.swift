#if SwiftData
  import Foundation
  import SwiftData

  // Data access without a view: a generic database over any model.

  protocol Database<Item> {
    associatedtype Item

    func insert(_ items: [Item]) throws
    func items(where predicate: Predicate<Item>?, by order: SortDescriptor<Item>...) throws
      -> [Item]
    func count(where predicate: Predicate<Item>?) throws -> Int
    func delete(_ item: Item) throws
  }

  /// A database whose items are records of a container.
  protocol ContainerDatabase<Item>: Database where Item: PersistentModel {
    var container: ModelContainer { get }
  }

  extension ContainerDatabase {
    func insert(_ items: [Item]) throws {
      let context = ModelContext(container)
      for item in items { context.insert(item) }
      try context.save()
    }

    func items(
      where predicate: Predicate<Item>? = nil,
      by order: SortDescriptor<Item>...
    ) throws -> [Item] {
      try ModelContext(container).fetch(FetchDescriptor(predicate: predicate, sortBy: order))
    }

    func count(where predicate: Predicate<Item>? = nil) throws -> Int {
      try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
    }

    func delete(_ item: Item) throws {
      let context = ModelContext(container)
      let id = item.persistentModelID
      try context.delete(model: Item.self, where: #Predicate { $0.persistentModelID == id })
      try context.save()
    }
  }

  @Model
  final class Book {
    var title: String
    var pages: Int

    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
    }
  }

  struct Bookshelf: ContainerDatabase {
    typealias Item = Book

    let container: ModelContainer

    init() throws {
      container = try ModelContainer(
        for: Book.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
      )
    }
  }
#endif
