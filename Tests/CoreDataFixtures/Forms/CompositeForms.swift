import CoreDataModels

extension CoreDataForm {
  /// Structs and enums, as SwiftData writes them.
  static let composites = [structs, rawEnums]

  private static let structs = CoreDataForm(
    name: "structs within structs, with arrays as JSON",
    entities: [
      ModelEntity(
        name: "Person",
        attributes: [
          ModelAttribute(
            name: "home",
            type: .composite,
            elements: [
              ModelAttribute(
                name: "at",
                type: .composite,
                elements: [
                  ModelAttribute(name: "east", type: .double),
                  ModelAttribute(name: "north", type: .double),
                ]
              ), ModelAttribute(name: "marks", type: .binary),
              ModelAttribute(name: "name", type: .string, isOptional: false),
            ]
          ), ModelAttribute(name: "name", type: .string),
        ]
      )
    ],
    // The leaves of `home` come before the person's own name.
    sql: table(
      "ZPERSON",
      "ZEAST FLOAT, ZNORTH FLOAT, ZNAME VARCHAR, ZNAME1 VARCHAR, ZMARKS BLOB"
    ) + """
      INSERT INTO ZPERSON VALUES (1, 1, 1, 18.1, 59.3, 'Söder', 'Ada', CAST('[1,2,3]' AS BLOB)),
        (2, 1, 1, NULL, NULL, NULL, 'Bo', NULL), (3, 1, 1, NULL, NULL, 'Norr', 'Cy', CAST('[]' AS BLOB));
      """,
    declarations: """
      struct At {
        east: Double?
        north: Double?
      }

      struct Home {
        at: At?
        marks: [Int]?
        name: String?
      }

      model Person {
        home: Home?
        name: String?
        display name
      }
      """,
    answers: [
      (
        "fetch Person select name, home.name, home.at.east, home.marks",
        "name,home.name,home.at.east,home.marks | Ada,Söder,18.1,\"[1,2,3]\" | Bo,,, | Cy,Norr,,[]"
      ),
      ("fetch Person where home is nil select name", "name | Bo"),
      ("fetch Person where home.at is nil select name", "name | Bo | Cy"),
      ("fetch Person where home.at.north > 59 and 3 in home.marks select name", "name | Ada"),
    ]
  )

  private static let rawEnums = CoreDataForm(
    name: "enums with raw values",
    entities: [
      ModelEntity(
        name: "Order",
        attributes: [
          ModelAttribute(
            name: "priority",
            type: .composite,
            isOptional: false,
            elements: [ModelAttribute(name: "priority", type: .int64)]
          ),
          ModelAttribute(
            name: "state",
            type: .composite,
            elements: [ModelAttribute(name: "state", type: .string)]
          ),
        ]
      )
    ],
    sql: table("ZORDER", "ZPRIORITY INTEGER, ZSTATE VARCHAR")
      + "INSERT INTO ZORDER VALUES (1, 1, 1, 2, 'open'), (2, 1, 1, 1, NULL);",
    declarations: """
      model Order {
        priority: Int
        state: String?
      }
      """,
    answers: [("fetch Order sort priority", "priority,state | 1, | 2,open")]
  )
}
