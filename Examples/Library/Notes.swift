import Martlet

/// Stores notes in a file, which the shell can open too: `martlet notes.store`.
func keepNotes(inFile path: String) throws {
  let container = try ModelContainer(file: path)
  try container.declare("model Note { text: String unique, done: Bool = false }")
  let context = ModelContext(container)
  context.author = "Zoë"
  try context.upsert("Note", ["text": "Buy tea"])
  try context.upsert("Note", ["text": "Book a cabin", "done": true])
  try context.save()
}
