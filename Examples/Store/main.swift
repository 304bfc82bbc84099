import Foundation
import Martlet

// StoreExample FOLDER CONDITION: prints the books that match a condition, from Author.jsonl and
// Book.jsonl.
let models = """
  model Author { name: String unique, born: Int?, books: [Book] inverse author, written = count(books) }
  model Book { title: String, year: Int, author: Author? }
  """

struct Book: Decodable {
  var title: String
  var year: Int
}

guard CommandLine.arguments.count == 3 else {
  print("usage: StoreExample FOLDER CONDITION")
  exit(64)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let condition = QueryText(CommandLine.arguments[2])
do {
  let schema = try ModelContainer(models: models).store.schema
  let container = ModelContainer(store: JSONLinesStore(folder: folder, schema: schema))
  let books = FetchDescriptor<Book>(predicate: condition, sortBy: "year")
  for book in try ModelContext(container).fetch(books) { print(book.year, book.title) }
} catch {
  print(error)
  exit(1)
}
