import Foundation
import Martlet
import TestSupport
import Testing

/// Containers with stores in files.
@Suite struct FileTests {
  @Test func recordsAndModelsOutliveTheirContainer() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/budget.store"
    try {
      let container = try ModelContainer(file: path)
      try container.declare(budgetModels)
      let context = ModelContext(container)
      try context.insert("Budget", ["name": "Trip", "limit": 9])
      try context.save()
    }()
    let context = ModelContext(try ModelContainer(file: path))
    #expect(try context.fetch("Budget where limit > 5").map { $0["name"] } == ["Trip"])
    #expect(throws: (any Error).self) {
      try context.insert("Budget", ["name": "Trip", "limit": 1])
    }
  }

  /// The log of a file that was replaced is not brought into the one in its place.
  @Test func replacementOfAnOpenFileIsUnchanged() throws {
    let folder = try TemporaryFolder()
    let (path, other) = (folder.file("a.store"), folder.file("b.store"))
    let first = try ModelContainer(file: path)
    try first.declare(budgetModels)
    try ModelContext(first, autosaveEnabled: true).insert("Budget", ["name": "Rent", "limit": 3])
    let second = try ModelContainer(file: other)
    try second.declare("model Zed { name: String }")
    try ModelContext(second, autosaveEnabled: true).insert("Zed", ["name": "z"])
    second.store.close()
    #expect(rename(other, path) == 0)
    #expect(throws: (any Error).self) { try ModelContext(first).fetch("Budget") }
    let third = ModelContext(try ModelContainer(file: path))
    #expect(try third.fetch("Zed").map { $0["name"] } == ["z"])
    first.store.close()
    #expect(try third.fetch("Zed").map { $0["name"] } == ["z"])
    #expect(try third.check().groups == [])
  }

  @Test func containersOfOneFileSeeEachOther() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/budget.store"
    let first = ModelContext(try ModelContainer(file: path))
    try first.container.declare(budgetModels)
    let second = ModelContext(try ModelContainer(file: path))
    try second.insert("Budget", ["name": "Rent", "limit": 3])
    try second.save()
    let rent = try #require(try first.fetch("Budget where name == \("Rent")").first)
    try first.update(rent.id, set: ["limit": 4])
    try first.save()
    #expect(try second.fetch("Budget").map { $0["limit"] } == [4.0])
  }

  @Test func problemsOfAFileAreReported() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/text.store"
    try "no database".write(toFile: path, atomically: true, encoding: .utf8)
    #expect {
      try ModelContainer(file: path)
    } throws: { error in
      (error as? StoreFileError)?.fault == .otherFormat(expected: "SQLite database")
    }
  }
}
