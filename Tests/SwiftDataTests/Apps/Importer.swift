#if SwiftData
  import Foundation
  import SwiftData

  // A catalogue that is imported from JSON by an actor, through a generic database.

  struct ProductDTO: Decodable, Sendable {
    struct Price: Decodable, Sendable {
      let amount: Decimal
      let currency: String
    }
    let sku: String
    let title: String
    let price: Price
    let tags: [String]
  }

  struct Money: Codable, Hashable, Sendable {
    var amount: Decimal
    var currency: String
  }

  @Model
  final class Product {
    @Attribute(.unique) var sku: String
    var title: String
    var price: Money
    var updated: Date = Date.now
    var `default`: Int = 0
    @Relationship(inverse: \Tag.products) var tags: [Tag] = []

    init(sku: String, title: String, price: Money) {
      self.sku = sku
      self.title = title
      self.price = price
    }
  }

  @Model
  final class Tag {
    @Attribute(.unique) var name: String
    var products: [Product]? = []
    init(name: String) { self.name = name }
  }

  protocol Repository<Item> {
    associatedtype Item: PersistentModel
    var container: ModelContainer { get }
  }

  extension Repository {
    func count(_ predicate: Predicate<Item>? = nil) throws -> Int {
      try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate))
    }

    func first(_ predicate: Predicate<Item>) throws -> Item? {
      var descriptor = FetchDescriptor<Item>(predicate: predicate)
      descriptor.fetchLimit = 1
      return try ModelContext(container).fetch(descriptor).first
    }

    func remove(_ predicate: Predicate<Item>) throws {
      let context = ModelContext(container)
      try context.delete(model: Item.self, where: predicate)
      try context.save()
    }
  }

  struct Products: Repository {
    typealias Item = Product
    let container: ModelContainer
  }

  @ModelActor
  actor CatalogueImporter {
    private(set) var imported = 0

    func load(_ json: Data) throws -> Int {
      let products = try JSONDecoder().decode([ProductDTO].self, from: json)
      for dto in products {
        let sku = dto.sku
        let price = Money(amount: dto.price.amount, currency: dto.price.currency)
        let existing = try modelContext.fetch(
          FetchDescriptor<Product>(predicate: #Predicate { $0.sku == sku })
        ).first
        let product = existing ?? Product(sku: sku, title: dto.title, price: price)
        if existing == nil { modelContext.insert(product) }
        product.title = dto.title
        product.price = price
        product.tags = try dto.tags.map { try tag($0) }
        imported += 1
      }
      try modelContext.save()
      return imported
    }

    private func tag(_ name: String) throws -> Tag {
      let descriptor = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
      if let tag = try modelContext.fetch(descriptor).first { return tag }
      let tag = Tag(name: name)
      modelContext.insert(tag)
      return tag
    }
  }
#endif
