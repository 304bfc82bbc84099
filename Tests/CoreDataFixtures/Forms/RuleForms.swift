import CoreDataModels

extension CoreDataForm {
  /// What must hold.
  static let rules = [deleteRules, bounds, keys]

  private static func relationship(
    _ name: String,
    _ inverse: String,
    _ rule: ModelRelationship.DeleteRule = .nullify,
    to destination: String = "Other",
    least: Int64 = 0,
    most: Int64 = 1,
    isOptional: Bool = true
  ) -> ModelRelationship {
    ModelRelationship(
      name: name,
      destination: destination,
      inverse: inverse,
      deleteRule: rule,
      minCount: least,
      maxCount: most,
      isOptional: isOptional
    )
  }

  private static let deleteRules = CoreDataForm(
    name: "delete rules",
    entities: [
      ModelEntity(
        name: "Owner",
        relationships: [
          relationship("cascaded", "a", .cascade, most: 0),
          relationship("denied", "b", .deny, most: 0),
          relationship("left", "c", .noAction, most: 0),
          relationship("nullified", "d", .nullify, most: 0),
        ]
      ),
      ModelEntity(
        name: "Other",
        relationships: [
          relationship("a", "cascaded", to: "Owner"), relationship("b", "denied", to: "Owner"),
          relationship("c", "left", to: "Owner"),
          relationship("d", "nullified", .deny, to: "Owner"),
        ]
      ),
    ],
    sql: table("ZOTHER", "ZA INTEGER, ZB INTEGER, ZC INTEGER, ZD INTEGER")
      + "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);"
      + "INSERT INTO ZOTHER VALUES (1, 1, 1, 1, 1, 1, NULL); INSERT INTO ZOWNER VALUES (1, 2, 1);",
    declarations: """
      model Other {
        a: Owner? inverse cascaded
        b: Owner? inverse denied
        c: Owner? inverse left
        d: Owner? deny inverse nullified
      }

      model Owner {
        cascaded: [Other] cascade inverse a
        denied: [Other] deny inverse b
        left: [Other] no action inverse c
        nullified: [Other] inverse d
      }
      """,
    answers: [("fetch Owner select count(cascaded) as a, count(nullified) as d", "a,d | 1,0")]
  )

  private static let bounds = CoreDataForm(
    name: "numbers of members: 0, -1, 10000, and bounds",
    entities: [
      ModelEntity(
        name: "Owner",
        relationships: [
          relationship("few", "a", most: 0), relationship("many", "b", most: -1),
          relationship("most", "c", most: 10_000),
          relationship("some", "d", least: 1, most: 3, isOptional: false),
        ]
      ),
      ModelEntity(
        name: "Other",
        relationships: [
          relationship("a", "few", to: "Owner"), relationship("b", "many", to: "Owner"),
          relationship("c", "most", to: "Owner"), relationship("d", "some", to: "Owner"),
        ]
      ),
    ],
    sql: table("ZOTHER", "ZA INTEGER, ZB INTEGER, ZC INTEGER, ZD INTEGER")
      + "CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);"
      + "INSERT INTO ZOTHER VALUES (1, 1, 1, 1, 1, 1, 1); INSERT INTO ZOWNER VALUES (1, 2, 1);",
    declarations: """
      model Other {
        a: Owner? inverse few
        b: Owner? inverse many
        c: Owner? inverse most
        d: Owner? inverse some
      }

      model Owner {
        few: [Other] inverse a
        many: [Other] inverse b
        most: [Other](0...10000) inverse c
        some: [Other](1...3) inverse d
      }
      """,
    answers: [("fetch Owner select count(few) as a, count(some) as d", "a,d | 1,1")]
  )

  private static let keys = CoreDataForm(
    name: "unique constraints and fetch indexes, of one and of several",
    entities: [
      ModelEntity(
        name: "Person",
        attributes: [
          ModelAttribute(name: "born", type: .date), ModelAttribute(name: "first", type: .string),
          ModelAttribute(name: "last", type: .string), ModelAttribute(name: "number", type: .int64),
        ],
        relationships: [ModelRelationship(name: "boss", destination: "Person")],
        uniqueKeys: [["number"], ["first", "last"], ["boss", "number"]],
        indexes: [["born"], ["last", "first"]]
      )
    ],
    sql: table(
      "ZPERSON",
      "ZNUMBER INTEGER, ZBOSS INTEGER, ZBORN TIMESTAMP, ZFIRST VARCHAR, ZLAST VARCHAR"
    ) + """
      CREATE UNIQUE INDEX Z_Person_UNIQUE_number ON ZPERSON (ZNUMBER COLLATE BINARY ASC);
      CREATE UNIQUE INDEX Z_Person_UNIQUE_first_last ON ZPERSON (ZFIRST COLLATE BINARY ASC, ZLAST COLLATE BINARY ASC);
      CREATE INDEX Z_Person_byBorn ON ZPERSON (ZBORN COLLATE BINARY ASC);
      INSERT INTO ZPERSON VALUES (1, 1, 1, 7, NULL, NULL, 'Ada', 'Byron'), (2, 1, 1, NULL, 1, NULL, NULL, NULL);
      """,
    declarations: """
      model Person {
        born: Date?
        first: String?
        last: String?
        number: Int? unique
        boss: Person?
        unique (first, last)
        index (born)
        index (last, first)
      }
      """,
    answers: [("fetch Person where number == 7 select first, last", "first,last | Ada,Byron")]
  )
}
