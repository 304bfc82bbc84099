import CoreDataFixtures
import CoreDataModels
import Foundation
import Model
import SQLiteStore
import Storage
import StoreFixtures
import TestSupport
import Testing

/// The source of a file's model: the file, an option, or a guess.
@Suite struct StoredModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func store(
    _ change: (inout CoreDataFileBuilder) -> Void,
    modelPath: String? = nil
  ) throws -> FileStore {
    let path = folder.file(UUID().uuidString + ".store")
    var file = BankModel.file
    change(&file)
    try file.write(to: path)
    var options = FileOptions()
    options.modelPath = modelPath
    return try ReopenedStore.open(path, options: options)
  }

  private static let guessed =
    "the file contains no model, so names and types are guessed, and relationships are missing; "
    + "use `--model App.momd` to provide the model"

  @Test func withoutAModelNamesAndTypesAreGuessed() throws {
    let store = try store { $0.model = nil }
    #expect(store.notes == [Self.guessed])
    let account = try #require(store.schema.entity("Account"))
    let types = account.attributes.map { "\($0.name): \($0.type)" }
    #expect(
      types == [
        "avatar: Data", "balance: Decimal", "colour: String", "cover: Int", "created: Date",
        "first: String", "happy: Int", "identifier: UUID", "isopen: Int", "last: String",
        "level: Int", "limit: Int", "limit1: Double", "marks: Data", "mentor: Int", "name: String",
        "profile: Int", "rate: Double", "sad: Int", "site: String", "status: String",
        "tags: [String]", "total: Int",
      ]
    )
    #expect(account.relationships.isEmpty)
    #expect(store.schema.entity("SavingsAccount")?.parent == "Account")
    #expect(try store.snapshot().count(of: "Account") == 3)
  }

  @Test func theGivenModelIsRead() throws {
    let path = folder.file("Bank.mom")
    try ModelArchiver.archive(BankModel.model).write(to: URL(fileURLWithPath: path))
    let store = try store({ $0.model = nil }, modelPath: path)
    #expect(store.notes == [])
    #expect(store.schema.entity("Account")?.attribute("isOpen")?.type == .bool)
  }

  /// The command takes a model, and says what is wrong with it.
  @Test func theCommandTakesAModel() throws {
    let path = folder.file("bank.store")
    var file = BankModel.file
    file.model = nil
    try file.write(to: path)
    let entry = ModelEntity(
      name: "Entry",
      attributes: [ModelAttribute(name: "Title", type: .string)]
    )
    let model = folder.file("Entry.mom")
    try ModelArchiver.archive(ManagedObjectModel(entities: [entry]))
      .write(to: URL(fileURLWithPath: model))
    let query = "fetch Entry where Title > \"p\" select Title"
    let good = try BuiltCommand.run(path, "--model", model, "-m", "csv", "-c", query)
    #expect(good.output == "Title\nthird\nsecond\n", "\(good.errors)")
    let source = try folder.write("<model/>", to: "Bank.xcdatamodel")
    let refused = try BuiltCommand.run(path, "--model", source, "-c", query)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("use the compiled `.mom` or `.momd`"), "\(refused.errors)")
    #expect(good.errors.contains("the entity `Account` is omitted"))
    let bad = try BuiltCommand.run(path, "--model", folder.file("none"), "-c", query)
    #expect(bad.status == 3)
    #expect(bad.errors.contains("no such model"), "\(bad.errors)")
  }

  @Test func aModelOfOtherEntitiesIsRefused() throws {
    let path = folder.file("Other.mom")
    try ModelArchiver.archive(ManagedObjectModel(entities: [ModelEntity(name: "Other")]))
      .write(to: URL(fileURLWithPath: path))
    #expect(
      throws: StoreFileError(
        path: path,
        operation: "read",
        fault: .other(reason: "it has none of the store's entities")
      )
    ) { try store({ $0.model = nil }, modelPath: path) }
    #expect(throws: StoreFileError.self) {
      try store({ $0.model = nil }, modelPath: folder.file("none"))
    }
  }

  @Test func reportsADamagedModel() throws {
    let store = try store { $0.cache = Data([1, 2, 3]) }
    #expect(store.notes.count == 1)
    #expect(store.notes[0].hasPrefix("the model in the file cannot be read ("))
    #expect(try store.snapshot().count(of: "Entry") == 5)
  }

  /// What the model and the file do not agree about is left out, and noted.
  @Test func missingColumnsAreSkipped() throws {
    let store = try store { file in
      file.sql += "ALTER TABLE ZACCOUNT DROP COLUMN ZRATE;"
      file.sql += "DROP TABLE Z_1LABELS; DROP TABLE ZPROFILE;"
      file.entities.append(("Stranger", 0))
    }
    #expect(
      Set(store.notes) == [
        "the attribute `Account.rate` is omitted: the file has no readable column for it",
        "the entity `Profile` is omitted: the file has no table for it",
        "the entity `Stranger` is omitted: it is not in the model",
        "the relationship `Account.labels` is omitted: the file does not store it",
        "the relationship `Label.accounts` is omitted: the file does not store it",
        "the relationship `Account.profile` is omitted: the file does not store it",
      ]
    )
    #expect(try store.snapshot().count(of: "Account") == 3)
  }

  @Test func invalidNamesAreChanged() throws {
    let model = ManagedObjectModel(entities: [
      ModelEntity(
        name: "My Note",
        attributes: [
          ModelAttribute(name: "a\nb", type: .string), ModelAttribute(name: "A_b", type: .string),
          ModelAttribute(name: "", type: .string), ModelAttribute(name: "@kind", type: .string),
        ]
      )
    ])
    let path = folder.file("names.store")
    try CoreDataFileBuilder(
      model: model,
      sql: """
        CREATE TABLE "ZMY NOTE" (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA_B VARCHAR, "ZA
        B" VARCHAR, Z VARCHAR, "Z@KIND" VARCHAR);
        INSERT INTO "ZMY NOTE" VALUES (1, 1, 1, 'x', 'y', 'z', 'k');
        """
    ).write(to: path)
    let console = try PlainConsole(opening: path)
    #expect(console.answer("fetch MyNote") == "member,kind,A_b,a_b_2 | z,k,x,y")
    #expect(console.store.notes.count == 4)
  }
}
