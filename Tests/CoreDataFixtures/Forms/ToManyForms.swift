import CoreDataModels

extension CoreDataForm {
  /// Relationships whose members have a column for their owner.
  static let toManys = [oneToMany, orderedOneToMany, toManyWithoutInverse, toManyOfTree]

  private static let name = ModelAttribute(name: "name", type: .string)

  private static func toMany(
    _ name: String,
    _ destination: String,
    _ inverse: String?,
    isOrdered: Bool = false
  ) -> ModelRelationship {
    ModelRelationship(
      name: name,
      destination: destination,
      inverse: inverse,
      maxCount: 0,
      isOrdered: isOrdered
    )
  }

  private static func toOne(
    _ name: String,
    _ destination: String,
    _ inverse: String
  ) -> ModelRelationship {
    ModelRelationship(name: name, destination: destination, inverse: inverse)
  }

  private static let oneToMany = CoreDataForm(
    name: "one-to-many, twice between the same entities",
    entities: [
      ModelEntity(
        name: "Item",
        attributes: [name],
        relationships: [
          toOne("backup", "List", "backups"), toOne("list", "List", "items"),
        ]
      ),
      ModelEntity(
        name: "List",
        attributes: [name],
        relationships: [toMany("backups", "Item", "backup"), toMany("items", "Item", "list")]
      ),
    ],
    sql: table("ZITEM", "ZBACKUP INTEGER, ZLIST INTEGER, ZNAME VARCHAR")
      + table("ZLIST", "ZNAME VARCHAR") + """
        INSERT INTO ZITEM VALUES (1, 1, 1, 2, 1, 'a'), (2, 1, 1, NULL, 1, 'b'), (3, 1, 1, 2, NULL, 'c');
        INSERT INTO ZLIST VALUES (1, 2, 1, 'first'), (2, 2, 1, 'second');
        """,
    declarations: """
      model Item {
        name: String?
        backup: List? inverse backups
        list: List? inverse items
        display name
      }

      model List {
        name: String?
        backups: [Item] inverse backup
        items: [Item] inverse list
        display name
      }
      """,
    answers: [
      (
        "fetch List select name, list(items.name) as i, list(backups.name) as b",
        "name,i,b | first,\"[\"\"a\"\",\"\"b\"\"]\",[] | second,[],\"[\"\"a\"\",\"\"c\"\"]\""
      ), ("fetch List where any backups.name == \"c\" select name", "name | second"),
      ("fetch Item where list is nil select name", "name | c"),
    ]
  )

  private static let orderedOneToMany = CoreDataForm(
    name: "ordered one-to-many",
    entities: [
      ModelEntity(
        name: "Item",
        attributes: [name],
        relationships: [toOne("list", "List", "items")]
      ),
      ModelEntity(
        name: "List",
        attributes: [name],
        relationships: [toMany("items", "Item", "list", isOrdered: true)]
      ),
    ],
    sql: table("ZITEM", "ZLIST INTEGER, Z_FOK_LIST INTEGER, ZNAME VARCHAR")
      + table("ZLIST", "ZNAME VARCHAR") + """
        INSERT INTO ZITEM VALUES (1, 1, 1, 1, 3072, 'c'), (2, 1, 1, 1, 1024, 'a'), (3, 1, 1, 1, -2048, 'first'), (4, 1, 1, NULL, NULL, 'x');
        INSERT INTO ZLIST VALUES (1, 2, 1, 'one');
        """,
    declarations: """
      model Item {
        name: String?
        list: List? inverse items
        display name
      }

      model List {
        name: String?
        items: [Item] inverse list ordered
        display name
      }
      """,
    answers: [
      (
        "fetch List select list(items.name) as i, first(items.name) as f",
        "i,f | \"[\"\"first\"\",\"\"a\"\",\"\"c\"\"]\",first"
      )
    ]
  )

  private static let toManyWithoutInverse = CoreDataForm(
    name: "to-many without inverse",
    entities: [
      ModelEntity(name: "Image", attributes: [name]),
      ModelEntity(
        name: "Note",
        attributes: [name],
        relationships: [
          toMany("images", "Image", nil), toMany("steps", "Image", nil, isOrdered: true),
        ]
      ),
    ],
    sql: table(
      "ZIMAGE",
      "Z2IMAGES INTEGER, Z2STEPS INTEGER, Z_FOK_2STEPS INTEGER, ZNAME VARCHAR"
    ) + table("ZNOTE", "ZNAME VARCHAR") + """
      INSERT INTO ZIMAGE VALUES (1, 1, 1, 1, 2, 2048, 'a'), (2, 1, 1, 1, 2, 1024, 'b'), (3, 1, 1, NULL, NULL, NULL, 'c');
      INSERT INTO ZNOTE VALUES (1, 2, 1, 'one'), (2, 2, 1, 'two');
      """,
    declarations: """
      model Image {
        name: String?
        display name
      }

      model Note {
        name: String?
        images: [Image]
        steps: [Image] ordered
        display name
      }
      """,
    answers: [
      (
        "fetch Note select name, list(images.name) as i, list(steps.name) as s",
        "name,i,s | one,\"[\"\"a\"\",\"\"b\"\"]\",[] | two,[],\"[\"\"b\"\",\"\"a\"\"]\""
      ),
      (
        "fetch Image select name, @inverse(Note.images).name as n, @inverse(Note.steps).name as s",
        "name,n,s | a,one,two | b,one,two | c,,"
      ),
    ]
  )

  private static let toManyOfTree = CoreDataForm(
    name: "to-many of and to entities that specialize others",
    entities: [
      ModelEntity(
        name: "Asset",
        attributes: [name],
        relationships: [toOne("owner", "Owner", "assets")]
      ),
      ModelEntity(
        name: "House",
        parent: "Asset",
        relationships: [toMany("rooms", "Room", "house")]
      ),
      ModelEntity(
        name: "Owner",
        attributes: [name],
        relationships: [toMany("assets", "Asset", "owner")]
      ),
      ModelEntity(
        name: "Room",
        attributes: [name],
        relationships: [toOne("house", "House", "rooms")]
      ),
    ],
    sql: table("ZASSET", "ZOWNER INTEGER, ZNAME VARCHAR") + table("ZOWNER", "ZNAME VARCHAR")
      + table("ZROOM", "ZHOUSE INTEGER, ZNAME VARCHAR") + """
        INSERT INTO ZASSET VALUES (1, 1, 1, 1, 'car'), (2, 2, 1, 1, 'villa');
        INSERT INTO ZOWNER VALUES (1, 3, 1, 'Ada');
        INSERT INTO ZROOM VALUES (1, 4, 1, 2, 'hall'), (2, 4, 1, 2, 'attic'), (3, 4, 1, NULL, 'shed');
        """,
    declarations: """
      model Asset {
        name: String?
        owner: Owner? inverse assets
        display name
      }

      model Owner {
        name: String?
        assets: [Asset] inverse owner
        display name
      }

      model House: Asset {
        rooms: [Room] inverse house
      }

      model Room {
        name: String?
        house: House? inverse rooms
        display name
      }
      """,
    answers: [
      ("fetch Owner select list(assets.name) as a", "a | \"[\"\"car\"\",\"\"villa\"\"]\""),
      ("fetch House select name, count(rooms) as n", "name,n | villa,2"),
      ("fetch Room where house.owner.name == \"Ada\" select name", "name | hall | attic"),
    ]
  )
}
