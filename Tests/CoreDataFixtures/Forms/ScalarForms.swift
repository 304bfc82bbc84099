import CoreDataModels
import KeyedArchives

extension CoreDataForm {
  /// Attributes of one value.
  static let scalars = [everyType, required, moments, derived]

  private static let everyType = CoreDataForm(
    name: "every type of value",
    entities: [
      ModelEntity(
        name: "Sample",
        attributes: [
          ModelAttribute(name: "anything", type: .undefined, isTransient: true),
          ModelAttribute(name: "bytes", type: .binary),
          ModelAttribute(name: "day", type: .date), ModelAttribute(name: "flag", type: .bool),
          ModelAttribute(name: "link", type: .uri), ModelAttribute(name: "long", type: .int64),
          ModelAttribute(name: "middle", type: .int32),
          ModelAttribute(name: "money", type: .decimal),
          ModelAttribute(name: "narrow", type: .float), ModelAttribute(name: "short", type: .int16),
          ModelAttribute(name: "text", type: .string), ModelAttribute(name: "token", type: .uuid),
          ModelAttribute(name: "wide", type: .double),
        ]
      )
    ],
    sql: table(
      "ZSAMPLE",
      """
      ZFLAG INTEGER, ZLONG INTEGER, ZMIDDLE INTEGER, ZSHORT INTEGER, ZDAY TIMESTAMP, ZNARROW FLOAT,
      ZWIDE FLOAT, ZMONEY DECIMAL, ZLINK VARCHAR, ZTEXT VARCHAR, ZBYTES BLOB, ZTOKEN BLOB
      """
    ) + """
      INSERT INTO ZSAMPLE VALUES (1, 1, 1, 1, 9223372036854775807, -2147483648, -32768, 0, 0.5, 1e300, 12.5, 'x-a:b', 'é', x'00FF',
        x'00112233445566778899AABBCCDDEEFF');
      INSERT INTO ZSAMPLE (Z_PK, Z_ENT, Z_OPT) VALUES (2, 1, 1);
      """,
    declarations: """
      model Sample "transient: anything" {
        bytes: Data?
        day: Date?
        flag: Bool?
        link: String?
        long: Int?
        middle: Int?
        money: Decimal?
        narrow: Double?
        short: Int?
        text: String?
        token: UUID?
        wide: Double?
      }
      """,
    answers: [
      (
        "fetch Sample#1",
        "bytes,day,flag,link,long,middle,money,narrow,short,text,token,wide | "
          + "AP8=,2001-01-01,true,x-a:b,9223372036854775807,-2147483648,12.5,0.5,-32768,é,"
          + "00112233-4455-6677-8899-AABBCCDDEEFF,1e+300"
      ),
      ("count Sample where bytes is nil and day is nil and flag is nil and money is nil", "1"),
      ("count Sample where token is nil and wide is nil and text is nil and long is nil", "1"),
    ]
  )

  private static let required = CoreDataForm(
    name: "required attributes with defaults",
    entities: [
      ModelEntity(
        name: "Sample",
        attributes: [
          ModelAttribute(name: "count", type: .int16, isOptional: false, defaultValue: .integer(3)),
          ModelAttribute(name: "day", type: .date, isOptional: false, defaultValue: .date(0)),
          ModelAttribute(name: "flag", type: .bool, isOptional: false, defaultValue: .bool(false)),
          ModelAttribute(name: "rate", type: .double, isOptional: false, defaultValue: .real(0.5)),
          ModelAttribute(
            name: "text",
            type: .string,
            isOptional: false,
            defaultValue: .string("none")
          ),
          ModelAttribute(name: "token", type: .uuid, isOptional: false),
        ]
      )
    ],
    sql: table(
      "ZSAMPLE",
      "ZCOUNT INTEGER, ZFLAG INTEGER, ZDAY TIMESTAMP, ZRATE FLOAT, ZTEXT VARCHAR, ZTOKEN BLOB"
    ) + "INSERT INTO ZSAMPLE VALUES (1, 1, 1, 7, 1, 86400, 2, 'a', zeroblob(16));",
    declarations: """
      model Sample {
        count: Int = 3
        day: Date = 2001-01-01
        flag: Bool = false
        rate: Double = 0.5
        text: String = "none"
        token: UUID
      }
      """,
    answers: [
      (
        "fetch Sample",
        "count,day,flag,rate,text,token | "
          + "7,2001-01-02,true,2.0,a,00000000-0000-0000-0000-000000000000"
      )
    ]
  )

  private static let moments = CoreDataForm(
    name: "dates as REAL and as INTEGER",
    entities: [
      ModelEntity(name: "Sample", attributes: [ModelAttribute(name: "at", type: .date)])
    ],
    // A column without affinity keeps whole numbers whole.
    sql: table("ZSAMPLE", "ZAT") + """
      INSERT INTO ZSAMPLE VALUES (1, 1, 1, 600), (2, 1, 1, 600.25), (3, 1, 1, -0.5), (4, 1, 1, NULL), (5, 1, 1, 600.0);
      """,
    declarations: "model Sample {\n  at: Date?\n}",
    answers: [
      (
        "fetch Sample select @id, at sort at nulls last, @id",
        "@id,at | Sample#3,2000-12-31T23:59:59.5Z | Sample#1,2001-01-01T00:10:00Z"
          + " | Sample#5,2001-01-01T00:10:00Z | Sample#2,2001-01-01T00:10:00.25Z | Sample#4,"
      ),
      ("count Sample where at == 2001-01-01T00:10:00Z", "2"),
      ("count Sample where at > 2001-01-01T00:10:00Z", "1"),
      ("count Sample where at < 2001-01-01", "1"),
    ]
  )

  private static let derived = CoreDataForm(
    name: "derived and transient attributes, fetched properties",
    entities: [
      ModelEntity(
        name: "Sample",
        attributes: [
          ModelAttribute(name: "shown", type: .string, isTransient: true),
          ModelAttribute(name: "size", type: .int64, isDerived: true),
          ModelAttribute(name: "text", type: .string),
        ],
        fetchedProperties: ["alike", "other"]
      )
    ],
    sql: table("ZSAMPLE", "ZSIZE INTEGER, ZTEXT VARCHAR") + """
      INSERT INTO ZSAMPLE VALUES (1, 1, 1, 3, 'abc'), (2, 1, 1, NULL, 'd');
      CREATE TRIGGER Z_DA_ZSAMPLE AFTER UPDATE ON ZSAMPLE BEGIN SELECT NSCoreDataDATriggerUpdate(); END;
      """,
    declarations: """
      model Sample "transient: shown; derived: size; fetched properties: alike, other" {
        size: Int?
        text: String?
      }
      """,
    answers: [("fetch Sample where size > 2", "size,text | 3,abc")]
  )
}
