import Foundation
import Model
import TestSupport
import Testing

@testable import Shell

/// Completion of file arguments.
@Suite struct FileNamesTests {
  @Test func filesAndFolders() throws {
    let folder = try TemporaryFolder()
    for name in ["budget.store", "budget.csv", "old budget.store", ".hidden", "x\u{1B}y", "zoë.db"]
    {
      try folder.write("", to: name)
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("bills"),
      withIntermediateDirectories: false
    )
    try folder.write("", to: "bills/2026.store")
    func names(_ written: String) -> [String] {
      FileNames.candidates(folder.file(written)).map {
        String($0.text.dropFirst(folder.path.count + 1)) + $0.suffix
      }
    }
    #expect(names("") == ["bills/", "budget.csv ", "budget.store ", "zoë.db "])
    #expect(names("bu") == ["budget.csv ", "budget.store "])
    #expect(names(".h") == [".hidden "])
    #expect(names("bills/") == ["bills/2026.store "])
    #expect(names("nothing/") == [])
  }

  @Test func commandsThatTakeThem() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a.store")
    let completer = Completer(names: CompletionNames(schema: .init()))
    func candidates(_ text: String) -> [String] {
      completer.completion(at: CompletionPlace(text: text, beforeCursor: text)).candidates.map(
        \.text
      )
    }
    for command in [".open", ".read", ".output", ".format"] {
      #expect(candidates("\(command) \(folder.path)/") == [folder.file("a.store")])
    }
    #expect(candidates(".mode \(folder.path)/") == [])
    #expect(candidates(".open \(folder.path)/a.store ") == [])
  }

  @Test func filesOfAnImportAreCompletedInQuotes() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "more users.csv")
    try FileManager.default.createDirectory(
      atPath: folder.file("bills"),
      withIntermediateDirectories: false
    )
    let completer = Completer(names: CompletionNames(schema: .init()))
    func candidates(_ text: String) -> [String] {
      completer.languageCompletion(text).candidates.map(\.text)
    }
    #expect(candidates("import \"\(folder.path)/m") == [folder.file("more users.csv") + "\""])
    #expect(
      candidates("import '\(folder.path)/") == [
        folder.file("bills/"), folder.file("more users.csv") + "'",
      ]
    )
    #expect(candidates("import \"\(folder.path)/more users.csv\" in") == ["into"])
  }
}
