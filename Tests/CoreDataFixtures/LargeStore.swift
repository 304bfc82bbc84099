package import CoreDataModels

/// A store of any size: orders of customers, each with its products, with the indexes that Core Data makes.
package enum LargeStore {
  /// The model: two entities that share a table, to-one relationships with their inverses, and one from
  /// many to many.
  package static let model = ManagedObjectModel(entities: [
    ModelEntity(
      name: "Customer",
      attributes: [
        ModelAttribute(name: "city", type: .string), ModelAttribute(name: "name", type: .string),
      ],
      relationships: [
        ModelRelationship(name: "orders", destination: "Order", inverse: "customer", maxCount: 0)
      ]
    ),
    ModelEntity(
      name: "Order",
      attributes: [
        ModelAttribute(name: "amount", type: .double), ModelAttribute(name: "isPaid", type: .bool),
        ModelAttribute(name: "note", type: .string), ModelAttribute(name: "number", type: .int64),
        ModelAttribute(name: "placed", type: .date), ModelAttribute(name: "token", type: .uuid),
      ],
      relationships: [
        ModelRelationship(name: "customer", destination: "Customer", inverse: "orders"),
        ModelRelationship(name: "product", destination: "Product", inverse: "orders"),
        ModelRelationship(name: "tags", destination: "Tag", inverse: "orders", maxCount: 0),
      ],
      indexes: [["number"]]
    ),
    ModelEntity(
      name: "Product",
      attributes: [
        ModelAttribute(name: "name", type: .string), ModelAttribute(name: "price", type: .decimal),
      ],
      relationships: [
        ModelRelationship(name: "orders", destination: "Order", inverse: "product", maxCount: 0)
      ]
    ),
    ModelEntity(
      name: "RushOrder",
      parent: "Order",
      attributes: [ModelAttribute(name: "due", type: .date)]
    ),
    ModelEntity(
      name: "Tag",
      attributes: [ModelAttribute(name: "name", type: .string)],
      relationships: [
        ModelRelationship(name: "orders", destination: "Order", inverse: "tags", maxCount: 0)
      ]
    ),
  ])

  /// A store of about this number of records, 1 in 10 a customer and 1 in 100 a product, with twice
  /// as many references between them.
  package static func file(records: Int) -> CoreDataFileBuilder {
    let customers = max(1, records / 10)
    let products = max(1, records / 100)
    let orders = max(1, records - customers - products - tagCount)
    return CoreDataFileBuilder(
      model: model,
      sql: """
        \(tables)
        \(rows("ZCUSTOMER", customers, "n, 1, 1, '\(city)' || n % 50, 'Customer ' || n"))
        \(rows("ZPRODUCT", products, "n, 4, 1, n % 900 + 0.25, 'Product ' || n"))
        \(rows("ZTAG", tagCount, "n, 5, 1, 'Tag ' || n"))
        \(rows(
          "ZORDER",
          orders,
          """
          n, 2 + (n % 10 = 0), 1, n % 3 > 0, \(mixed("n")), 1 + \(mixed("n")) % \(customers),
            1 + \(mixed("n + 7")) % \(products), 600000000 + n * 60.5, CASE WHEN n % 10 = 0 THEN 700000000 + n END,
            \(mixed("n + 3")) % 100000 / 4.0, 'Note ' || \(mixed("n")) % 1000, randomblob(16)
          """
        ))
        INSERT INTO Z_2TAGS SELECT Z_PK, 1 + Z_PK % \(tagCount) FROM ZORDER WHERE Z_PK % 9 < 2;
        \(indexes)
        """
    )
  }

  private static let tagCount = 20
  private static let city = "City "

  /// Numbers that jump about as `number` rises.
  private static func mixed(_ number: String) -> String { "((\(number)) * 7919 % 1000003)" }

  private static func rows(_ table: String, _ count: Int, _ values: String) -> String {
    """
    INSERT INTO \(table) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
      SELECT \(values) FROM numbers;
    """
  }

  // Numbers of entities: Customer 1, Order 2, RushOrder 3, Product 4, Tag 5.
  private static let tables = """
    CREATE TABLE ZCUSTOMER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCITY VARCHAR, ZNAME VARCHAR);
    CREATE TABLE ZPRODUCT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPRICE DECIMAL, ZNAME VARCHAR);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZORDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISPAID INTEGER, ZNUMBER INTEGER,
      ZCUSTOMER INTEGER, ZPRODUCT INTEGER, ZPLACED TIMESTAMP, ZDUE TIMESTAMP, ZAMOUNT FLOAT, ZNOTE VARCHAR, ZTOKEN BLOB);
    CREATE TABLE Z_2TAGS (Z_2ORDERS INTEGER, Z_5TAGS INTEGER, PRIMARY KEY (Z_2ORDERS, Z_5TAGS));
    """

  private static let indexes = """
    CREATE INDEX ZORDER_ZCUSTOMER_INDEX ON ZORDER (ZCUSTOMER);
    CREATE INDEX ZORDER_ZPRODUCT_INDEX ON ZORDER (ZPRODUCT);
    CREATE INDEX ZORDER_Z_ENT_INDEX ON ZORDER (Z_ENT);
    CREATE INDEX Z_Order_number ON ZORDER (ZNUMBER COLLATE BINARY ASC);
    CREATE INDEX Z_2TAGS_Z_5TAGS_INDEX ON Z_2TAGS (Z_5TAGS, Z_2ORDERS);
    """
}
