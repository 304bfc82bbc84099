import Model
import Syntax
import Testing

@testable import SQLiteStore
@testable import TableModels

@Suite struct NamingTests {
  @Test(arguments: [
    ("Track", "tracks"), ("InvoiceLine", "invoiceLines"), ("Category", "categories"),
    ("Day", "days"), ("Box", "boxes"), ("Orders", "orders"), ("Categories", "categories"),
    ("Order Details", "orderDetails"), ("Address", "addresses"), ("Status", "statuses"),
    ("Person", "people"), ("People", "people"), ("moz_bookmarks", "moz_bookmarks"),
    ("order_line", "order_lines"), ("EMPLOYEE", "employees"), ("Media", "media"),
    ("Series", "series"), ("Analysis", "analyses"), ("Bus", "buses"), ("Child", "children"),
    ("URLHash", "urlHashes"), ("Staff", "staff"), ("Wife", "wives"), ("Branch", "branches"),
  ])
  func pluralsOfTables(table: String, plural: String) {
    #expect(RelationshipName.many(of: table) == plural)
  }

  @Test(
    arguments: [
      ("AlbumId", "Album", "album"), ("album_id", "Album", "album"), ("ALBUM_ID", "ALBUM", "album"),
      ("CustomerID", "Customers", "customer"), ("SupportRepId", "Employee", "supportRep"),
      ("ReportsTo", "Employee", "reportsTo"), ("ShipVia", "Shippers", "shipVia"),
      ("fk_album", "Album", "album"), ("idAlbum", "Album", "album"), ("albumFk", "Album", "album"),
      ("CUSTOMERID", "CUSTOMER", "customer"), ("Paid", "Payment", "paid"),
      ("GUID", "Thing", "guid"), ("content_type_id", "x", "content_type"), ("id", "User", nil),
      ("fk", "moz_places", nil), ("_id", "User", nil), ("parent", "Node", "parent"),
      ("2Id", "User", "_2"), ("unit price id", "Price", "unit_price_id"),
    ] as [(String, String, String?)]
  )
  func relationshipsOfColumns(column: String, table: String, name: String?) {
    #expect(RelationshipName.toOne(column: column, table: table) == name)
  }

  @Test(arguments: [
    "", " ", "a b", "1", "-", "Größe", "é", "🙂", "a\nb", "\u{301}", "·", "a\u{0}b", "`", "x.y",
    "名前",
    "\u{202E}abc", "A-B c", "ª", "٣", "_", "__1",
  ])
  func generatedNamesAreIdentifiers(name: String) {
    let word = PlainName.word(name, fallback: "column")
    let quoted = quotedIfNeeded(word)
    #expect(quoted == word, "\(name.debugDescription): \(word)")
  }

  @Test func namesDiffer() {
    var names = DistinctNames()
    #expect(
      ["a", "A", "a_2", "a", "é", "e\u{301}"].map { names.claim(firstOf: [$0]) }
        == ["a", "A_2", "a_2_2", "a_3", "é", "e\u{301}_2"]
    )
  }
}
