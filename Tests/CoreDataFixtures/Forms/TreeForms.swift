import CoreDataModels

extension CoreDataForm {
  /// Entities that specialize others.
  static let trees = [threeLevels, otherNumbers]

  private static let threeLevels = CoreDataForm(
    name: "inheritance of three levels under abstract entities",
    entities: [
      ModelEntity(
        name: "Thing",
        isAbstract: true,
        attributes: [ModelAttribute(name: "name", type: .string)]
      ),
      ModelEntity(
        name: "Vehicle",
        parent: "Thing",
        isAbstract: true,
        attributes: [ModelAttribute(name: "size", type: .int16)],
        relationships: [ModelRelationship(name: "trailer", destination: "Thing")]
      ),
      ModelEntity(
        name: "Car",
        parent: "Vehicle",
        attributes: [ModelAttribute(name: "doors", type: .int16)]
      ),
      ModelEntity(
        name: "Taxi",
        parent: "Car",
        attributes: [ModelAttribute(name: "number", type: .string)]
      ),
      ModelEntity(
        name: "Tree",
        parent: "Thing",
        attributes: [ModelAttribute(name: "size", type: .double)]
      ),
    ],
    // Numbers: Thing 1, Tree 2, Vehicle 3, Car 4, Taxi 5.
    sql: table(
      "ZTHING",
      """
      ZSIZE1 INTEGER, ZDOORS INTEGER, ZTRAILER INTEGER, Z1_TRAILER INTEGER, ZSIZE FLOAT, ZNAME VARCHAR, ZNUMBER VARCHAR
      """
    ) + """
      INSERT INTO ZTHING VALUES (1, 4, 1, 4, 5, 3, 2, NULL, 'Volvo', NULL), (2, 5, 1, 5, 4, NULL, NULL, NULL, 'Saab', 'T1'),
        (3, 2, 1, NULL, NULL, NULL, NULL, 7.5, 'oak', NULL), (4, 1, 1, NULL, NULL, NULL, NULL, NULL, 'odd', NULL);
      """,
    declarations: """
      model Thing "abstract" {
        name: String?
        display name
      }

      model Tree: Thing {
        size: Double?
      }

      model Car: Vehicle {
        doors: Int?
      }

      model Taxi: Car {
        number: String?
      }

      model Vehicle: Thing "abstract" {
        size: Int?
        trailer: Thing?
      }
      """,
    answers: [
      (
        "fetch Car select name, size, doors, trailer",
        "name,size,doors,trailer | Volvo,4,5,oak | Saab,5,4,"
      ),
      ("fetch only Car select name", "name | Volvo"), ("count Vehicle", "2"),
      ("fetch Taxi", "name,size,trailer,doors,number | Saab,5,,4,T1"),
      ("fetch Tree select name, size", "name,size | oak,7.5"), ("count Thing", "4"),
      ("fetch Thing where self is Vehicle select name", "name | Volvo | Saab"),
    ]
  )

  private static let otherNumbers = CoreDataForm(
    name: "rows of entities missing from the model",
    entities: [
      ModelEntity(name: "Note", attributes: [ModelAttribute(name: "text", type: .string)])
    ],
    sql: table("ZNOTE", "ZTEXT VARCHAR")
      + "INSERT INTO ZNOTE VALUES (1, 1, 1, 'a'), (2, 9, 1, 'b'), (3, NULL, 1, 'c'), (4, 'x', 1, 'd');",
    declarations: "model Note {\n  text: String?\n}",
    answers: [("fetch Note", "text | a"), ("count Note", "1")]
  )
}
