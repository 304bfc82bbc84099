import CoreDataModels

extension CoreDataForm {
  /// Relationships that reference one record.
  static let toOnes = [toOne, toOneOfTree, oneToOne, toOneOfItself]

  private static let title = ModelAttribute(name: "title", type: .string)

  private static let toOne = CoreDataForm(
    name: "to-one without inverse",
    entities: [
      ModelEntity(
        name: "Book",
        attributes: [title],
        relationships: [
          ModelRelationship(name: "shelf", destination: "Shelf", isOptional: false),
          ModelRelationship(name: "spare", destination: "Shelf"),
        ]
      ), ModelEntity(name: "Shelf", attributes: [title]),
    ],
    sql: table("ZBOOK", "ZSHELF INTEGER, ZSPARE INTEGER, ZTITLE VARCHAR")
      + table("ZSHELF", "ZTITLE VARCHAR") + """
        INSERT INTO ZBOOK VALUES (1, 1, 1, 1, 2, 'a'), (2, 1, 1, 1, NULL, 'b');
        INSERT INTO ZSHELF VALUES (1, 2, 1, 'top'), (2, 2, 1, 'floor');
        """,
    declarations: """
      model Book {
        title: String?
        shelf: Shelf
        spare: Shelf?
        display title
      }

      model Shelf {
        title: String?
        display title
      }
      """,
    answers: [
      ("fetch Book", "title,shelf,spare | a,top,floor | b,top,"),
      (
        "fetch Shelf select title, count(@inverse(Book.shelf)) as n sort title",
        "title,n | floor,0 | top,2"
      ), ("fetch Book where spare.title == \"floor\" select title", "title | a"),
    ]
  )

  private static let toOneOfTree = CoreDataForm(
    name: "to-one to an entity that others specialize",
    entities: [
      ModelEntity(name: "Animal", isAbstract: true, attributes: [title]),
      ModelEntity(name: "Cat", parent: "Animal"),
      ModelEntity(
        name: "Dog",
        parent: "Animal",
        relationships: [ModelRelationship(name: "rival", destination: "Cat")]
      ),
      ModelEntity(
        name: "Owner",
        attributes: [title],
        relationships: [ModelRelationship(name: "pet", destination: "Animal")]
      ),
    ],
    sql: table("ZANIMAL", "ZRIVAL INTEGER, ZTITLE VARCHAR")
      + table("ZOWNER", "ZPET INTEGER, Z1_PET INTEGER, ZTITLE VARCHAR") + """
        INSERT INTO ZANIMAL VALUES (1, 2, 1, NULL, 'Tom'), (2, 3, 1, 1, 'Rex');
        INSERT INTO ZOWNER VALUES (1, 4, 1, 2, 3, 'Ada'), (2, 4, 1, 1, 2, 'Bo'), (3, 4, 1, NULL, NULL, 'Cy');
        """,
    declarations: """
      model Animal "abstract" {
        title: String?
        display title
      }

      model Cat: Animal {}

      model Dog: Animal {
        rival: Cat?
      }

      model Owner {
        title: String?
        pet: Animal?
        display title
      }
      """,
    answers: [
      ("fetch Owner", "title,pet | Ada,Rex | Bo,Tom | Cy,"),
      ("fetch Owner where pet is Dog select title", "title | Ada"),
      ("fetch Dog select title, rival", "title,rival | Rex,Tom"),
      ("fetch Owner where (pet as Dog).rival.title == \"Tom\" select title", "title | Ada"),
    ]
  )

  private static let oneToOne = CoreDataForm(
    name: "one-to-one, with a column at both ends or at one",
    entities: [
      ModelEntity(
        name: "Person",
        attributes: [title],
        relationships: [
          ModelRelationship(
            name: "card",
            destination: "Card",
            inverse: "holder",
            deleteRule: .cascade
          ), ModelRelationship(name: "seat", destination: "Card", inverse: "sitter"),
        ]
      ),
      ModelEntity(
        name: "Card",
        attributes: [title],
        relationships: [
          ModelRelationship(name: "holder", destination: "Person", inverse: "card"),
          ModelRelationship(name: "sitter", destination: "Person", inverse: "seat"),
        ]
      ),
    ],
    sql: table("ZCARD", "ZHOLDER INTEGER, ZSITTER INTEGER, ZTITLE VARCHAR")
      + table("ZPERSON", "ZCARD INTEGER, ZTITLE VARCHAR") + """
        INSERT INTO ZCARD VALUES (1, 1, 1, 2, 1, 'gold'), (2, 1, 1, NULL, NULL, 'tin');
        INSERT INTO ZPERSON VALUES (1, 2, 1, NULL, 'Ada'), (2, 2, 1, 1, 'Bo');
        """,
    declarations: """
      model Card {
        title: String?
        holder: Person? inverse card
        sitter: Person? inverse seat
        display title
      }

      model Person {
        title: String?
        card: Card? cascade inverse holder
        seat: Card? inverse sitter
        display title
      }
      """,
    answers: [
      ("fetch Person", "title,card,seat | Ada,,gold | Bo,gold,"),
      ("fetch Card", "title,holder,sitter | gold,Bo,Ada | tin,,"),
      ("fetch Person where seat is not nil select title", "title | Ada"),
    ]
  )

  private static let toOneOfItself = CoreDataForm(
    name: "to-one to the entity itself",
    entities: [
      ModelEntity(
        name: "Folder",
        attributes: [title],
        relationships: [
          ModelRelationship(
            name: "children",
            destination: "Folder",
            inverse: "parent",
            deleteRule: .cascade,
            maxCount: 0
          ), ModelRelationship(name: "parent", destination: "Folder", inverse: "children"),
        ]
      )
    ],
    sql: table("ZFOLDER", "ZPARENT INTEGER, ZTITLE VARCHAR") + """
      INSERT INTO ZFOLDER VALUES (1, 1, 1, NULL, 'root'), (2, 1, 1, 1, 'a'), (3, 1, 1, 2, 'b'), (4, 1, 1, 4, 'loop');
      """,
    declarations: """
      model Folder {
        title: String?
        children: [Folder] cascade inverse parent
        parent: Folder? inverse children
        display title
      }
      """,
    answers: [
      ("fetch Folder where parent.parent.title == \"root\" select title", "title | b"),
      (
        "fetch Folder select title, list(children.title) as c",
        "title,c | root,\"[\"\"a\"\"]\" | a,\"[\"\"b\"\"]\" | b,[] | loop,\"[\"\"loop\"\"]\""
      ),
    ]
  )
}
