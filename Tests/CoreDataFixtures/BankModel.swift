package import CoreDataModels
import Foundation
import KeyedArchives

/// A model with every form of attribute and relationship that Core Data and SwiftData know, and a file
/// with a few records of it.
package enum BankModel {
  /// The model.
  package static let model = ManagedObjectModel(
    entities: [account, credit, savings, entry, image, label, profile],
    versionIdentifiers: ["7"]
  )

  private static let account = ModelEntity(
    name: "Account",
    className: "App.Account",
    attributes: [
      ModelAttribute(name: "age", type: .int16, isTransient: true),
      ModelAttribute(name: "avatar", type: .binary, allowsExternalStorage: true),
      ModelAttribute(name: "balance", type: .decimal, isOptional: false, defaultValue: .integer(0)),
      ModelAttribute(name: "colour", type: .transformable, valueClass: "UIColor"),
      ModelAttribute(name: "created", type: .date),
      ModelAttribute(name: "identifier", type: .uuid),
      ModelAttribute(name: "isOpen", type: .bool, isOptional: false, defaultValue: .bool(true)),
      ModelAttribute(name: "level", type: .int16),
      ModelAttribute(
        name: "mood",
        type: .composite,
        elements: [
          ModelAttribute(name: "happy", type: .bool), ModelAttribute(name: "sad", type: .bool),
        ]
      ),
      ModelAttribute(name: "name", type: .string, isOptional: false),
      ModelAttribute(
        name: "owner",
        type: .composite,
        elements: [
          ModelAttribute(name: "first", type: .string), ModelAttribute(name: "last", type: .string),
          ModelAttribute(name: "marks", type: .binary),
        ]
      ),
      ModelAttribute(name: "rate", type: .float),
      ModelAttribute(name: "site", type: .uri),
      ModelAttribute(
        name: "status",
        type: .composite,
        elements: [ModelAttribute(name: "status", type: .string)]
      ),
      ModelAttribute(name: "tags", type: .transformable, valueClass: "NSArray"),
      ModelAttribute(name: "total", type: .int64, isDerived: true),
    ],
    relationships: [
      ModelRelationship(
        name: "entries",
        destination: "Entry",
        inverse: "account",
        deleteRule: .cascade,
        maxCount: 0,
        isOrdered: true
      ),
      ModelRelationship(name: "images", destination: "Image", maxCount: -1),
      ModelRelationship(
        name: "labels",
        destination: "Label",
        inverse: "accounts",
        maxCount: 10_000,
        isOrdered: true
      ),
      ModelRelationship(name: "mentor", destination: "Account"),
      ModelRelationship(name: "profile", destination: "Profile", inverse: "account"),
    ],
    fetchedProperties: ["recent"],
    uniqueKeys: [["name"], ["level", "rate"]],
    indexes: [["created"]]
  )

  private static let credit = ModelEntity(
    name: "CreditAccount",
    parent: "Account",
    attributes: [ModelAttribute(name: "limit", type: .int64)]
  )

  private static let savings = ModelEntity(
    name: "SavingsAccount",
    parent: "Account",
    attributes: [ModelAttribute(name: "limit", type: .double)],
    relationships: [ModelRelationship(name: "cover", destination: "Image")]
  )

  private static let entry = ModelEntity(
    name: "Entry",
    attributes: [
      ModelAttribute(name: "amount", type: .double), ModelAttribute(name: "title", type: .string),
    ],
    relationships: [
      ModelRelationship(name: "account", destination: "Account", inverse: "entries")
    ]
  )

  private static let image = ModelEntity(
    name: "Image",
    attributes: [ModelAttribute(name: "file", type: .string)]
  )

  private static let label = ModelEntity(
    name: "Label",
    attributes: [ModelAttribute(name: "text", type: .string)],
    relationships: [
      ModelRelationship(name: "accounts", destination: "Account", inverse: "labels", maxCount: 0),
      ModelRelationship(name: "narrower", destination: "Label", inverse: "wider", maxCount: 0),
      ModelRelationship(name: "wider", destination: "Label", inverse: "narrower", maxCount: 0),
    ]
  )

  private static let profile = ModelEntity(
    name: "Profile",
    attributes: [ModelAttribute(name: "bio", type: .string)],
    relationships: [
      ModelRelationship(name: "account", destination: "Account", inverse: "profile"),
      ModelRelationship(name: "friends", destination: "Profile", inverse: "friends", maxCount: 0),
    ]
  )

  /// A file of the model. Its entities have these numbers: Account 1, CreditAccount 2, SavingsAccount 3,
  /// Entry 4, Image 5, Label 6, Profile 7.
  package static var file: CoreDataFileBuilder { CoreDataFileBuilder(model: model, sql: sql) }

  /// The name of the file with the avatar of the second account.
  package static let avatarFile = "0F5C2D5E-0C55-4F0A-9B3B-0C2F5D1A7E11"

  private static let sql = """
    CREATE TABLE ZACCOUNT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISOPEN INTEGER, ZLEVEL INTEGER,
      ZHAPPY INTEGER, ZSAD INTEGER, ZTOTAL INTEGER, ZMENTOR INTEGER, Z1_MENTOR INTEGER, ZPROFILE INTEGER,
      ZLIMIT INTEGER, ZCOVER INTEGER, ZCREATED TIMESTAMP, ZRATE FLOAT, ZLIMIT1 FLOAT, ZBALANCE DECIMAL,
      ZNAME VARCHAR, ZSITE VARCHAR, ZFIRST VARCHAR, ZLAST VARCHAR, ZSTATUS VARCHAR, ZMARKS BLOB,
      ZAVATAR BLOB, ZCOLOUR BLOB, ZIDENTIFIER BLOB, ZTAGS BLOB);
    CREATE TABLE ZENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZACCOUNT INTEGER, Z1_ACCOUNT INTEGER,
      Z_FOK_ACCOUNT INTEGER, ZAMOUNT FLOAT, ZTITLE VARCHAR);
    CREATE TABLE ZIMAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1IMAGES INTEGER, ZFILE VARCHAR);
    CREATE TABLE ZLABEL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEXT VARCHAR);
    CREATE TABLE ZPROFILE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZACCOUNT INTEGER, Z1_ACCOUNT INTEGER, ZBIO VARCHAR);
    CREATE TABLE Z_1LABELS (Z_1ACCOUNTS INTEGER, Z_6LABELS INTEGER, Z_FOK_6LABELS INTEGER, PRIMARY KEY (Z_1ACCOUNTS, Z_6LABELS));
    CREATE TABLE Z_6WIDER (Z_6NARROWER INTEGER, Z_6WIDER INTEGER, PRIMARY KEY (Z_6NARROWER, Z_6WIDER));
    CREATE TABLE Z_7FRIENDS (Z_7FRIENDS INTEGER, Z_7FRIENDS1 INTEGER, PRIMARY KEY (Z_7FRIENDS, Z_7FRIENDS1));
    CREATE UNIQUE INDEX Z_Account_UNIQUE_name ON ZACCOUNT (ZNAME COLLATE BINARY ASC);
    CREATE INDEX ZENTRY_ZACCOUNT_INDEX ON ZENTRY (ZACCOUNT);

    INSERT INTO ZACCOUNT (Z_PK, Z_ENT, Z_OPT, ZISOPEN, ZLEVEL, ZHAPPY, ZTOTAL, ZMENTOR, Z1_MENTOR, ZPROFILE, ZCREATED, ZRATE,
      ZBALANCE, ZNAME, ZSITE, ZFIRST, ZLAST, ZSTATUS, ZMARKS, ZAVATAR, ZCOLOUR, ZIDENTIFIER, ZTAGS) VALUES
      (1, 1, 1, 1, 3, 1, 2, 2, 3, 1, 804600000.25, 0.5, 12.75, 'Main', 'https://example.com', 'Ada', 'Byron', 'open',
        CAST('[1,2,3]' AS BLOB), x'01CAFE', \(ArchiveWriter.opaque("UIColor").sqlLiteral),
        x'00112233445566778899AABBCCDDEEFF', \(ArchiveWriter.texts(["red", "blue"]).sqlLiteral));
    INSERT INTO ZACCOUNT (Z_PK, Z_ENT, Z_OPT, ZISOPEN, ZBALANCE, ZNAME, ZCREATED, ZLIMIT1, ZCOVER, ZAVATAR) VALUES
      (2, 3, 1, 0, 100, 'Nest egg', 804600000, 2.5, 1, CAST(x'02' || '\(avatarFile)' || x'00' AS BLOB));
    INSERT INTO ZACCOUNT (Z_PK, Z_ENT, Z_OPT, ZISOPEN, ZBALANCE, ZNAME, ZLIMIT, ZMENTOR, ZSAD) VALUES
      (3, 2, 1, 1, -5.5, 'Card', 1000, 99, 0);
    INSERT INTO ZACCOUNT (Z_PK, Z_ENT, ZNAME) VALUES (4, 77, 'of no entity');
    INSERT INTO ZENTRY VALUES (1, 4, 1, 1, 1, 3072, 10.5, 'third'), (2, 4, 1, 1, 1, 1024, 20, 'first'),
      (3, 4, 1, 3, 2, 1024, 1, 'other'), (4, 4, 1, 1, 1, 2048, 30, 'second'), (5, 4, 1, NULL, NULL, NULL, 0, 'none');
    INSERT INTO ZIMAGE VALUES (1, 5, 1, 1, 'a.png'), (2, 5, 1, 1, 'b.png'), (3, 5, 1, NULL, 'c.png');
    INSERT INTO ZLABEL VALUES (1, 6, 1, 'one'), (2, 6, 1, 'two'), (3, 6, 1, 'three');
    INSERT INTO ZPROFILE VALUES (1, 7, 1, 1, 1, 'poet'), (2, 7, 1, NULL, NULL, 'painter');
    INSERT INTO Z_1LABELS VALUES (1, 3, 1024), (1, 1, 2048), (2, 1, 1024), (1, 55, 4096);
    INSERT INTO Z_6WIDER VALUES (2, 1), (3, 1);
    INSERT INTO Z_7FRIENDS VALUES (1, 2), (2, 1);
    """
}
