import CoreDataFixtures
import Foundation
import Model
import SQLiteStore
import Storage
import TestSupport
import Testing

/// All kinds of attributes and relationships of Core Data and SwiftData, in a file of their format.
@Suite struct CoreDataFormTests {
  private let folder: TemporaryFolder
  private let console: PlainConsole

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    let path = folder.file("bank.store")
    try BankModel.file.write(to: path)
    let external = folder.file(".bank_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(
      atPath: external,
      withIntermediateDirectories: true
    )
    try Data("portrait".utf8)
      .write(to: URL(fileURLWithPath: external + "/" + BankModel.avatarFile))
    console = try PlainConsole(opening: path)
  }

  @Test func nothingIsSkipped() {
    #expect(console.store.notes == [])
    #expect(
      console.store.schema.entities.map(\.name) == [
        "Account", "CreditAccount", "Entry", "Image", "Label", "Profile", "SavingsAccount",
      ]
    )
    #expect(
      console.store.schema.entity("Account")?.documentation
        == "transient: age; derived: total; fetched properties: recent"
    )
    #expect(console.store.schema.entity("Account")?.attribute("total")?.isReadOnly == true)
    #expect(console.store.schema.entity("Account")?.attribute("name")?.isUnique == true)
  }

  /// What a statement answers.
  @Test(arguments: [
    // Scalars.
    (
      "fetch Account#1 select name, balance, isOpen, level, rate, site, total",
      "name,balance,isOpen,level,rate,site,total | Main,12.75,true,3,0.5,https://example.com,2"
    ),
    (
      "fetch Account#1 select created, identifier",
      "created,identifier | 2026-07-01T12:00:00.25Z,00112233-4455-6677-8899-AABBCCDDEEFF"
    ),
    (
      "fetch Account where created is not nil or name == \"Card\" select name, created sort created",
      "name,created | Card, | Nest egg,2026-07-01T12:00:00Z | Main,2026-07-01T12:00:00.25Z"
    ),
    ("fetch Account where created > 2026-07-01T12:00:00Z select name", "name | Main"),
    ("fetch Account where created == 2026-07-01T12:00:00Z select name", "name | Nest egg"),
    ("count Account where created is nil", "1"),
    // Transformables, and external data.
    (
      "fetch Account#1 select colour, tags",
      "colour,tags | \"<UIColor, 334 bytes>\",\"[\"\"red\"\",\"\"blue\"\"]\""
    ),
    ("fetch Account where \"red\" in tags select name", "name | Main"),
    (
      "fetch Account where avatar is not nil select name, avatar",
      "name,avatar | Main,yv4= | Nest egg,cG9ydHJhaXQ="
    ),
    // Composites: a struct, an enum with raw values, and one without.
    (
      "fetch Account#1 select owner.first, owner.last, owner.marks",
      "owner.first,owner.last,owner.marks | Ada,Byron,\"[1,2,3]\""
    ),
    ("fetch Account where owner is nil select name", "name | Nest egg | Card"),
    ("fetch Account select name, status", "name,status | Main,open | Nest egg, | Card,"),
    ("fetch Account where mood.happy is not nil select name", "name | Main"),
    ("fetch Account where mood.sad is not nil select name", "name | Card"),
    ("fetch Account where mood is nil select name", "name | Nest egg"),
    // Entities that specialize another one, with attributes that share a name.
    ("count Account", "3"),
    ("fetch CreditAccount select name, limit", "name,limit | Card,1000"),
    ("fetch SavingsAccount select name, limit", "name,limit | Nest egg,2.5"),
    ("fetch only Account select name", "name | Main"),
    ("fetch Account where self is SavingsAccount select name", "name | Nest egg"),
    ("fetch Account where self is not CreditAccount select name", "name | Main | Nest egg"),
    // Relationships: to one, ordered, without inverse, from many to many, to itself.
    ("fetch Account select name, mentor", "name,mentor | Main,Nest egg | Nest egg, | Card,"),
    (
      "fetch Account#2 select list(@inverse(Account.mentor).name) as pupils",
      "pupils | \"[\"\"Main\"\"]\""
    ),
    (
      "fetch Account#1 select list(entries.title) as titles",
      "titles | \"[\"\"first\"\",\"\"second\"\",\"\"third\"\"]\""
    ),
    ("fetch Entry where account.name == \"Card\" select title", "title | other"),
    (
      "fetch Account#1 select list(images.file) as files",
      "files | \"[\"\"a.png\"\",\"\"b.png\"\"]\""
    ),
    (
      "fetch Image select file, @inverse(Account.images).name as owner",
      "file,owner | a.png,Main | b.png,Main | c.png,"
    ),
    ("fetch SavingsAccount select cover.file", "cover.file | a.png"),
    (
      "fetch Account select name, list(labels.text) as labels",
      "name,labels | Main,\"[\"\"three\"\",\"\"one\"\"]\" | Nest egg,\"[\"\"one\"\"]\" | Card,[]"
    ),
    (
      "fetch Label select text, list(accounts.name) as names",
      "text,names | one,\"[\"\"Main\"\",\"\"Nest egg\"\"]\" | two,[] | three,\"[\"\"Main\"\"]\""
    ),
    ("fetch Account where any labels.text == \"three\" select name", "name | Main"),
    ("fetch Account where count(labels) == 2 select name", "name | Main"),
    (
      "fetch Label select text, list(wider.text) as wider, list(narrower.text) as narrower",
      "text,wider,narrower | one,[],\"[\"\"two\"\",\"\"three\"\"]\" | two,\"[\"\"one\"\"]\",[] | three,\"[\"\"one\"\"]\",[]"
    ),
    (
      "fetch Profile select bio, account, list(friends.bio) as friends",
      "bio,account,friends | poet,Main,\"[\"\"painter\"\"]\" | painter,,\"[\"\"poet\"\"]\""
    ),
    ("fetch Account where profile.bio == \"poet\" select name", "name | Main"),
  ])
  func answers(statement: String, expected: String) {
    #expect(console.answer(statement) == expected, "\(statement)")
  }

  /// A key without a record reads as nil, and is found.
  @Test func damageIsReported() {
    let findings = console.answer(".check")
    #expect(findings.contains("mentor"), "\(findings)")
  }

  @Test(arguments: [
    "insert Label text: \"x\"", "update Label#1 set text = \"x\"", "delete Label#1",
    "model New { name: String }",
  ])
  func writingIsRejected(statement: String) {
    let answer = console.answer(statement)
    #expect(answer.contains("it is a Core Data store"), "\(answer)")
    #expect(answer.contains("`copy all from name`"), "\(answer)")
  }

  @Test func valuesInDeletedFilesAreNil() throws {
    let path = folder.file("other.store")
    try BankModel.file.write(to: path)
    let other = try PlainConsole(opening: path)
    #expect(other.answer("count Account where avatar is not nil") == "1")
    #expect(other.answer(".check").contains("avatar"))
  }
}
