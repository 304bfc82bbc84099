import CoreDataFixtures
import Foundation
import Model
import SQLiteStore
import Storage
import TestSupport
import Testing

/// URIs of records: `x-coredata://C9CB0B35-ED6A-4042-BE5C-1B911AC00B2A/Account/p1`.
@Suite struct RecordURITests {
  private let folder: TemporaryFolder
  private let console: PlainConsole

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    let path = folder.file("bank.store")
    try BankModel.file.write(to: path)
    console = try PlainConsole(opening: path)
  }

  private static let store = "x-coredata://C9CB0B35-ED6A-4042-BE5C-1B911AC00B2A/"

  @Test(arguments: [
    (
      "fetch Account select @id",
      "@id | \(store)Account/p1 | \(store)SavingsAccount/p2 | \(store)CreditAccount/p3"
    ),
    ("fetch CreditAccount select @id as uri", "uri | \(store)CreditAccount/p3"),
    ("fetch Label#2 select @id", "@id | \(store)Label/p2"),
    ("fetch Entry#5 select account.@id, title", "account.@id,title | ,none"),
    ("fetch Entry#3 select account.@id", "account.@id | \(store)CreditAccount/p3"),
    ("fetch Account select distinct @id sort @id desc limit 1", "@id | \(store)CreditAccount/p3"),
    ("fetch Account select @id as uri sort uri desc limit 1", "uri | \(store)CreditAccount/p3"),
    (
      "fetch Entry where account is not nil select distinct account.@id as a sort a desc",
      "a | \(store)CreditAccount/p3 | \(store)Account/p1"
    ),
    (
      "fetch Entry where account is not nil group by account.@id select account.@id, count() as n",
      "account.@id,n | \(store)Account/p1,3 | \(store)CreditAccount/p3,1"
    ),
    (
      "fetch Account#1 select profile { @id, bio }",
      "profile | \"{\"\"@id\"\":\"\"\(store)Profile/p1\"\",\"\"bio\"\":\"\"poet\"\"}\""
    ),
    ("fetch Account#\"\(store)Account/p1\" select name", "name | Main"),
    ("fetch Account#'\(store)SavingsAccount/p2' select name", "name | Nest egg"),
    (
      "fetch Account#\"x-coredata://c9cb0b35-ed6a-4042-be5c-1b911ac00b2a/Account/p1\" select name",
      "name | Main"
    ),
    ("count Entry where account == Account#\"\(store)Account/p1\"", "3"),
    ("count Account where @id in [Account#\"\(store)Account/p1\", Account#3]", "2"),
    ("count Label#\"\(store)Label/p99\"", "error: there is no Label#99"),
    // What is wrong.
    (
      "fetch Account#\"\(store)Label/p1\"",
      "error: the URI names a record of Label, not of Account\n`Label#\"\(store)Label/p1\"`"
    ),
    (
      "fetch CreditAccount#\"\(store)Account/p3\"",
      "error: the URI names a record of Account, not of CreditAccount\n"
        + "`Account#\"\(store)Account/p3\"`"
    ),
    (
      "fetch Label#\"\(store)Lable/p1\"",
      "error: no model is named `Lable`\ndid you mean `Label`?"
    ),
    (
      "fetch Label#\"x-coredata://11111111-ED6A-4042-BE5C-1B911AC00B2A/Label/p1\"",
      "error: the URI belongs to another store\nthe URIs of this store begin with `\(store)`"
    ),
  ])
  func answers(statement: String, expected: String) {
    #expect(console.answer(statement) == expected, "\(statement)")
  }

  @Test(arguments: [
    "", "p1", "x-coredata://", "x-coredata:///Label/p1", "x-coredata://A/Label", "\(store)Label/1",
    "\(store)Label/p", "\(store)Label/p-1", "\(store)Label/p1/x", "\(store)/p1",
    "http://A/Label/p1",
    "\(store)Label/t1F", "\(store)Label/p99999999999999999999",
  ])
  func malformedStrings(text: String) {
    #expect(
      console.answer("fetch Label#\"\(text)\"")
        == "error: this is not the URI of a record\nfor example `\(Self.store)Label/p3`"
    )
  }

  @Test func namesAreEncoded() {
    let uri = RecordURI(RecordURIForm(scheme: "x-coredata", store: "A"), entity: "Größe", number: 3)
    #expect(uri.description == "x-coredata://A/Gr%C3%B6%C3%9Fe/p3")
    #expect(RecordURI(uri.description, scheme: "x-coredata") == uri)
  }

  @Test func otherFilesHaveNone() throws {
    let plain = try PlainConsole("CREATE TABLE Label (id INTEGER PRIMARY KEY, text TEXT)")
    let answer = plain.answer("fetch Label#\"\(Self.store)Label/p1\"")
    #expect(answer.hasPrefix("error: records of this store have no URIs"), "\(answer)")
  }

  /// What is shown of records names them again.
  @Test(
    .enabled(if: SharedStores.folder != nil, SharedStores.note),
    arguments: SharedStores.names
  )
  func sharedStoresFindTheirRecords(name: String) throws {
    let target = try TemporaryFolder()
    let console = try PlainConsole(opening: SharedStores.copy(name, to: target))
    for entity in console.store.schema.entities.map(\.name) {
      let uris = console.answer("fetch \(entity) select @id limit 3")
        .components(separatedBy: " | ").dropFirst()
      #expect(!uris.isEmpty)
      for uri in uris {
        #expect(RecordURI(uri, scheme: "x-coredata") != nil, "\(uri)")
        #expect(console.answer("count \(entity)#\"\(uri)\"") == "1", "\(uri)")
      }
    }
  }
}
