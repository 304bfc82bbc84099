import CoreDataModels
import Foundation

extension CoreDataForm {
  /// Data, and what apps turn into data.
  static let archives = [external, transformables, arrays]

  /// The file that the store of ``external`` names and that is there.
  private static let present = "0F5C2D5E-0C55-4F0A-9B3B-0C2F5D1A7E11"
  private static let absent = "0F5C2D5E-0C55-4F0A-9B3B-0C2F5D1A7E12"

  private static func reference(to file: String) -> String {
    "CAST(x'02' || '\(file)' || x'00' AS BLOB)"
  }

  private static let external = CoreDataForm(
    name: "data inside of the store and beside it",
    entities: [
      ModelEntity(
        name: "Photo",
        attributes: [
          ModelAttribute(name: "large", type: .binary, allowsExternalStorage: true),
          ModelAttribute(name: "notes", type: .transformable, allowsExternalStorage: true),
          ModelAttribute(name: "small", type: .binary),
        ]
      )
    ],
    sql: table("ZPHOTO", "ZLARGE BLOB, ZNOTES BLOB, ZSMALL BLOB") + """
      INSERT INTO ZPHOTO VALUES (1, 1, 1, x'01CAFE', x'01' || \(ArchiveWriter.texts(["a"]).sqlLiteral), x'01CAFE'),
        (2, 1, 1, \(reference(to: present)), NULL, x''), (3, 1, 1, \(reference(to: absent)), NULL, NULL),
        (4, 1, 1, CAST(x'02' || '../../../../../../etc/passwd-and-more-text' || x'00' AS BLOB), NULL, NULL), (5, 1, 1, x'01', NULL, NULL);
      UPDATE ZPHOTO SET ZNOTES = CAST(ZNOTES AS BLOB);
      """,
    externalFiles: [present: Data("portrait".utf8)],
    declarations: """
      model Photo {
        large: Data?
        notes: [String]?
        small: Data?
      }
      """,
    answers: [
      (
        "fetch Photo select large, small, notes",
        "large,small,notes | yv4=,Acr+,\"[\"\"a\"\"]\" | cG9ydHJhaXQ=,\"\", | ,, | ,, | \"\",,"
      ),
      ("fetch Photo where large is nil select @id", "@id | Photo#3 | Photo#4"),
    ],
    damage: "large"
  )

  private static let dictionary: Data = {
    let writer = ArchiveWriter()
    let values: [WrittenValue] = [writer.plain(.int(1)), writer.plain(.bool(true))]
    return writer.data(
      writer.object(
        "NSDictionary",
        [
          "NS.keys": .array([writer.text("b"), writer.text("a")]),
          "NS.objects": .array(values),
        ]
      )
    )
  }()

  private static let moment: Data = {
    let writer = ArchiveWriter()
    return writer.data(writer.object("NSDate", ["NS.time": .real(60)]))
  }()

  private static let transformables = CoreDataForm(
    name: "transformables of plain, secure and own classes",
    entities: [
      ModelEntity(
        name: "Sample",
        attributes: [
          ModelAttribute(name: "own", type: .transformable, valueClass: "Colour"),
          ModelAttribute(name: "packed", type: .transformable, transformer: "Zipper"),
          ModelAttribute(name: "plain", type: .transformable),
          ModelAttribute(
            name: "secure",
            type: .transformable,
            transformer: "NSSecureUnarchiveFromData"
          ),
        ]
      )
    ],
    sql: table("ZSAMPLE", "ZOWN BLOB, ZPACKED BLOB, ZPLAIN BLOB, ZSECURE BLOB") + """
      INSERT INTO ZSAMPLE VALUES (1, 1, 1, \(ArchiveWriter.opaque("App.Colour").sqlLiteral), x'78DA0102', \(dictionary.sqlLiteral),
        \(moment.sqlLiteral)), (2, 1, 1, x'00', x'78', x'62706C6973743030', NULL);
      """,
    declarations: """
      model Sample {
        own: String?
        packed: String?
        plain: String?
        secure: String?
      }
      """,
    answers: [
      (
        "fetch Sample#1",
        "own,packed,plain,secure | \"<App.Colour, 337 bytes>\",\"<Transformable, 4 bytes>\","
          + "\"{\"\"a\"\": true, \"\"b\"\": 1}\",\"\"\"2001-01-01 00:01:00\"\"\""
      ),
      (
        "fetch Sample#2",
        "own,packed,plain,secure | "
          + "\"<Colour, 1 byte>\",\"<Transformable, 1 byte>\",\"<Transformable, 8 bytes>\","
      ),
    ]
  )

  private static let arrays = CoreDataForm(
    name: "arrays as transformables",
    entities: [
      ModelEntity(
        name: "Sample",
        attributes: [
          ModelAttribute(name: "mixed", type: .transformable, valueClass: "NSArray"),
          ModelAttribute(
            name: "tags",
            type: .transformable,
            isOptional: false,
            valueClass: "NSArray"
          ),
        ]
      )
    ],
    sql: table("ZSAMPLE", "ZMIXED BLOB, ZTAGS BLOB") + """
      INSERT INTO ZSAMPLE VALUES (1, 1, 1, \(ArchiveWriter.texts([]).sqlLiteral), \(ArchiveWriter.texts(["a", "b"]).sqlLiteral)),
        (2, 1, 1, \(dictionary.sqlLiteral), \(ArchiveWriter.texts([]).sqlLiteral));
      """,
    declarations: """
      model Sample {
        mixed: String?
        tags: [String]
      }
      """,
    answers: [
      (
        "fetch Sample",
        "mixed,tags | [],\"[\"\"a\"\",\"\"b\"\"]\" | \"{\"\"a\"\": true, \"\"b\"\": 1}\",[]"
      ),
      ("count Sample where \"b\" in tags", "1"),
    ]
  )
}
