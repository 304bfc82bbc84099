import CoreDataModels

extension CoreDataForm {
  /// Names that collide with others, and other contents of a file.
  static let names = [collisions, digits, wordsOfTheLanguage, bookkeeping, renamed]

  private static let collisions = CoreDataForm(
    name: "names that share a column's name",
    entities: [
      ModelEntity(
        name: "Page",
        attributes: [
          ModelAttribute(name: "URL", type: .uri), ModelAttribute(name: "url", type: .string),
        ]
      ),
      ModelEntity(
        name: "Article",
        parent: "Page",
        attributes: [ModelAttribute(name: "rank", type: .int16)]
      ),
      ModelEntity(
        name: "Post",
        parent: "Page",
        attributes: [ModelAttribute(name: "rank", type: .string)]
      ),
    ],
    sql: table("ZPAGE", "ZRANK INTEGER, ZURL VARCHAR, ZURL1 VARCHAR, ZRANK1 VARCHAR") + """
      INSERT INTO ZPAGE VALUES (1, 2, 1, 5, 'a:', 'b', NULL), (2, 3, 1, NULL, 'c:', 'd', 'high');
      """,
    declarations: """
      model Article: Page {
        rank: Int?
      }

      model Page {
        URL: String?
        url_2: String?
      }

      model Post: Page {
        rank: String?
      }
      """,
    answers: [
      ("fetch Article", "URL,url_2,rank | a:,b,5"), ("fetch Post", "URL,url_2,rank | c:,d,high"),
    ],
    notes: ["`Page.url` is named `Page.url_2` here"]
  )

  private static let digits = CoreDataForm(
    name: "names that end in digits",
    entities: [
      ModelEntity(
        name: "Address",
        attributes: [
          ModelAttribute(name: "LINE", type: .string), ModelAttribute(name: "line1", type: .string),
          ModelAttribute(name: "line2", type: .string),
          ModelAttribute(name: "line", type: .string, isTransient: true),
        ]
      ),
      ModelEntity(
        name: "Office",
        parent: "Address",
        attributes: [ModelAttribute(name: "line11", type: .string)]
      ),
      ModelEntity(
        name: "Site",
        parent: "Address",
        attributes: [
          ModelAttribute(name: "line11", type: .int16), ModelAttribute(name: "line3", type: .int16),
        ]
      ),
    ],
    sql: table(
      "ZADDRESS",
      "ZLINE111 INTEGER, ZLINE3 INTEGER, ZLINE VARCHAR, ZLINE1 VARCHAR, ZLINE2 VARCHAR, ZLINE11 VARCHAR"
    ) + """
      INSERT INTO ZADDRESS VALUES (1, 2, 1, NULL, NULL, 'a', 'b', 'c', 'd'), (2, 3, 1, 7, 8, 'e', 'f', 'g', NULL);
      """,
    declarations: """
      model Address "transient: line" {
        LINE: String?
        line1: String?
        line2: String?
      }

      model Office: Address {
        line11: String?
      }

      model Site: Address {
        line11: Int?
        line3: Int?
      }
      """,
    answers: [
      ("fetch Office", "LINE,line1,line2,line11 | a,b,c,d"),
      ("fetch Site", "LINE,line1,line2,line11,line3 | e,f,g,7,8"),
    ]
  )

  private static let wordsOfTheLanguage = CoreDataForm(
    name: "names that are words of the language or of SQL",
    entities: [
      ModelEntity(
        name: "Group",
        attributes: [
          ModelAttribute(name: "limit", type: .int16), ModelAttribute(name: "order", type: .int16),
          ModelAttribute(name: "where", type: .string), ModelAttribute(name: "über", type: .string),
        ],
        relationships: [ModelRelationship(name: "select", destination: "Group")]
      )
    ],
    sql: table(
      "ZGROUP",
      "ZLIMIT INTEGER, ZORDER INTEGER, ZSELECT INTEGER, ZWHERE VARCHAR, \"ZÜBER\" VARCHAR"
    ) + "INSERT INTO ZGROUP VALUES (1, 1, 1, 1, 2, 1, 'here', 'ü');",
    declarations: """
      model Group {
        limit: Int?
        order: Int?
        where: String?
        über: String?
        select: Group?
      }
      """,
    answers: [
      (
        "fetch Group where `where` == \"here\" select limit, `order`, über, `select`.`order`",
        "limit,order,über,select.order | 1,2,ü,2"
      )
    ]
  )

  private static let bookkeeping = CoreDataForm(
    name: "history, tombstones and other tables of Core Data's own",
    entities: [
      ModelEntity(name: "Note", attributes: [ModelAttribute(name: "text", type: .string)])
    ],
    sql: table("ZNOTE", "ZTEXT VARCHAR")
      + table(
        "ACHANGE",
        """
        ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB,
        ZTOMBSTONE0 VARCHAR, ZTOMBSTONE1 VARCHAR
        """
      )
      + table(
        "ATRANSACTION",
        "ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZTIMESTAMP FLOAT, ZQUERYGEN BLOB, ZAUTHOR VARCHAR"
      ) + """
        CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
        INSERT INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, 0), (16003, 'TRANSACTIONSTRING', 0, 0);
        INSERT INTO ZNOTE VALUES (1, 1, 1, 'a');
        INSERT INTO ACHANGE VALUES (1, 16001, 1, 0, 1, 1, 1, NULL, NULL, NULL), (2, 16001, 1, 2, 1, 2, 1, NULL, 'gone', NULL);
        INSERT INTO ATRANSACTION VALUES (1, 16002, 1, 1, NULL, 700000000.5, NULL, NULL);
        INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, 1, 'app');
        """,
    declarations: "model Note {\n  text: String?\n}",
    answers: [("fetch Note", "text | a")]
  )

  private static let renamed = CoreDataForm(
    name: "entities and classes with other names",
    entities: [
      ModelEntity(
        name: "CDNote",
        className: "App.Note",
        attributes: [ModelAttribute(name: "text", type: .string)],
        renamingIdentifier: "Memo"
      )
    ],
    sql: table("ZCDNOTE", "ZTEXT VARCHAR") + "INSERT INTO ZCDNOTE VALUES (1, 1, 1, 'a');",
    declarations: "model CDNote {\n  text: String?\n}",
    answers: [("fetch CDNote", "text | a")]
  )
}
